// The string library. Stock functions where they are short and bounded; patterns, format, rep and
// the pack family are ours. string.dump is absent: bytecode must never come near a script.
#include <string.h>

#include "libraries.h"

// Longest format of the pack family: each character may become one result of unpack.
enum { LONGEST_PACK_FORMAT = 4096 };

static int rep(lua_State *L)
{
    size_t length, separator_length, total;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    const char *separator = luaL_optlstring(L, 3, "", &separator_length);
    if (count <= 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    size_t step, gaps;
    if (__builtin_add_overflow(length, separator_length, &step)
        || __builtin_mul_overflow(step, (size_t)count - 1, &gaps)
        || __builtin_add_overflow(gaps, length, &total) || total > PTRDIFF_MAX)
        return luaL_error(L, "resulting string too large");
    cpl_check_length(L, total, "string.rep");
    luaL_Buffer buffer;
    char *to = luaL_buffinitsize(L, &buffer, total), *start = to;
    memcpy(to, text, length);
    to += length;
    if (count > 1) {
        memcpy(to, separator, separator_length);
        memcpy(to + separator_length, text, length);
        to += step;
    }
    // From here on the result repeats itself at a distance of one step: double it.
    for (size_t done = (size_t)(to - start); done < total; done = (size_t)(to - start)) {
        size_t copy = done - length < total - done ? done - length : total - done;
        if (copy == 0) break;
        memcpy(to, start + length, copy);
        to += copy;
    }
    luaL_pushresultsize(&buffer, total);
    return 1;
}

// Upvalue: the stock function. It is called in this frame, so that its messages name us.
static int call_stock(lua_State *L, int format)
{
    size_t length;
    luaL_checklstring(L, format, &length);
    luaL_argcheck(L, length <= LONGEST_PACK_FORMAT, format, "format too long");
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

// A "c1000000000" is filled up byte by byte before anybody could object, so the sizes are added up
// first.
static int pack(lua_State *L)
{
    size_t total = 0, size = 0;
    for (const char *at = luaL_checkstring(L, 1); *at; at++) {
        size = *at >= '0' && *at <= '9' ? size * 10 + (size_t)(*at - '0') : 0;
        if (size > INT32_MAX) break;           // the stock function says that it is too large
        if (size && !(at[1] >= '0' && at[1] <= '9')) total += size;
    }
    cpl_check_length(L, total, "string.pack");
    int results = call_stock(L, 1);
    cpl_check_length(L, lua_rawlen(L, -1), "string.pack");
    return results;
}

static int unpack(lua_State *L) { return call_stock(L, 1); }

static void wrap_stock(lua_State *L, const char *name, lua_CFunction wrapper)
{
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, wrapper, 1);
    lua_setfield(L, -2, name);
}

// The metatable of strings is shared by all code of a state. It points to this library and not to
// the stock one, and no script can get at it; the arithmetic on numerals stays.
static void protect_metatable(lua_State *L)
{
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}

void cpl_open_string(lua_State *L)
{
    static const char *const safe[] = {
        "byte", "char", "len", "lower", "pack", "packsize", "reverse", "sub", "unpack", "upper",
        NULL,
    };
    luaL_checkstack(L, 6, NULL);
    lua_newtable(L);
    cpl_copy_stock(L, luaopen_string, safe);
    wrap_stock(L, "pack", pack);
    wrap_stock(L, "packsize", unpack);
    wrap_stock(L, "unpack", unpack);
    lua_pushcfunction(L, rep);
    lua_setfield(L, -2, "rep");
    cpl_add_patterns(L);
    cpl_add_format(L);
    protect_metatable(L);
    cpl_publish(L, LUA_STRLIBNAME);
}
