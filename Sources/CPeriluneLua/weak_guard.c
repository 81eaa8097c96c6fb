// Disables weak tables.
//
// setmetatable refuses `__mode`, but a script can make a table a metatable first and name `__mode` in it later.
// Weak tables show when the collector ran, which differs from run to run. And with them Lua 5.4.4 has two
// defects: what a `__newindex` leads to may be freed while it is assigned to, and a metatable may be freed that
// an all-weak table just got.
//
// Lua keeps the names of its metamethods in one array, and compares keys with these strings by address. There
// `__mode` is replaced by a string that is too long to be found among a table's keys.
#include "internal.h"

enum { names = 6, mode = 3 };

static const char unused_name;

bool cpl_forget_weak_tables(lua_State *L) {
    static const char *const metamethods[names] = {"__index", "__newindex", "__gc", "__mode", "__len", "__eq"};
    luaL_checkstack(L, names + 2, NULL);
    const void *strings[names];
    int top = lua_gettop(L);
    for (int i = 0; i < names; i++) {
        lua_pushstring(L, metamethods[i]);
        strings[i] = lua_topointer(L, -1);
    }
    // Longer than 40 bytes, so that Lua does not intern it.
    lua_pushliteral(L, "a name that no table has, so that Lua does not find it");
    const void *unused = lua_topointer(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &unused_name);
    lua_settop(L, top);
    // The array is in the block that Lua requested first, together with the main coroutine.
    const struct cpl_memory *memory = &cpl_of(L)->memory;
    const void **word = (const void **)memory->first, **end = word + memory->first_size / sizeof *word;
    for (; word + names <= end; word++) {
        if (memcmp(word, strings, sizeof strings) != 0) continue;
        word[mode] = unused;
        return true;
    }
    return false;
}
