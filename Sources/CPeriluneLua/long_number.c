// A JSON number in a copy of JSON data that fits neither a 64-bit integer nor a double. It keeps its text and is
// written as it was read. A script that computes with it gets an error, as with one in the event.
#include "internal.h"

static const char long_number_metatable;

bool cpl_is_long_number(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return false;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &long_number_metatable);
    bool same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return same;
}

void cpl_push_long_number(lua_State *L, cpj_text spelling) {
    void *text = lua_newuserdatauv(L, spelling.length, 0);
    memcpy(text, spelling.bytes, spelling.length);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &long_number_metatable);
    lua_setmetatable(L, -2);
}

static int number_text(lua_State *L) {
    luaL_argcheck(L, cpl_is_long_number(L, 1), 1, "a number expected");
    lua_pushlstring(L, lua_touserdata(L, 1), lua_rawlen(L, 1));
    return 1;
}

static int number_equal(lua_State *L) {
    size_t length = lua_rawlen(L, 1);
    lua_pushboolean(L, cpl_is_long_number(L, 1) && cpl_is_long_number(L, 2) && lua_rawlen(L, 2) == length
                           && memcmp(lua_touserdata(L, 1), lua_touserdata(L, 2), length) == 0);
    return 1;
}

static int number_error(lua_State *L) {
    // Without the number, which may be a secret.
    return luaL_error(L, "the number does not fit a script (64-bit integer or double); tostring(number) gives its "
                         "spelling");
}

void cpl_open_long_numbers(lua_State *L) {
    static const char *const computing[] = {
        "__add", "__sub", "__mul", "__div", "__idiv", "__mod", "__pow", "__unm", "__band", "__bor", "__bxor", "__bnot",
        "__shl", "__shr", "__lt", "__le", "__index", "__newindex",
    };
    lua_createtable(L, 0, 24);
    for (size_t i = 0; i < sizeof computing / sizeof *computing; i++) {
        lua_pushcfunction(L, number_error);
        lua_setfield(L, -2, computing[i]);
    }
    lua_pushcfunction(L, number_text);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, number_equal);
    lua_setfield(L, -2, "__eq");
    lua_pushliteral(L, "number");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &long_number_metatable);
}
