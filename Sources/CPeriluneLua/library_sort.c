// table.sort as a merge sort. The stock quicksort picks pivots by the clock, so that its result for
// equal elements differs from run to run, and a hostile comparator makes it quadratic. With a
// comparator this one is stable, calls the comparator at most n log n times, and looks at the
// budgets between the calls. The comparator sees the table as it was: the sorted elements are
// written back at the end. Numbers and strings in their own order need no calls and are sorted as
// keys are.
#include <limits.h>
#include <string.h>

#include "libraries.h"

enum { TABLE = 1, COMPARATOR, COPY };

enum { FEW = 64 };

static bool is_before(lua_State *L, int a, int b)
{
    bool result;
    if (lua_isnil(L, COMPARATOR)) {
        lua_geti(L, COPY, a);
        lua_geti(L, COPY, b);
        result = lua_compare(L, -2, -1, LUA_OPLT);
        lua_pop(L, 2);
    } else {
        lua_pushvalue(L, COMPARATOR);
        lua_geti(L, COPY, a);
        lua_geti(L, COPY, b);
        lua_call(L, 2, 1);
        result = lua_toboolean(L, -1);
        lua_pop(L, 1);
    }
    cpl_check_budget(L);
    return result;
}

// Merges from[left..<middle] and from[middle..<right] into `to`. A run already in order costs one
// call.
static void merge(lua_State *L, const int *from, int *to, int left, int middle, int right)
{
    int a = left, b = middle, out = left;
    if (middle < right && is_before(L, from[middle], from[middle - 1])) {
        while (a < middle && b < right)
            to[out++] = is_before(L, from[b], from[a]) ? from[b++] : from[a++];
    }
    while (a < middle) to[out++] = from[a++];
    while (b < right) to[out++] = from[b++];
}

// Sorts the numbers 1 to `count` by the elements they stand for. `from` has room for twice as many.
// Returns where they are.
static const int *sort_indexes(lua_State *L, int *from, int count)
{
    int *to = from + count;
    for (int i = 0; i < count; i++) from[i] = i + 1;
    for (long width = 1; width < count; width *= 2) {
        for (long left = 0; left < count; left += 2 * width) {
            long middle = left + width < count ? left + width : count;
            long right = middle + width < count ? middle + width : count;
            merge(L, from, to, (int)left, (int)middle, (int)right);
        }
        int *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

int cpl_sort(lua_State *L)
{
    cpl_check_plain(L, TABLE, "table.sort");
    if (!lua_isnoneornil(L, COMPARATOR)) luaL_checktype(L, COMPARATOR, LUA_TFUNCTION);
    lua_settop(L, 2);
    if (cpl_is_stored(L, TABLE)) cpl_read_whole(L, TABLE);
    lua_Unsigned length = lua_rawlen(L, TABLE);
    if (length < 2) return 0;
    luaL_argcheck(L, length < INT_MAX, TABLE, "array too big");
    int count = (int)length;
    luaL_checkstack(L, 8, NULL);
    if (lua_isnil(L, COMPARATOR) && cpl_sort_simple(L, TABLE, count)) return 0;
    lua_settop(L, 2);
    lua_createtable(L, count, 0);
    for (int i = 1; i <= count; i++) {
        lua_rawgeti(L, TABLE, i);
        lua_rawseti(L, COPY, i);
    }
    int few[2 * FEW], *room = few;
    if (count > FEW) room = lua_newuserdatauv(L, 2 * (size_t)count * sizeof *room, 0);
    const int *order = sort_indexes(L, room, count);
    for (int i = 0; i < count; i++) {
        lua_geti(L, COPY, order[i]);
        lua_rawseti(L, TABLE, i + 1);
    }
    return 0;
}
