// Compiles Lua patterns to a list of items; each set becomes a bitmap of bytes.
#include <string.h>

#include "pattern.h"

enum problem { NO_BRACKET, NO_ESCAPED, NO_BALANCE, NO_FRONTIER };

const char *cpl_pattern_problem(const cpl_item *item)
{
    switch ((enum problem)item->close) {
    case NO_BRACKET: return "malformed pattern (missing ']')";
    case NO_ESCAPED: return "malformed pattern (ends with '%')";
    case NO_BALANCE: return "malformed pattern (missing arguments to '%b')";
    default: return "missing '[' after '%f' in pattern";
    }
}

// The classes in the "C" locale, whatever the locale of the process: bits for the bytes below 64 and below 128.
#define UPPER 0, 0x07FFFFFE
#define LOWER 0, 0x07FFFFFE00000000
#define LETTER 0, 0x07FFFFFE07FFFFFE
static const struct { char letter; uint64_t bits[2]; } classes[] = {
    {'a', {LETTER}},
    {'c', {0x00000000FFFFFFFF, 0x8000000000000000}},
    {'d', {0x03FF000000000000, 0}},
    {'g', {0xFFFFFFFE00000000, 0x7FFFFFFFFFFFFFFF}},
    {'l', {LOWER}},
    {'p', {0xFC00FFFE00000000, 0x78000001F8000001}},
    {'s', {0x0000000100003E00, 0}},
    {'u', {UPPER}},
    {'w', {0x03FF000000000000, 0x07FFFFFE07FFFFFE}},
    {'x', {0x03FF000000000000, 0x0000007E0000007E}},
    {'z', {1, 0}},
};

static void add_byte(cpl_byte_set *set, unsigned char c) { set->bits[c >> 6] |= 1ull << (c & 63); }

// Adds the class that a letter after '%' stands for; false if the letter stands for itself.
static bool add_class(cpl_byte_set *set, char letter)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (classes[i].letter != (letter | 0x20)) continue;
        uint64_t negated = letter & 0x20 ? 0 : UINT64_MAX;
        set->bits[0] |= classes[i].bits[0] ^ negated;
        set->bits[1] |= classes[i].bits[1] ^ negated;
        set->bits[2] |= negated;
        set->bits[3] |= negated;
        return true;
    }
    return false;
}

typedef struct compiler {
    const char *at, *end;
    cpl_pattern *pattern;
    cpl_byte_set *sets;
    uint32_t items, set_count;
} compiler;

static cpl_byte_set *new_set(compiler *c, cpl_item *item)
{
    item->set = c->set_count;
    cpl_byte_set *set = &c->sets[c->set_count++];
    memset(set, 0, sizeof *set);
    return set;
}

static void malformed(compiler *c, cpl_item *item, enum problem problem)
{
    item->kind = CPL_ITEM_MALFORMED;
    item->close = (uint8_t)problem;
    c->at = c->end;
}

// The end after the ']' of a set that starts at '['; NULL if there is none. A ']' at the beginning stands for itself.
static const char *set_end(const char *p, const char *end)
{
    p++;
    if (*p == '^') p++;
    do {
        if (p == end) return NULL;
        if (*p++ == '%' && p < end) p++;
    } while (*p != ']');
    return p + 1;
}

// Recognizes sets with, or without, only one or two bytes, which can be searched faster.
static void find_pair(cpl_item *item, const cpl_byte_set *set)
{
    int count = 0;
    for (int i = 0; i < 4; i++) count += __builtin_popcountll(set->bits[i]);
    bool lacks = count >= 254;
    if (count < 1 || count == 256 || (count > 2 && !lacks)) return;
    int found = 0;
    for (int byte = 0; byte < 256; byte++)
        if (cpl_has_byte(set, (unsigned char)byte) != lacks) item->pair[found++] = (uint8_t)byte;
    if (found == 1) item->pair[1] = item->pair[0];
    item->pairing = lacks ? CPL_ALL_BUT_PAIR : CPL_PAIR;
}

// Compiles the set that starts here.
static void compile_set(compiler *c, cpl_item *item)
{
    const char *p = c->at, *end = set_end(p, c->end);
    if (!end) {
        malformed(c, item, NO_BRACKET);
        return;
    }
    cpl_byte_set *set = new_set(c, item);
    const char *close = end - 1;
    bool negated = *++p == '^';
    for (p += negated; p < close; p++) {
        if (*p == '%') {
            if (!add_class(set, *++p)) add_byte(set, (unsigned char)*p);
        } else if (p[1] == '-' && p + 2 < close) {
            for (int byte = (unsigned char)*p; byte <= (unsigned char)p[2]; byte++) add_byte(set, (unsigned char)byte);
            p += 2;
        } else {
            add_byte(set, (unsigned char)*p);
        }
    }
    if (negated)
        for (int i = 0; i < 4; i++) set->bits[i] = ~set->bits[i];
    find_pair(item, set);
    c->at = end;
}

