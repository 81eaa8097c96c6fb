// Counts the executions of a script's statements and conditions.
//
// The host rewrites a file (LuaSyntax): the chunk takes a table and returns the file's own chunk, in which statements
// and conditions increment numbers of the table. Line numbers stay the same. Documentation/decisions/0041 compares
// the cost with a line hook.
#include "internal.h"

/// Registry: the counters of files by name.
static const char counters;

void cpl_bind_counters(lua_State *L, const char *name) {
    if (!cpl_of(L)->counting) return;
    cpl_push_named(L, &counters, name);
    lua_call(L, 1, 1);
}

void cpl_count_runs(cpl_state *state) { state->counting = true; }

typedef struct taking {
    const char *name;
    uint64_t *counts;
    size_t room, count;
} taking;

static int take_counts(lua_State *L) {
    taking *t = lua_touserdata(L, 1);
    cpl_push_named(L, &counters, t->name);
    t->count = lua_rawlen(L, -1);
    for (size_t i = 1; i <= t->count && i <= t->room; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        t->counts[i - 1] = (uint64_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
        lua_pushinteger(L, 0);
        lua_rawseti(L, -2, (lua_Integer)i);
    }
    return 0;
}

size_t cpl_take_counts(cpl_state *state, const char *name, uint64_t *counts, size_t room) {
    lua_State *L = state->main;
    if (!L) return 0;
    taking t = {name, counts, room, 0};
    lua_settop(L, 0);
    lua_pushcfunction(L, take_counts);
    lua_pushlightuserdata(L, &t);
    // Setting existing fields of a table needs no memory; after an error there are no counts.
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) t.count = 0;
    lua_settop(L, 0);
    return t.count;
}
