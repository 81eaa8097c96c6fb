// The module `regex`: regular expressions on RE2.
//
// A call of RE2 cannot be interrupted, so its work is limited before it begins: a match takes at most time in
// proportion to the bytes of the text and to the size of the pattern's program. 64 bytes times instructions count as one
// step, as in string.match, or fewer if there are groups; in practice most matches take a tenth of that.
#include "libraries.h"
#include "regex_cache.h"

#include <CPeriluneRegex.h>

enum { work_of_step = 64 };

/// A search in a text: the arguments 1 and 2 of a function.
typedef struct search {
    lua_State *L;
    const char *function;
    cpl_pattern_kind kind;
    const char *text;
    size_t length;
    const cpr_pattern *pattern;
    int count;                 // groups
    cpr_range ranges[cpr_most_captures + 1];
} search;

/// Finds the pattern again, which may have been evicted while functions of the script ran.
static void find_pattern(search *s) {
    s->pattern = cpl_regex(s->L, 2, s->kind, s->function);
    s->count = cpr_count(s->pattern);
}

static void begin(search *s, lua_State *L, cpl_pattern_kind kind, const char *function) {
    s->L = L;
    s->function = function;
    s->kind = kind;
    s->text = luaL_checklstring(L, 1, &s->length);
    find_pattern(s);
}

/// The maximum number of steps of a search with so many groups. RE2's slowest engine copies the groups at each step.
static uint64_t steps_of(const search *s, size_t bytes, int groups) {
    uint64_t size = cpr_size(s->pattern);
    return 1 + size / 8 + bytes * size * (uint64_t)(16 + (groups > 0 ? groups : 0)) / (16 * work_of_step);
}

/// Finds the first match at `from` or later, with the ranges of so many groups.
static bool find_match(search *s, size_t from, int groups) {
    cpl_state *state = cpl_of(s->L);
    uint64_t most = steps_of(s, s->length - from, groups), limit = state->limits.matcher_steps;
    if (limit && most > limit) cpl_raise_regex_work(s->L, s->function, s->length - from);
    cpj_begin_busy();
    cpr_result result = cpr_match(s->pattern, s->text, s->length, from, s->ranges, groups + 1);
    cpj_end_busy();
    // Text after the match was not searched and is not charged.
    bool found = result == CPR_MATCH;
    state->steps += found && groups >= 0 ? steps_of(s, (size_t)s->ranges[0].end - from, groups) : most;
    cpl_check_budget(s->L);
    if (result == CPR_NO_MEMORY) luaL_error(s->L, "%s: not enough memory", s->function);
    return found;
}

static void push_range(const search *s, int number) {
    const cpr_range *range = &s->ranges[number];
    if (range->start < 0) lua_pushnil(s->L);
    else lua_pushlstring(s->L, s->text + range->start, (size_t)(range->end - range->start));
}

/// Pushes the groups; the whole match if the pattern has none.
static int push_groups(const search *s) {
    luaL_checkstack(s->L, s->count + 1, "too many groups");
    if (s->count == 0) push_range(s, 0);
    for (int i = 1; i <= s->count; i++) push_range(s, i);
    return s->count ? s->count : 1;
}

/// Reads the offset in argument 3; false if it is after the end of the text.
static bool read_start(const search *s, size_t *offset) {
    lua_Integer position = luaL_optinteger(s->L, 3, 1), length = (lua_Integer)s->length;
    if (position < 0) position = position < -length ? 1 : length + position + 1;
    *offset = position > 0 ? (size_t)position - 1 : 0;
    return *offset <= s->length;
}

/// Begins a search and finds the first match.
static bool find_first(search *s, lua_State *L, cpl_pattern_kind kind, const char *function) {
    size_t offset;
    begin(s, L, kind, function);
    return read_start(s, &offset) && find_match(s, offset, s->count);
}

static int regex_match(lua_State *L) {
    search s;
    if (find_first(&s, L, CPL_REGEX, "regex.match")) return push_groups(&s);
    lua_pushnil(L);
    return 1;
}

static int regex_find(lua_State *L) {
    search s;
    if (!find_first(&s, L, CPL_REGEX, "regex.find")) { lua_pushnil(L); return 1; }
    lua_pushinteger(L, s.ranges[0].start + 1);
    lua_pushinteger(L, s.ranges[0].end);
    return 2 + (s.count ? push_groups(&s) : 0);
}

static int regex_test(lua_State *L) {
    search s;
    begin(&s, L, CPL_REGEX, "regex.test");
    lua_pushboolean(L, find_match(&s, 0, -1));
    return 1;
}

