// pairs and next in an order that does not change from run to run. Both show the keys that were
// there when the traversal began: fields may be changed or cleared on the way, and new ones are not
// visited.
#include "libraries.h"

// How many tables `next` remembers the keys of, so that nested loops with next do not sort again at
// each step.
enum { REMEMBERED = 4 };

// Upvalue: the length. The functions here run once for each turn of a loop, so they call as little of
// the Lua API as they can.
static int next_index(lua_State *L)
{
    if (!lua_istable(L, 1)) luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer length = lua_tointeger(L, lua_upvalueindex(1)), i = lua_tointeger(L, 2);
    if (i < 0) i = length;
    while (i < length) {
        lua_pushinteger(L, ++i);
        if (lua_rawgeti(L, 1, i) != LUA_TNIL) return 2;
        lua_pop(L, 2);
    }
    lua_pushnil(L);
    return 1;
}

// Pushes the key at `position` or later that still has a value, and the value. Returns its
// position, or 0 if there is none. Table at 1.
static lua_Integer push_from(lua_State *L, int keys, lua_Integer position)
{
    while (lua_rawgeti(L, keys, position) != LUA_TNIL) {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 1) != LUA_TNIL) return position;
        lua_pop(L, 2);
        if ((++position & 255) == 0) cpl_check_budget(L);
    }
    return 0;
}

// Upvalues: the position of the last key shown, then the sorted keys.
static int next_of_few(lua_State *L)
{
    if (!lua_istable(L, 1)) luaL_checktype(L, 1, LUA_TTABLE);
    int position = lua_isnoneornil(L, 2) ? 0 : (int)lua_tointeger(L, lua_upvalueindex(1));
    for (;;) {
        lua_pushvalue(L, lua_upvalueindex(++position + 1));
        if (lua_isnil(L, -1)) return 1;        // past the last upvalue
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 1) != LUA_TNIL) break;
        lua_pop(L, 2);
    }
    lua_pushinteger(L, position);
    lua_replace(L, lua_upvalueindex(1));
    return 2;
}

// Upvalues: the position of the last key shown, the sorted keys.
static int next_of_many(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer shown = lua_isnoneornil(L, 2) ? 0 : lua_tointeger(L, lua_upvalueindex(1));
    lua_settop(L, 1);
    lua_Integer position = push_from(L, lua_upvalueindex(2), shown + 1);
    if (!position) return 1;
    lua_pushinteger(L, position);
    lua_replace(L, lua_upvalueindex(1));
    return 2;
}

// The length of a table whose keys are 1 to n in the order of its memory, -1 for any other.
static lua_Integer sequence_length(lua_State *L)
{
    lua_Integer length = 0;
    for (lua_pushnil(L); lua_next(L, 1);) {
        lua_pop(L, 1);
        if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) != ++length) {
            lua_pop(L, 1);
            return -1;
        }
    }
    return length;
}

// Keys that can't be sorted come last. One such key always has the same place; the order of two would depend on
// their addresses.
static void refuse_unordered(lua_State *L, int last, int before)
{
    if (!cpl_has_order(L, last) && !cpl_has_order(L, before))
        luaL_error(L, "the keys of the table have no order: two of them are neither strings, numbers nor booleans "
                      "(one is a %s); keep the keys in a list and loop over it", luaL_typename(L, last));
}

static void refuse_unordered_list(lua_State *L, int keys)
{
    lua_Integer count = (lua_Integer)lua_rawlen(L, keys);
    if (count < 2) return;
    keys = lua_absindex(L, keys);
    lua_rawgeti(L, keys, count);
    lua_rawgeti(L, keys, count - 1);
    refuse_unordered(L, -1, -2);
    lua_pop(L, 2);
}

static int pairs_continued(lua_State *L, int status, lua_KContext context)
{
    (void)L, (void)status, (void)context;
    return 3;
}

