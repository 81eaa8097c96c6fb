// Matches a Lua pattern outside of any script, for test.matches.
#include "internal.h"

typedef struct matching {
    const char *pattern, *subject;
    size_t pattern_length, subject_length;
} matching;

static int find(lua_State *L) {
    const matching *m = lua_touserdata(L, 1);
    lua_getglobal(L, LUA_STRLIBNAME);
    lua_getfield(L, -1, "find");
    lua_pushlstring(L, m->subject, m->subject_length);
    lua_pushlstring(L, m->pattern, m->pattern_length);
    lua_call(L, 2, 1);
    return 1;
}

cpl_status cpl_matches(cpl_state *state, const char *pattern, size_t pattern_length,
                       const char *subject, size_t subject_length, bool *matches) {
    lua_State *L = state->main;
    matching m = {pattern, subject, pattern_length, subject_length};
    lua_settop(L, 0);
    lua_pushcfunction(L, cpl_message_handler);
    lua_pushcfunction(L, find);
    lua_pushlightuserdata(L, &m);
    cpl_status status = cpl_status_of(state, cpl_watched_call(state, L, 1, 1));
    *matches = false;
    if (!state->main) return status;
    *matches = status == CPL_OK && !lua_isnil(L, -1);
    lua_settop(L, 0);
    return status;
}