// Compiles the item after a '%'. Returns whether it may be repeated.
static bool compile_escaped(compiler *c, cpl_item *item)
{
    const char *p = c->at + 1;
    if (p == c->end) {
        malformed(c, item, NO_ESCAPED);
        return false;
    }
    c->at += 2;
    switch (*p) {
    case 'b':
        if (c->end - c->at < 2) {
            malformed(c, item, NO_BALANCE);
            return false;
        }
        item->kind = CPL_ITEM_BALANCE;
        item->byte = (uint8_t)p[1];
        item->close = (uint8_t)p[2];
        c->at += 2;
        return false;
    case 'f':
        item->kind = CPL_ITEM_FRONTIER;
        if (*c->at == '[') compile_set(c, item);
        else malformed(c, item, NO_FRONTIER);
        return false;
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
        item->kind = CPL_ITEM_CAPTURE_AGAIN;
        item->byte = (uint8_t)*p;
        return false;
    }
    cpl_byte_set class = {{0, 0, 0, 0}};
    if (add_class(&class, *p)) {
        item->kind = CPL_ITEM_SET;
        *new_set(c, item) = class;
    } else {
        item->kind = CPL_ITEM_BYTE;
        item->byte = (uint8_t)*p;
    }
    return true;
}

// Compiles the next item. Returns whether it may be repeated.
static bool compile_item(compiler *c, cpl_item *item)
{
    switch (*c->at) {
    case '(':
        item->kind = c->at[1] == ')' ? CPL_ITEM_POSITION : CPL_ITEM_BEGIN_CAPTURE;
        c->at += item->kind == CPL_ITEM_POSITION ? 2 : 1;
        return false;
    case ')':
        item->kind = CPL_ITEM_END_CAPTURE;
        c->at++;
        return false;
    case '%':
        return compile_escaped(c, item);
    case '[':
        item->kind = CPL_ITEM_SET;
        compile_set(c, item);
        return true;
    case '$':
        if (c->at + 1 == c->end) {
            item->kind = CPL_ITEM_SUBJECT_END;
            c->at++;
            return false;
        }
        break;
    case '.':
        item->kind = CPL_ITEM_ANY;
        c->at++;
        return true;
    }
    item->kind = CPL_ITEM_BYTE;
    item->byte = (uint8_t)*c->at++;
    return true;
}

// From the last item to the first.
static void find_heads(cpl_pattern *pattern, uint32_t count)
{
    for (uint32_t i = count; i-- > 0;) {
        cpl_item *item = &pattern->items[i];
        bool always = item->repeat == 0 || item->repeat == '+';
        item->head = CPL_NO_HEAD;
        if (always && (item->kind == CPL_ITEM_BYTE || item->kind == CPL_ITEM_SET)) item->head = i;
        else if (item->kind == CPL_ITEM_BEGIN_CAPTURE || item->kind == CPL_ITEM_END_CAPTURE) item->head = item[1].head;
    }
}

bool cpl_is_plain_pattern(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] && strchr("^$*+?.([%-", text[i])) return false;
    return true;
}

const cpl_pattern *cpl_push_pattern(lua_State *L, const char *text, size_t length)
{
    size_t items = length + 1, sets = 0;
    for (size_t i = 0; i < length; i++) sets += text[i] == '[' || text[i] == '%';
    size_t list = sizeof(cpl_pattern) + items * sizeof(cpl_item);
    list = (list + 7) & ~(size_t)7;
    cpl_pattern *pattern = lua_newuserdatauv(L, list + sets * sizeof(cpl_byte_set), 0);
    compiler c = {text, text + length, pattern, (cpl_byte_set *)((char *)pattern + list), 0, 0};
    pattern->text = text;
    pattern->sets = c.sets;
    pattern->length = length;
    pattern->plain = cpl_is_plain_pattern(text, length);
    pattern->anchored = *text == '^';
    c.at += pattern->anchored;
    while (c.at < c.end) {
        cpl_item *item = &pattern->items[c.items++];
        memset(item, 0, sizeof *item);
        // strchr would also find the zero that ends the string.
        if (compile_item(&c, item) && *c.at && strchr("*+-?", *c.at)) item->repeat = (uint8_t)*c.at++;
    }
    memset(&pattern->items[c.items++], 0, sizeof(cpl_item));
    find_heads(pattern, c.items);
    return pattern;
}