static int pairs(lua_State *L)
{
    luaL_checkany(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_callk(L, 1, 3, 0, pairs_continued);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    return cpl_plain_pairs(L);
}

int cpl_plain_pairs(lua_State *L)
{
    lua_settop(L, 1);
    lua_Integer length = sequence_length(L);
    if (length == 0) {
        lua_pushcfunction(L, next_index);
    } else if (length > 0) {
        lua_pushinteger(L, length);
        lua_pushcclosure(L, next_index, 1);
    } else {
        int count = cpl_spread_sorted_keys(L, 1);
        if (count > 1) refuse_unordered(L, -1, -2);
        lua_pushinteger(L, 0);
        if (count >= 0) {
            lua_insert(L, -(count + 1));
            lua_pushcclosure(L, next_of_few, count + 1);
        } else {
            cpl_push_sorted_keys(L, 1);
            refuse_unordered_list(L, -1);
            lua_pushcclosure(L, next_of_many, 2);
        }
    }
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

// What `next` remembers of a table: memory[2i - 1] is the table, memory[2i] its sorted keys, whose
// entry 0 is the position of the last key that was shown. memory[0] is the i to overwrite next.
static int find_memory(lua_State *L, int memory)
{
    for (int i = 1; i <= REMEMBERED; i++) {
        lua_rawgeti(L, memory, 2 * i - 1);
        bool found = lua_rawequal(L, -1, 1);
        lua_pop(L, 1);
        if (found) return i;
    }
    return 0;
}

static void forget(lua_State *L, int memory, int i)
{
    if (i == 0) return;
    lua_pushboolean(L, 0);
    lua_rawseti(L, memory, 2 * i - 1);
    lua_pushboolean(L, 0);
    lua_rawseti(L, memory, 2 * i);
}

static int remember(lua_State *L, int memory)
{
    lua_rawgeti(L, memory, 0);
    int i = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    lua_pushinteger(L, i % REMEMBERED + 1);
    lua_rawseti(L, memory, 0);
    lua_pushvalue(L, 1);
    lua_rawseti(L, memory, 2 * i - 1);
    lua_pushvalue(L, 3);
    lua_rawseti(L, memory, 2 * i);
    return i;
}

// Pushes the sorted keys of the table at 1 as index 3 and returns the position of the key at 2.
static lua_Integer locate(lua_State *L, int memory, int *i)
{
    *i = find_memory(L, memory);
    if (*i) {
        lua_rawgeti(L, memory, 2 * *i);
        lua_rawgeti(L, 3, 0);
        lua_Integer position = lua_tointeger(L, -1);
        lua_rawgeti(L, 3, position);
        bool same = lua_rawequal(L, -1, 2);
        lua_pop(L, 2);
        if (same) return position;
        lua_pop(L, 1);
        forget(L, memory, *i);
    }
    cpl_push_sorted_keys(L, 1);
    refuse_unordered_list(L, 3);
    lua_Integer position = cpl_find_sorted_key(L, 3, 2);
    if (position < 0) luaL_error(L, "invalid key to 'next'");
    *i = remember(L, memory);
    return position;
}

static int next(lua_State *L)
{
    int memory = lua_upvalueindex(1), i = 0;
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    if (cpl_is_stored(L, 1)) {
        if (lua_isnil(L, 2)) {
            cpl_stored_pairs(L);
            lua_call(L, 2, 2);
            return 2;
        }
        cpl_read_whole(L, 1);
    }
    if (lua_isnil(L, 2)) {
        // Most calls of this form only ask whether the table is empty or has one entry.
        forget(L, memory, find_memory(L, memory));
        if (!lua_next(L, 1)) {
            lua_pushnil(L);
            return 1;
        }
        lua_settop(L, 1);
        if (cpl_push_first_key(L, 1)) {
            lua_pushvalue(L, -1);
            lua_rawget(L, 1);
            return 2;
        }
        // A key without an order cannot be found again once it is cleared, so remember it now.
        cpl_push_sorted_keys(L, 1);
        refuse_unordered_list(L, 3);
        i = remember(L, memory);
    }
    lua_Integer position = i ? 0 : locate(L, memory, &i);
    position = push_from(L, 3, position + 1);
    if (!position) {
        forget(L, memory, i);
        return 1;
    }
    lua_pushinteger(L, position);
    lua_rawseti(L, 3, 0);
    return 2;
}

void cpl_add_iteration(lua_State *L)
{
    lua_pushcfunction(L, pairs);
    lua_setfield(L, -2, "pairs");
    lua_createtable(L, 2 * REMEMBERED, 1);
    for (int i = 1; i <= REMEMBERED; i++) forget(L, lua_gettop(L), i);
    lua_pushinteger(L, 1);
    lua_rawseti(L, -2, 0);
    lua_pushcclosure(L, next, 1);
    lua_setfield(L, -2, "next");
}
