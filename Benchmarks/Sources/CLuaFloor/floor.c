#include "CLuaFloor.h"

#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#include <stdlib.h>

struct floor_state {
    lua_State *lua;
};

// The calls of a commander that the scripts of this benchmark make; each says what was decided.
static const char *const commander =
    "return { default = function() return 'default' end, reject = function(_, why) return why end }";

floor_state *floor_new(const char *script, const char *event) {
    lua_State *L = luaL_newstate();
    if (!L) return NULL;
    luaL_openlibs(L);
    // 1: execute, 2: the event, 3: the commander
    if (luaL_dostring(L, script) || lua_getfield(L, -1, "execute") != LUA_TFUNCTION) goto failed;
    lua_remove(L, -2);
    if (luaL_dostring(L, event) || luaL_dostring(L, commander)) goto failed;
    floor_state *state = malloc(sizeof *state);
    if (!state) goto failed;
    state->lua = L;
    return state;
failed:
    lua_close(L);
    return NULL;
}

int floor_call(floor_state *state, int times) {
    lua_State *L = state->lua;
    int failures = 0;
    for (int i = 0; i < times; i++) {
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        lua_pushvalue(L, 3);
        if (lua_pcall(L, 2, 1, 0) != LUA_OK) failures++;
        lua_settop(L, 3);
    }
    return failures;
}

void floor_free(floor_state *state) {
    if (!state) return;
    lua_close(state->lua);
    free(state);
}
