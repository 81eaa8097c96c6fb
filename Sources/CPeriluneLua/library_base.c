// The base library without what compiles, prints, collects or shows addresses. Stock luaopen_base
// would put load and dofile among the globals, if only for a moment; it is opened here while
// another table plays the globals, and what is safe is copied.
#include "libraries.h"

static const char *const safe[] = {
    "assert", "error",  "getmetatable", "ipairs",   "rawequal", "rawget",
    "rawlen", "rawset", "select",       "tonumber", "type",     NULL,
};

void cpl_copy_stock(lua_State *L, lua_CFunction open, const char *const names[])
{
    int target = lua_gettop(L);
    luaL_checkstack(L, 4, NULL);
    lua_pushcfunction(L, open);
    lua_call(L, 0, 1);
    for (; *names; names++) {
        lua_getfield(L, -1, *names);
        lua_setfield(L, target, *names);
    }
    lua_settop(L, target);
}

void cpl_publish(lua_State *L, const char *name)
{
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
    lua_setglobal(L, name);
}

void cpl_check_length(lua_State *L, size_t length, const char *function)
{
    size_t limit = cpl_of(L)->limits.string_length;
    if (limit && length > limit)
        luaL_error(L, "the result of %s is too long (over %I bytes)", function, (lua_Integer)limit);
}

const char *cpl_push_text(lua_State *L, int index, size_t *length)
{
    index = lua_absindex(L, index);
    luaL_checkstack(L, 4, NULL);
    // Strings have a metatable, but it is ours and has no such field.
    if (lua_type(L, index) == LUA_TSTRING) {
        lua_pushvalue(L, index);
        return lua_tolstring(L, -1, length);
    }
    if (luaL_callmeta(L, index, "__tostring")) {
        if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
        return lua_tolstring(L, -1, length);
    }
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
        return luaL_tolstring(L, index, length);
    default:
        // Addresses differ between runs, and would help attackers.
        if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING)
            return lua_tolstring(L, -1, length);
        lua_pushstring(L, luaL_typename(L, index));
        return lua_tolstring(L, -1, length);
    }
}

static int to_string(lua_State *L)
{
    luaL_checkany(L, 1);
    cpl_push_text(L, 1, NULL);
    return 1;
}

static void refuse_field(lua_State *L, const char *name)
{
    lua_pushstring(L, name);
    if (lua_rawget(L, 2) != LUA_TNIL) luaL_error(L, "%s is not available to scripts", name);
    lua_pop(L, 1);
}

// Finalizers run with hooks off, so that a loop in one could not be stopped; weak tables show when
// the collector ran, which differs from run to run.
static int set_metatable(lua_State *L)
{
    int type = lua_type(L, 2);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
        return luaL_error(L, "cannot change a protected metatable");
    if (type == LUA_TTABLE) {
        refuse_field(L, "__gc");
        refuse_field(L, "__mode");
    }
    lua_settop(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

void cpl_open_base(lua_State *L)
{
    static const luaL_Reg own[] = {
        {"tostring", to_string},
        {"setmetatable", set_metatable},
        {NULL, NULL},
    };
    luaL_checkstack(L, 6, NULL);
    lua_pushglobaltable(L);
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    cpl_copy_stock(L, luaopen_base, safe);
    lua_pushvalue(L, -1);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);

    luaL_setfuncs(L, own, 0);
    cpl_add_iteration(L);
    cpl_add_protected(L);
    lua_pushliteral(L, LUA_VERSION);
    lua_setfield(L, -2, "_VERSION");
    cpl_publish(L, LUA_GNAME);
}

void cpl_open_libraries(lua_State *L)
{
    cpl_open_base(L);
    cpl_open_string(L);
    cpl_open_table(L);
    cpl_open_math(L);
    cpl_open_os(L);
    cpl_open_utf8(L);
    cpl_open_coroutine(L);
}
