// The order in which Perilune shows the keys of a table. The stock order depends on a hash seed
// taken from the clock and from addresses, so that two runs of one script could differ.
#define _DEFAULT_SOURCE
#include <endian.h>
#include <math.h>
#include <string.h>

#include "libraries.h"

// So many keys fit on the C stack, and in the upvalues of a C function.
enum { FEW = 128 };

enum rank { INTEGER, REAL, TEXT, FALSE_KEY, TRUE_KEY, NULL_KEY, UNORDERED };

struct key {
    union {
        lua_Integer integer;
        lua_Number real;
        uint64_t head;         // the first eight bytes of a text, so that most comparisons end here
    };
    const char *text;
    size_t length;
    int index;
    enum rank rank;
};

static uint64_t head_of(const char *text, size_t length)
{
    uint64_t head = 0;
    memcpy(&head, text, length < 8 ? length : 8);
    return be64toh(head);
}

// The text of a key stays where it is as long as the table that has it is not changed.
static void read_key(lua_State *L, int at, int index, struct key *key)
{
    key->index = index;
    switch (lua_type(L, at)) {
    case LUA_TNUMBER:
        if (lua_isinteger(L, at)) {
            key->rank = INTEGER;
            key->integer = lua_tointeger(L, at);
        } else {
            key->rank = REAL;
            key->real = lua_tonumber(L, at);
        }
        break;
    case LUA_TSTRING:
        key->rank = TEXT;
        key->text = lua_tolstring(L, at, &key->length);
        key->head = head_of(key->text, key->length);
        break;
    case LUA_TBOOLEAN:
        key->rank = lua_toboolean(L, at) ? TRUE_KEY : FALSE_KEY;
        break;
    case LUA_TUSERDATA:
        key->rank = cpl_is_null(L, at) ? NULL_KEY : UNORDERED;
        break;
    default:
        key->rank = UNORDERED;
    }
}

bool cpl_has_order(lua_State *L, int index)
{
    struct key key;
    read_key(L, index, 0, &key);
    return key.rank != UNORDERED;
}

// An integral float is never a key (Lua makes it an integer), so the two are never equal.
static bool integer_is_before(lua_Integer integer, lua_Number real)
{
    if (real >= 0x1p63) return true;
    if (real < -0x1p63) return false;
    lua_Integer whole = (lua_Integer)real;
    return real < 0 && (lua_Number)whole != real ? integer < whole : integer <= whole;
}

static int compare(const struct key *a, const struct key *b)
{
    if (a->rank <= REAL && b->rank <= REAL) {
        if (a->rank == b->rank) {
            if (a->rank == INTEGER) return (a->integer > b->integer) - (a->integer < b->integer);
            return (a->real > b->real) - (a->real < b->real);
        }
        if (a->rank == INTEGER) return integer_is_before(a->integer, b->real) ? -1 : 1;
        return integer_is_before(b->integer, a->real) ? 1 : -1;
    }
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->rank != TEXT) return 0;
    if (a->head != b->head) return a->head < b->head ? -1 : 1;
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    if (order) return order;
    return (a->length > b->length) - (a->length < b->length);
}

static bool is_before(const struct key *a, const struct key *b)
{
    if (a->rank == TEXT && b->rank == TEXT && a->head != b->head) return a->head < b->head;
    int order = compare(a, b);
    return order ? order < 0 : a->index < b->index;
}

// Shellsort: short, and the fastest for the sizes that it is used for.
static void sort_few(struct key *keys, int count)
{
    static const int gaps[] = {57, 23, 10, 4, 1};
    for (int g = 0; g < 5; g++) {
        int gap = gaps[g];
        for (int i = gap; i < count; i++) {
            struct key key = keys[i];
            int j = i;
            for (; j >= gap && is_before(&key, &keys[j - gap]); j -= gap) keys[j] = keys[j - gap];
            keys[j] = key;
        }
    }
}

static void sift_down(struct key *keys, int at, int count)
{
    struct key key = keys[at];
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_before(&keys[child], &keys[child + 1])) child++;
        if (!is_before(&key, &keys[child])) break;
        keys[at] = keys[child];
    }
    keys[at] = key;
}

// Heapsort: in place, and no order of the input makes it slow.
static void sort_many(lua_State *L, struct key *keys, int count)
{
    for (int i = count / 2 - 1; i >= 0; i--) sift_down(keys, i, count);
    for (int last = count - 1; last > 0; last--) {
        struct key largest = keys[0];
        keys[0] = keys[last];
        keys[last] = largest;
        sift_down(keys, 0, last);
        if ((last & 255) == 0) cpl_check_budget(L);
    }
}

