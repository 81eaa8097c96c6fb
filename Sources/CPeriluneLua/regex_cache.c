// Compiled patterns are kept by their text: compiling takes a hundred times as long as a match. RE2's memory is the
// host's, and limited by their number and by what each may come to use.
//
// A table of Lua finds the slot of a pattern by its text, which may be compared by its address; texts of grok patterns
// are in a table of their own within it. The slot knows its text from the same table, by its number.
#include "regex_cache.h"

#include <stdlib.h>

enum { most_patterns = 64, most_memory = 32 << 20 };

/// In the table of keys: the table of the keys of grok patterns.
static const char grok_keys;

struct cpl_regex_cache {
    struct { cpr_pattern *pattern; uint64_t used; cpl_pattern_kind kind; } slots[most_patterns];
    size_t memory;
    uint64_t clock;
};

static void drop(struct cpl_regex_cache *cache, int slot) {
    if (!cache->slots[slot].pattern) return;
    cache->memory -= cpr_memory(cache->slots[slot].pattern);
    cpr_free(cache->slots[slot].pattern);
    cache->slots[slot].pattern = NULL;
}

void cpl_free_regexes(cpl_state *state) {
    if (!state->regexes) return;
    for (int slot = 0; slot < most_patterns; slot++) drop(state->regexes, slot);
    free(state->regexes);
    state->regexes = NULL;
}

/// Pushes the table from texts to slots, and from slots to texts.
static void push_keys(lua_State *L, cpl_pattern_kind kind) {
    if (kind == CPL_REGEX) { lua_pushvalue(L, lua_upvalueindex(1)); return; }
    if (lua_rawgetp(L, lua_upvalueindex(1), &grok_keys) == LUA_TTABLE) return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, lua_upvalueindex(1), &grok_keys);
}

/// Removes the text of a slot.
static void forget_key(lua_State *L, cpl_pattern_kind kind, int slot) {
    push_keys(L, kind);
    lua_rawgeti(L, -1, slot + 1);
    if (lua_type(L, -1) == LUA_TSTRING) {
        lua_pushnil(L);
        lua_rawset(L, -3);
        lua_pushnil(L);
        lua_rawseti(L, -2, slot + 1);
        lua_pop(L, 1);
    } else {
        lua_pop(L, 2);
    }
}

static bool is_older(const struct cpl_regex_cache *cache, int slot, int other) {
    return cache->slots[slot].used < cache->slots[other].used;
}

/// Empties the slot of the least recently used pattern.
static int drop_oldest(lua_State *L, struct cpl_regex_cache *cache) {
    int oldest = -1;
    for (int slot = 0; slot < most_patterns; slot++)
        if (cache->slots[slot].pattern && (oldest < 0 || is_older(cache, slot, oldest))) oldest = slot;
    forget_key(L, cache->slots[oldest].kind, oldest);
    cpj_begin_busy();
    drop(cache, oldest);
    cpj_end_busy();
    return oldest;
}

static int free_slot(lua_State *L, struct cpl_regex_cache *cache) {
    for (int slot = 0; slot < most_patterns; slot++)
        if (!cache->slots[slot].pattern) return slot;
    return drop_oldest(L, cache);
}

_Noreturn static void refuse(lua_State *L, const char *function, const char *code, const char *message, const char *hint) {
    cpj_buffer *answer = &cpl_of(L)->answer;
    const char *names[] = {"{\"code\":", ",\"message\":", ",\"hint\":"};
    const char *values[] = {code, lua_pushfstring(L, "%s: %s", function, message), hint};
    answer->count = 0;
    for (int i = 0; i < 3; i++) {
        if (!*values[i]) continue;
        cpj_put(answer, names[i], strlen(names[i]));
        if (!cpj_put_string(answer, values[i], strlen(values[i]))) luaL_error(L, "%s: invalid pattern", function);
    }
    cpj_put_byte(answer, '}');
    cpl_raise_answer(L);
}

void cpl_raise_regex_work(lua_State *L, const char *function, size_t length) {
    refuse(L, function, "regex.work",
          lua_pushfstring(L, "the pattern is too large for a text of %I bytes: the match could take too long", (lua_Integer)length),
          "search in a part of the text, or split the pattern");
}

static const cpr_pattern *compile(lua_State *L, int index, cpl_pattern_kind kind, const char *function) {
    cpl_state *state = cpl_of(L);
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    cpr_problem problem;
    luaL_checkstack(L, 8, NULL);
    cpj_begin_busy();
    if (!state->regexes) state->regexes = calloc(1, sizeof *state->regexes);
    cpj_end_busy();
    struct cpl_regex_cache *cache = state->regexes;
    if (!cache) luaL_error(L, "%s: not enough memory", function);
    int slot = free_slot(L, cache);
    cpj_begin_busy();
    cpr_pattern *pattern = cpr_new(text, length, kind == CPL_GROK, &problem);
    if (pattern) cache->memory += cpr_memory(pattern);
    cache->slots[slot].pattern = pattern;
    cache->slots[slot].kind = kind;
    cache->slots[slot].used = ++cache->clock;
    cpj_end_busy();
    cpl_check_budget(L);
    if (!pattern) refuse(L, function, problem.code, problem.message, problem.hint);
    while (cache->memory > most_memory) drop_oldest(L, cache);
    push_keys(L, kind);
    // In this order: after a failure, a text without a slot is harmless, while a slot without its text would never be
    // removed from the table.
    lua_pushvalue(L, index);
    lua_rawseti(L, -2, slot + 1);
    lua_pushvalue(L, index);
    lua_pushinteger(L, slot);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    return pattern;
}

const cpr_pattern *cpl_regex(lua_State *L, int index, cpl_pattern_kind kind, const char *function) {
    luaL_checkstring(L, index);
    push_keys(L, kind);
    lua_pushvalue(L, index);
    bool is_known = lua_rawget(L, -2) == LUA_TNUMBER;
    lua_Integer slot = lua_tointeger(L, -1);
    lua_pop(L, 2);
    if (!is_known) return compile(L, index, kind, function);
    struct cpl_regex_cache *cache = cpl_of(L)->regexes;
    cache->slots[slot].used = ++cache->clock;
    return cache->slots[slot].pattern;
}