/// Converts the text of a field in a grok pattern; a text that is not a number stays a text.
static void push_converted(const search *s, int number) {
    lua_State *L = s->L;
    cpr_conversion conversion = cpr_groups(s->pattern)[number].conversion;
    push_range(s, number);
    if (conversion == CPR_TEXT || !lua_stringtonumber(L, lua_tostring(L, -1))) return;
    lua_Integer integer;
    if (conversion == CPR_FLOAT) {
        lua_pushnumber(L, lua_tonumber(L, -1));
    } else if (lua_numbertointeger(lua_tonumber(L, -1), &integer)) {
        lua_pushinteger(L, lua_isinteger(L, -1) ? lua_tointeger(L, -1) : integer);
    } else {
        push_range(s, number);
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/// Pushes a table of the groups: named ones by name, others by number; for grok only named ones.
static int push_table(const search *s) {
    lua_State *L = s->L;
    const cpr_group *groups = cpr_groups(s->pattern);
    lua_createtable(L, 0, s->count);
    for (int i = 1; i <= s->count; i++) {
        if (s->ranges[i].start < 0) continue;
        if (!groups[i].name) {
            if (s->kind == CPL_GROK) continue;
            push_range(s, i);
            lua_rawseti(L, -2, i);
            continue;
        }
        lua_pushlstring(L, groups[i].name, groups[i].name_length);
        lua_pushvalue(L, -1);
        // Of fields with the same name the first one is used.
        bool is_new = lua_rawget(L, -3) == LUA_TNIL;
        lua_pop(L, 1);
        if (!is_new) { lua_pop(L, 1); continue; }
        push_converted(s, i);
        lua_rawset(L, -3);
    }
    return 1;
}

static int regex_captures(lua_State *L) {
    search s;
    if (find_first(&s, L, CPL_REGEX, "regex.captures")) return push_table(&s);
    lua_pushnil(L);
    return 1;
}

enum { most_definitions = 1000 };

/// Puts a table of definitions in front of the pattern, so that the cache finds compiled patterns by both.
static void add_definitions(lua_State *L) {
    static const char mark = cpr_definition;
    luaL_checktype(L, 2, LUA_TSTRING);
    lua_settop(L, 4);
    cpl_push_sorted_keys(L, 3);
    int count = (int)lua_rawlen(L, 5), pieces = 0;
    if (count > most_definitions) luaL_error(L, "regex.grok: there are more than %d definitions", most_definitions);
    luaL_checkstack(L, 5 * count + 8, "too many definitions");
    for (int i = 1; i <= count; i++, pieces += 5) {
        lua_pushlstring(L, &mark, 1);
        lua_rawgeti(L, 5, i);
        lua_pushlstring(L, &mark, 1);
        lua_pushvalue(L, -2);
        lua_rawget(L, 3);
        size_t length;
        const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
        if (!text || lua_type(L, -3) != LUA_TSTRING || memchr(text, mark, length))
            luaL_error(L, "regex.grok: the definitions must be patterns by their names, such as { ORDER = \"[A-Z]+[0-9]+\" }");
        lua_pushlstring(L, &mark, 1);
    }
    lua_pushvalue(L, 2);
    lua_concat(L, pieces + 1);
    lua_replace(L, 2);
    // The next argument is the start of the search, as without definitions.
    lua_settop(L, 4);
    lua_remove(L, 3);
}

static int regex_grok(lua_State *L) {
    search s;
    if (lua_istable(L, 3)) add_definitions(L);
    if (find_first(&s, L, CPL_GROK, "regex.grok")) return push_table(&s);
    lua_pushnil(L);
    return 1;
}

/// The offset of the character after the one at `at`, so that no empty match is inside of a character.
static size_t after_character(const search *s, size_t at) {
    at++;
    while (at < s->length && ((unsigned char)s->text[at] & 0xC0) == 0x80) at++;
    return at;
}

/// The state of a loop over all matches.
typedef struct iteration {
    size_t next;               // where the next search begins
    ptrdiff_t last_end;        // of the match before; -1 if there is none
} iteration;

/// Finds the next match; an empty one right after another match is skipped.
static bool find_next(search *s, iteration *at) {
    while (at->next <= s->length) {
        if (!find_match(s, at->next, s->count)) break;
        ptrdiff_t end = s->ranges[0].end;
        if (s->ranges[0].start == end && end == at->last_end) {
            at->next = after_character(s, (size_t)end);
            continue;
        }
        at->last_end = end;
        at->next = (size_t)end;
        return true;
    }
    at->next = s->length + 1;
    return false;
}

// Upvalues: the cache, then text, pattern and iteration.
static int next_match(lua_State *L) {
    search s;
    iteration *at = lua_touserdata(L, lua_upvalueindex(4));
    lua_settop(L, 0);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushvalue(L, lua_upvalueindex(3));
    begin(&s, L, CPL_REGEX, "regex.gmatch");
    return find_next(&s, at) ? push_groups(&s) : 0;
}

static int regex_gmatch(lua_State *L) {
    search s;
    begin(&s, L, CPL_REGEX, "regex.gmatch");
    lua_settop(L, 2);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    iteration *at = lua_newuserdatauv(L, sizeof *at, 0);
    *at = (iteration){0, -1};
    lua_pushcclosure(L, next_match, 4);
    return 1;
}

/// Adds the group that a template names; `at` is after the backslash. Returns the end of the name.
static const char *add_group(search *s, luaL_Buffer *buffer, const char *at, const char *end) {
    int number = -1;
    if (at < end && *at >= '0' && *at <= '9') {
        number = *at++ - '0';
    } else if (end - at > 2 && at[0] == 'g' && at[1] == '<') {
        const char *name = at + 2, *close = memchr(name, '>', (size_t)(end - name));
        if (close && (number = cpr_find_group(s->pattern, name, (size_t)(close - name)))) at = close + 1;
        else number = -1;
    }
    if (number < 0 || number > s->count)
        luaL_error(s->L, "%s: the replacement must have a group of the pattern after each backslash, such as \\1 or "
                         "\\g<name>, or another backslash", s->function);
    const cpr_range *range = &s->ranges[number];
    if (range->start >= 0) luaL_addlstring(buffer, s->text + range->start, (size_t)(range->end - range->start));
    return at;
}

static void add_template(search *s, luaL_Buffer *buffer) {
    size_t length;
    const char *at = lua_tolstring(s->L, 3, &length), *end = at + length;
    while (at < end) {
        const char *backslash = memchr(at, '\\', (size_t)(end - at));
        luaL_addlstring(buffer, at, (size_t)((backslash ? backslash : end) - at));
        if (!backslash) break;
        at = backslash + 1;
        if (at < end && *at == '\\') luaL_addchar(buffer, *at++);
        else at = add_group(s, buffer, at, end);
        cpl_check_length(s->L, luaL_bufflen(buffer), s->function);
    }
}

/// Adds the replacement of the match; the match itself if the script returns nil or false.
static void add_replacement(search *s, luaL_Buffer *buffer) {
    lua_State *L = s->L;
    cpr_range whole = s->ranges[0];
    if (lua_type(L, 3) == LUA_TFUNCTION) {
        lua_pushvalue(L, 3);
        lua_call(L, push_groups(s), 1);
    } else if (lua_type(L, 3) == LUA_TTABLE) {
        push_range(s, s->count ? 1 : 0);
        lua_gettable(L, 3);
    } else {
        add_template(s, buffer);
        return;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(buffer, s->text + whole.start, (size_t)(whole.end - whole.start));
    } else {
        if (!lua_isstring(L, -1))
            luaL_error(L, "%s: a replacement must be a string or a number, got a %s", s->function, luaL_typename(L, -1));
        luaL_addvalue(buffer);
    }
    find_pattern(s);
}

static int regex_replace(lua_State *L) {
    search s;
    begin(&s, L, CPL_REGEX, "regex.replace");
    int type = lua_type(L, 3);
    luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TTABLE || type == LUA_TFUNCTION, 3,
                     "string/function/table");
    lua_Integer most = luaL_optinteger(L, 4, LUA_MAXINTEGER), count = 0;
    lua_settop(L, 3);
    iteration at = {0, -1};
    size_t copied = 0;
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    while (count < most && find_next(&s, &at)) {
        count++;
        luaL_addlstring(&buffer, s.text + copied, (size_t)s.ranges[0].start - copied);
        copied = (size_t)s.ranges[0].end;
        add_replacement(&s, &buffer);
        cpl_check_length(L, luaL_bufflen(&buffer), s.function);
    }
    if (count > 0) {
        luaL_addlstring(&buffer, s.text + copied, s.length - copied);
        luaL_pushresult(&buffer);
    } else {
        lua_pushvalue(L, 1);
    }
    lua_pushinteger(L, count);
    return 2;
}

static int regex_escape(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        bool is_plain = c >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (c == 0) { luaL_addstring(&buffer, "\\x00"); continue; }
        if (!is_plain) luaL_addchar(&buffer, '\\');
        luaL_addchar(&buffer, text[i]);
    }
    luaL_pushresult(&buffer);
    cpl_check_length(L, lua_rawlen(L, -1), "regex.escape");
    return 1;
}

void cpl_push_regex(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"match", regex_match}, {"find", regex_find}, {"test", regex_test}, {"captures", regex_captures},
        {"gmatch", regex_gmatch}, {"replace", regex_replace}, {"escape", regex_escape}, {"grok", regex_grok},
        {NULL, NULL},
    };
    luaL_newlibtable(L, functions);
    lua_newtable(L);           // the cache's keys
    luaL_setfuncs(L, functions, 1);
}
