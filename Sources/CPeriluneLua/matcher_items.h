// The items of Lua patterns - characters, classes and sets - and the account of the work. Only
// matcher.c includes this: the functions are short and must be inlined there.
#pragma once

#include "matcher.h"

enum { SLICE = 512, BYTES_PER_STEP = 8 };

enum trait {
    CONTROL = 1, SPACE = 2, PUNCTUATION = 4, DIGIT = 8, HEXADECIMAL = 16, UPPER = 32, LOWER = 64,
    ZERO = 128,
};

// The "C" locale, whatever the locale of the process.
static const unsigned char traits[256] = {
    [0] = CONTROL | ZERO,
    [1 ... 8] = CONTROL,
    ['\t' ... '\r'] = CONTROL | SPACE,
    [14 ... 31] = CONTROL,
    [' '] = SPACE,
    ['!' ... '/'] = PUNCTUATION,
    ['0' ... '9'] = DIGIT | HEXADECIMAL,
    [':' ... '@'] = PUNCTUATION,
    ['A' ... 'F'] = UPPER | HEXADECIMAL,
    ['G' ... 'Z'] = UPPER,
    ['[' ... '`'] = PUNCTUATION,
    ['a' ... 'f'] = LOWER | HEXADECIMAL,
    ['g' ... 'z'] = LOWER,
    ['{' ... '~'] = PUNCTUATION,
    [127] = CONTROL,
};

// By the lower-case letter of a class; 0 for a character that stands for itself after a '%'.
static const unsigned char classes[256] = {
    ['a'] = UPPER | LOWER,
    ['c'] = CONTROL,
    ['d'] = DIGIT,
    ['g'] = UPPER | LOWER | DIGIT | PUNCTUATION,
    ['l'] = LOWER,
    ['p'] = PUNCTUATION,
    ['s'] = SPACE,
    ['u'] = UPPER,
    ['w'] = UPPER | LOWER | DIGIT,
    ['x'] = HEXADECIMAL,
    ['z'] = ZERO,
};

// Takes the slow way of spend: the slice is used up.
static void refuel(cpl_matcher *m, uint64_t steps)
{
    uint64_t left = m->fuel + m->reserve;
    cpl_check_budget(m->L);
    if (left <= steps) {
        m->fuel = m->reserve = 0;
        cpl_matcher_end(m);
        luaL_error(m->L,
                   "pattern too complex (over %I steps): anchor it with '^', or repeat narrower"
                   " classes than '.'",
                   (lua_Integer)cpl_of(m->L)->limits.matcher_steps);
    }
    left -= steps;
    m->fuel = left < SLICE ? left : SLICE;
    m->reserve = left - m->fuel;
}

static inline void spend(cpl_matcher *m, uint64_t steps)
{
    if (__builtin_expect(m->fuel <= steps, 0)) refuel(m, steps);
    else m->fuel -= steps;
}

static inline void spend_bytes(cpl_matcher *m, size_t bytes)
{
    if (bytes >= BYTES_PER_STEP) spend(m, bytes / BYTES_PER_STEP);
}

static inline bool in_class(unsigned char c, unsigned char letter)
{
    unsigned char wanted = classes[letter | 0x20];
    if (!wanted) return c == letter;
    return ((traits[c] & wanted) != 0) == ((letter & 0x20) != 0);
}

// `p` is at the '[', `close` at the ']'.
static bool in_set(cpl_matcher *m, unsigned char c, const char *p, const char *close)
{
    bool found = true;
    spend_bytes(m, (size_t)(close - p));
    if (*++p == '^') {
        found = false;
        p++;
    }
    for (; p < close; p++) {
        if (*p == '%') {
            if (in_class(c, (unsigned char)*++p)) return found;
        } else if (p[1] == '-' && p + 2 < close) {
            if ((unsigned char)p[0] <= c && c <= (unsigned char)p[2]) return found;
            p += 2;
        } else if ((unsigned char)*p == c) {
            return found;
        }
    }
    return !found;
}

// A set that is looked at for many bytes.
typedef struct byte_set { uint64_t bits[4]; } byte_set;

static inline void add_byte(byte_set *set, unsigned char c) { set->bits[c >> 6] |= 1ull << (c & 63); }

static inline bool has_byte(const byte_set *set, unsigned char c)
{
    return set->bits[c >> 6] >> (c & 63) & 1;
}

// Lists the bytes of the set from '[' to ']'; false for one that is negated or names classes, which would
// take longer to list than it saves.
static inline bool list_set(const char *p, const char *close, byte_set *set)
{
    if (*++p == '^') return false;
    for (; p < close; p++) {
        if (*p == '%' || (p[1] == '-' && p + 2 < close)) return false;
        add_byte(set, (unsigned char)*p);
    }
    return true;
}

// The end of the set that begins at p; NULL if it has none.
static const char *find_set_end(cpl_matcher *m, const char *p)
{
    const char *start = ++p;
    if (*p == '^') p++;
    do {                       // a ']' that comes first stands for itself
        if (p == m->pattern_end) return NULL;
        if (*p++ == '%' && p < m->pattern_end) p++;
    } while (*p != ']');
    spend_bytes(m, (size_t)(p - start));
    return p + 1;
}

static const char *set_end(cpl_matcher *m, const char *p)
{
    const char *end = find_set_end(m, p);
    if (!end) luaL_error(m->L, "malformed pattern (missing ']')");
    return end;
}

// The end of the item - a character, a class or a set - that begins at p.
static inline const char *item_end(cpl_matcher *m, const char *p)
{
    if (*p == '[') return set_end(m, p);
    if (*p != '%') return p + 1;
    if (p + 1 == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 2;
}

static inline bool is_one(cpl_matcher *m, const char *s, const char *p, const char *end)
{
    if (s >= m->subject_end) return false;
    unsigned char c = (unsigned char)*s;
    switch (*p) {
    case '.': return true;
    case '%': return in_class(c, (unsigned char)p[1]);
    case '[': return in_set(m, c, p, end - 1);
    default: return (unsigned char)*p == c;
    }
}

// How many bytes from s on match the item.
static inline size_t run_length(cpl_matcher *m, const char *s, const char *p, const char *end)
{
    const char *at = s, *stop = m->subject_end;
    unsigned char wanted;
    switch (*p) {
    case '.':
        return (size_t)(stop - s);
    case '%':
        wanted = classes[(unsigned char)p[1] | 0x20];
        if (!wanted) {
            while (at < stop && *at == p[1]) at++;
        } else if (p[1] & 0x20) {
            while (at < stop && traits[(unsigned char)*at] & wanted) at++;
        } else {
            while (at < stop && !(traits[(unsigned char)*at] & wanted)) at++;
        }
        break;
    case '[':
        while (at < stop && in_set(m, (unsigned char)*at, p, end - 1)) at++;
        break;
    default:
        while (at < stop && *at == *p) at++;
    }
    spend_bytes(m, (size_t)(at - s));
    return (size_t)(at - s);
}