// Puts list[keys[i].index] at i, cycle by cycle, so that no second table is needed.
static void reorder(lua_State *L, int list, struct key *keys, int count)
{
    for (int i = 1; i <= count; i++) {
        if ((i & 1023) == 0) cpl_check_budget(L);
        if (keys[i - 1].index == i || keys[i - 1].index == 0) continue;
        lua_rawgeti(L, list, i);
        int to = i;
        for (;;) {
            int from = keys[to - 1].index;
            keys[to - 1].index = 0;
            if (from == i) break;
            lua_rawgeti(L, list, from);
            lua_rawseti(L, list, to);
            to = from;
        }
        lua_rawseti(L, list, to);
    }
}

static int count_keys(lua_State *L, int table)
{
    int count = 0;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        if ((++count & 1023) == 0) cpl_check_budget(L);
    }
    return count;
}

int cpl_spread_sorted_keys(lua_State *L, int index)
{
    struct key keys[FEW];
    int base = lua_gettop(L), count = 0;
    luaL_checkstack(L, 4, NULL);
    for (lua_pushnil(L); lua_next(L, index); count++) {
        if (count == FEW) {
            lua_settop(L, base);
            return -1;
        }
        // For the next 16 keys and for all of them again. Most tables are small, and so the stacks
        // of most coroutines stay so.
        if ((count & 15) == 0) luaL_checkstack(L, count + 40, NULL);
        lua_pop(L, 1);
        read_key(L, -1, count + 1, &keys[count]);
        lua_pushvalue(L, -1);  // this one lua_next takes
    }
    sort_few(keys, count);
    for (int i = 0; i < count; i++) lua_pushvalue(L, base + keys[i].index);
    return count;
}

void cpl_push_sorted_keys(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    int base = lua_gettop(L), count = cpl_spread_sorted_keys(L, index);
    if (count >= 0) {
        lua_createtable(L, count, 0);
        lua_insert(L, base + 1);
        for (; count > 0; count--) {
            lua_rawseti(L, base + 1, count);
        }
        lua_settop(L, base + 1);
        return;
    }
    count = count_keys(L, index);
    lua_createtable(L, count, 0);
    int list = base + 1, i = 0;
    for (lua_pushnil(L); lua_next(L, index);) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, list, ++i);
        if ((i & 1023) == 0) cpl_check_budget(L);
    }
    struct key *keys = lua_newuserdatauv(L, (size_t)count * sizeof *keys, 0);
    for (i = 1; i <= count; i++) {
        if ((i & 1023) == 0) cpl_check_budget(L);
        lua_rawgeti(L, list, i);
        read_key(L, -1, i, &keys[i - 1]);
        lua_pop(L, 1);
    }
    sort_many(L, keys, count);
    reorder(L, list, keys, count);
    lua_settop(L, list);
}

bool cpl_sort_simple(lua_State *L, int list, int count)
{
    struct key few[FEW], *keys = few;
    int type = lua_geti(L, list, 1);
    lua_pop(L, 1);
    if (type != LUA_TNUMBER && type != LUA_TSTRING) return false;
    if (count > FEW) keys = lua_newuserdatauv(L, (size_t)count * sizeof *keys, 0);
    for (int i = 1; i <= count; i++) {
        if ((i & 1023) == 0) cpl_check_budget(L);
        bool same = lua_rawgeti(L, list, i) == type;
        read_key(L, -1, i, &keys[i - 1]);
        lua_pop(L, 1);
        if (!same || (keys[i - 1].rank == REAL && isnan(keys[i - 1].real))) return false;
    }
    if (count > FEW) sort_many(L, keys, count);
    else sort_few(keys, count);
    reorder(L, list, keys, count);
    return true;
}

bool cpl_push_first_key(lua_State *L, int index)
{
    struct key first = {.rank = UNORDERED}, key;
    index = lua_absindex(L, index);
    luaL_checkstack(L, 4, NULL);
    lua_pushnil(L);
    int at = lua_gettop(L), i = 0;
    for (lua_pushnil(L); lua_next(L, index);) {
        lua_pop(L, 1);
        read_key(L, -1, ++i, &key);
        if ((i & 1023) == 0) cpl_check_budget(L);
        if (i > 1 && compare(&key, &first) >= 0) continue;
        first = key;
        lua_copy(L, -1, at);
    }
    return first.rank != UNORDERED;
}

lua_Integer cpl_find_sorted_key(lua_State *L, int keys, int key)
{
    struct key wanted, other;
    read_key(L, key, 0, &wanted);
    lua_Integer low = 0, high = (lua_Integer)lua_rawlen(L, keys);
    if (wanted.rank == UNORDERED) {
        for (; high > 0; high--) {
            lua_rawgeti(L, keys, high);
            bool found = lua_rawequal(L, -1, key);
            lua_pop(L, 1);
            if (found) return high;
        }
        return -1;
    }
    while (low < high) {
        lua_Integer middle = low + (high - low + 1) / 2;
        lua_rawgeti(L, keys, middle);
        read_key(L, -1, 0, &other);
        lua_pop(L, 1);
        if (compare(&other, &wanted) <= 0) low = middle;
        else high = middle - 1;
    }
    return low;
}
