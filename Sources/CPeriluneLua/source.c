// Compiling what scripts are made of: as text only, and not what Lua 5.4.4 cannot name in its errors.
//
// To name a value in an error, Lua follows `a.b.c` back from field to field, one C call each: 80,000 fields take
// seconds and overflow the C stack. (Lua 5.4.7 no longer does so.) No parser limits how many fields follow each
// other, so they are counted here, before the text is compiled.
#include "internal.h"

enum { most_fields = 200, most_levels = 250 };

/// The kind of the last token, since `(` is a call after a value and a group elsewhere.
enum token { operator, value };

struct scanner {
    const char *at, *end;
    enum token last;
    // For each open bracket and what is around: fields so far, and whether the bracket belongs to a call.
    int depth;
    struct { int fields; char open; bool is_call; } levels[most_levels + 1];
};

static char peek(const struct scanner *s, size_t offset) {
    return (size_t)(s->end - s->at) > offset ? s->at[offset] : 0;
}

static void skip(struct scanner *s, size_t count) {
    size_t left = (size_t)(s->end - s->at);
    s->at += count < left ? count : left;
}

/// The number of `=` in a long bracket that opens here; -1 if none does.
static int long_bracket(const struct scanner *s) {
    if (peek(s, 0) != '[') return -1;
    size_t level = 0;
    while (peek(s, level + 1) == '=') level++;
    return peek(s, level + 1) == '[' ? (int)level : -1;
}

static void skip_long(struct scanner *s, int level) {
    for (skip(s, (size_t)level + 2); s->at < s->end; skip(s, 1)) {
        if (peek(s, 0) != ']') continue;
        int marks = 0;
        while (peek(s, (size_t)marks + 1) == '=') marks++;
        if (marks == level && peek(s, (size_t)marks + 1) == ']') {
            skip(s, (size_t)level + 2);
            return;
        }
    }
}

static void skip_quoted(struct scanner *s, char quote) {
    const char *at = s->at + 1;
    while (at < s->end && *at != quote && *at != '\n') at += 1 + (*at == '\\' && at + 1 < s->end);
    s->at = at < s->end ? at + 1 : s->end;
}

static bool is_digit(char c) { return (unsigned char)(c - '0') < 10; }

static bool is_space(char c) { return c == ' ' || (unsigned char)(c - '\t') < 5; }

/// Whether a byte can be in a name or number; bytes above 127, which only strings and comments may contain, count as
/// such.
static bool is_word(char c) {
    // Digits; letters and the underscore; all above 127.
    static const uint64_t words[] = {0x03FF000000000000, 0x07FFFFFE87FFFFFE, UINT64_MAX, UINT64_MAX};
    unsigned char byte = (unsigned char)c;
    return words[byte >> 6] >> (byte & 63) & 1;
}

static bool is_keyword(const char *word, size_t length) {
    // By length.
    static const char *const keywords[][6] = {
        [2] = {"do", "if", "in", "or"},
        [3] = {"and", "end", "for", "nil", "not"},
        [4] = {"else", "goto", "then", "true"},
        [5] = {"break", "false", "local", "until", "while"},
        [6] = {"elseif", "repeat", "return"},
        [8] = {"function"},
    };
    if (length >= sizeof keywords / sizeof *keywords) return false;
    for (const char *const *keyword = keywords[length]; *keyword; keyword++)
        if (**keyword == *word && memcmp(*keyword, word, length) == 0) return true;
    return false;
}

static void open_bracket(struct scanner *s, char open) {
    bool is_call = s->last == value && open != '[';
    if (s->depth == most_levels) return;       // more than Lua compiles
    s->depth++;
    s->levels[s->depth].fields = 0;
    s->levels[s->depth].open = open;
    s->levels[s->depth].is_call = is_call;
    s->last = operator;
}

static void close_bracket(struct scanner *s) {
    if (s->depth > 0) {
        int inner = s->levels[s->depth].fields;
        char open = s->levels[s->depth].open;
        bool is_call = s->levels[s->depth].is_call;
        int *fields = &s->levels[--s->depth].fields;
        // A group is as deep as its contents; the result of a call has no name.
        if (open == '[') ++*fields;
        else *fields = open == '(' && !is_call ? inner : 0;
    }
    s->last = value;
}

static void begin_value(struct scanner *s) {
    s->levels[s->depth].fields = 0;
    s->last = value;
}

static void take_word(struct scanner *s) {
    const char *word = s->at, *at = word;
    bool is_number = is_digit(*word);
    while (at < s->end && (is_word(*at) || (is_number && *at == '.'))) at++;
    s->at = at;
    bool continues = s->last == operator && s->levels[s->depth].fields > 0;
    if (!is_number && is_keyword(word, (size_t)(at - word))) {
        s->levels[s->depth].fields = 0;
        s->last = operator;
    } else if (continues) {
        s->last = value;                       // the name behind a dot
    } else {
        begin_value(s);
    }
}

/// Begins or continues a chain of fields at a dot or colon, or reads `..`, `...` or `::`.
static void take_mark(struct scanner *s, char c) {
    size_t length = 1;
    while (peek(s, length) == c) length++;
    skip(s, length);
    int *fields = &s->levels[s->depth].fields;
    *fields = length == 1 ? *fields + 1 : 0;
    s->last = operator;
}

/// Reads one token.
static void take(struct scanner *s) {
    char c = *s->at;
    if (is_space(c)) {
        const char *at = s->at + 1;
        while (at < s->end && is_space(*at)) at++;
        s->at = at;
        return;
    }
    if (is_word(c)) {
        take_word(s);
        return;
    }
    int level = -1;
    switch (c) {
    case '"': case '\'':
        skip_quoted(s, c);
        begin_value(s);
        return;
    case '[':
        level = long_bracket(s);
        if (level >= 0) {
            skip_long(s, level);
            begin_value(s);
        } else {
            skip(s, 1);
            open_bracket(s, c);
        }
        return;
    case '(': case '{':
        skip(s, 1);
        open_bracket(s, c);
        return;
    case ')': case '}': case ']':
        skip(s, 1);
        close_bracket(s);
        return;
    case '.': case ':':
        take_mark(s, c);
        return;
    case '-':
        if (peek(s, 1) == '-') {
            skip(s, 2);
            level = long_bracket(s);
            if (level >= 0) skip_long(s, level);
            else while (s->at < s->end && *s->at != '\n') skip(s, 1);
            return;
        }
    }
    skip(s, 1);
    s->levels[s->depth].fields = 0;
    s->last = operator;
}

/// The line with too many consecutive fields; 0 if there is none.
static int overlong_line(const char *text, size_t length) {
    struct scanner s = {.at = text, .end = text + length};
    while (s.at < s.end) {
        take(&s);
        if (s.levels[s.depth].fields <= most_fields) continue;
        int line = 1;
        for (const char *at = text; at < s.at; at++) line += *at == '\n';
        return line;
    }
    return 0;
}

int cpl_compile(lua_State *L, const char *text, size_t length, const char *chunk) {
    cpl_state *state = cpl_of(L);
    int line = overlong_line(text, length);
    if (line) {
        lua_pushfstring(L, "%s:%d: more than %d fields follow each other in one expression",
                        chunk + (*chunk == '@' || *chunk == '='), line, most_fields);
        return LUA_ERRSYNTAX;
    }
    cpl_look_for_concat(state, text, length);
    cpl_make_room(state, L, cpl_room);
    return luaL_loadbufferx(L, text, length, chunk, "t");
}
