// The function `load` for Lua's own test suite. Scripts never have it.
#include "internal.h"

/// Replaces the function at 1 by the text that it returns in pieces.
static int read_all(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (;;) {
        lua_pushvalue(L, 1);
        lua_call(L, 0, 1);
        if (lua_isnil(L, -1) || (lua_type(L, -1) == LUA_TSTRING && lua_rawlen(L, -1) == 0)) break;
        if (lua_type(L, -1) != LUA_TSTRING) return luaL_error(L, "reader function must return a string");
        luaL_addvalue(&text);
    }
    lua_pop(L, 1);
    luaL_pushresult(&text);
    return 1;
}

/// Arguments: a text or a function that returns its pieces, the chunk's name, the mode (ignored: only text is
/// compiled), the environment.
static int load(lua_State *L) {
    const char *name = luaL_optstring(L, 2, "=(load)");
    lua_settop(L, 4);
    if (lua_type(L, 1) != LUA_TSTRING) {
        lua_pushcfunction(L, read_all);
        lua_pushvalue(L, 1);
        if (lua_pcall(L, 1, 1, 0) != LUA_OK) {
            lua_pushnil(L);
            lua_insert(L, -2);
            return 2;
        }
        lua_replace(L, 1);
    }
    size_t length;
    const char *text = lua_tolstring(L, 1, &length);
    if (cpl_compile(L, text, length, lua_isnoneornil(L, 2) ? text : name) != LUA_OK) {
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    if (!lua_isnil(L, 4)) {
        lua_pushvalue(L, 4);
        lua_setupvalue(L, -2, 1);
    }
    return 1;
}

static int add(lua_State *L) {
    lua_pushcfunction(L, load);
    lua_setglobal(L, "load");
    return 0;
}

cpl_status cpl_add_load(cpl_state *state) { return cpl_protected(state, add); }
