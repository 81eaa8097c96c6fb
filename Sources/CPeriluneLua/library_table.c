// The table library on raw access. The stock one honours __len, __index and __newindex, so that a
// table which claims to be huge keeps one C function busy for ever; here such a table is refused,
// and what one call may do is bounded.
#include <limits.h>

#include "libraries.h"

enum { MOST_MOVED = 1000000, MOST_UNPACKED = 4000 };

void cpl_check_plain(lua_State *L, int index, const char *function)
{
    static const char *const fields[] = {"__len", "__index", "__newindex"};
    luaL_checktype(L, index, LUA_TTABLE);
    if (cpl_is_stored(L, index) || !lua_getmetatable(L, index)) return;
    for (int i = 0; i < 3; i++) {
        lua_pushstring(L, fields[i]);
        if (lua_rawget(L, -2) != LUA_TNIL) luaL_error(L, "%s requires a plain table", function);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

// On a plain table lua_geti and lua_seti do what the raw functions do, and are faster. On a large table of state
// they read and write members.
static void shift_up(lua_State *L, lua_Integer from, lua_Integer last)
{
    for (lua_Integer i = last; i >= from; i--) {
        lua_geti(L, 1, i);
        lua_seti(L, 1, i + 1);
        if ((i & 4095) == 0) cpl_check_budget(L);
    }
}

static void shift_down(lua_State *L, lua_Integer from, lua_Integer last)
{
    for (lua_Integer i = from; i <= last; i++) {
        lua_geti(L, 1, i);
        lua_seti(L, 1, i - 1);
        if ((i & 4095) == 0) cpl_check_budget(L);
    }
}

static int insert(lua_State *L)
{
    cpl_check_plain(L, 1, "table.insert");
    lua_Integer end = cpl_list_length(L, 1) + 1, position = end;
    switch (lua_gettop(L)) {
    case 2:
        break;
    case 3:
        position = luaL_checkinteger(L, 2);
        luaL_argcheck(L, position >= 1 && position <= end, 2, "position out of bounds");
        shift_up(L, position, end - 1);
        break;
    default:
        return luaL_error(L, "wrong number of arguments to 'insert'");
    }
    lua_seti(L, 1, position);
    return 0;
}

static int remove_element(lua_State *L)
{
    cpl_check_plain(L, 1, "table.remove");
    lua_Integer length = cpl_list_length(L, 1);
    lua_Integer position = luaL_optinteger(L, 2, length);
    if (!lua_isnone(L, 2))
        luaL_argcheck(L, position == length || (position >= 1 && position <= length + 1)
                             || (length == 0 && position == 0), 2, "position out of bounds");
    lua_geti(L, 1, position);
    if (position < length) shift_down(L, position + 1, length);
    if (position <= length) position = length;
    lua_pushnil(L);
    lua_seti(L, 1, position);
    return 1;
}

static int move(lua_State *L)
{
    lua_Integer from = luaL_checkinteger(L, 2), end = luaL_checkinteger(L, 3);
    lua_Integer to = luaL_checkinteger(L, 4), count;
    int target = lua_isnoneornil(L, 5) ? 1 : 5;
    cpl_check_plain(L, 1, "table.move");
    cpl_check_plain(L, target, "table.move");
    lua_pushvalue(L, target);
    if (end < from) return 1;
    luaL_argcheck(L, !__builtin_sub_overflow(end, from, &count) && count < MOST_MOVED, 3,
                  "too many elements to move");
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count, 4, "destination wrap around");
    bool downwards = to > from && to <= end && lua_rawequal(L, 1, target);
    for (lua_Integer i = 0; i <= count; i++) {
        lua_Integer at = downwards ? count - i : i;
        lua_geti(L, 1, from + at);
        lua_seti(L, target, to + at);
        if ((i & 4095) == 0) cpl_check_budget(L);
    }
    return 1;
}

static void add_element(lua_State *L, luaL_Buffer *buffer, lua_Integer i)
{
    if (lua_geti(L, 1, i) != LUA_TSTRING && !lua_isnumber(L, -1))
        luaL_error(L, "invalid value (%s) at index %I in table for 'concat'",
                   luaL_typename(L, -1), (LUAI_UACINT)i);
    luaL_addvalue(buffer);
}

static int concat(lua_State *L)
{
    size_t length;
    cpl_check_plain(L, 1, "table.concat");
    lua_Integer count = cpl_list_length(L, 1);
    const char *separator = luaL_optlstring(L, 2, "", &length);
    lua_Integer i = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, count);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (; i <= last; i++) {
        add_element(L, &buffer, i);
        if (i == last) break;
        luaL_addlstring(&buffer, separator, length);
        if ((i & 255) == 0) cpl_check_budget(L);
        cpl_check_length(L, luaL_bufflen(&buffer), "table.concat");
    }
    cpl_check_length(L, luaL_bufflen(&buffer), "table.concat");
    luaL_pushresult(&buffer);
    return 1;
}

static int unpack(lua_State *L)
{
    cpl_check_plain(L, 1, "table.unpack");
    lua_Integer i = luaL_optinteger(L, 2, 1), count;
    lua_Integer last = luaL_opt(L, luaL_checkinteger, 3, cpl_list_length(L, 1));
    if (i > last) return 0;
    if (__builtin_sub_overflow(last, i, &count) || count >= MOST_UNPACKED)
        return luaL_error(L, "too many results to unpack (over %d)", MOST_UNPACKED);
    luaL_checkstack(L, (int)count + 1, "too many results to unpack");
    for (lua_Integer at = 0; at <= count; at++) lua_geti(L, 1, i + at);
    return (int)count + 1;
}

void cpl_open_table(lua_State *L)
{
    static const char *const safe[] = {"pack", NULL};
    static const luaL_Reg own[] = {
        {"concat", concat}, {"insert", insert}, {"move", move}, {"remove", remove_element},
        {"sort", cpl_sort}, {"unpack", unpack}, {NULL, NULL},
    };
    lua_newtable(L);
    cpl_copy_stock(L, luaopen_table, safe);
    luaL_setfuncs(L, own, 0);
    cpl_publish(L, LUA_TABLIBNAME);
}
