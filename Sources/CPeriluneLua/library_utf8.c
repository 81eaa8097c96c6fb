// The stock utf8 library but for codes, which in 5.4.4 takes stray continuation bytes for the ends
// of characters and passes over them.
#include <string.h>

#include "libraries.h"

static bool continues(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

// Reads one character, which ends with the string's zero at the latest. Returns its end, NULL if it
// is malformed. `lax` admits surrogates and values up to 2^31, as the stock functions do.
static const char *decode(const char *s, bool lax, uint32_t *code)
{
    static const uint32_t smallest[] = {0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    unsigned char first = (unsigned char)*s++;
    if (first < 0x80) {
        *code = first;
        return s;
    }
    int more = 0;
    while (more < 6 && first & (0x40 >> more)) more++;
    if (more == 0 || more > 5) return NULL;
    uint32_t value = first & (0x3Fu >> more);
    for (int i = 0; i < more; i++) {
        if (!continues(*s)) return NULL;
        value = value << 6 | ((unsigned char)*s++ & 0x3F);
    }
    if (value < smallest[more]) return NULL;
    if (!lax && (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))) return NULL;
    *code = value;
    return s;
}

static int next_code(lua_State *L, bool lax)
{
    size_t length;
    const char *s = luaL_checklstring(L, 1, &length), *end;
    // Where the last character began, counted from 1: so the offset of the byte after its first.
    size_t at = (size_t)lua_tointeger(L, 2);
    uint32_t code;
    while (at < length && continues(s[at])) at++;
    if (at >= length) return 0;
    end = decode(s + at, lax, &code);
    if (!end || continues(*end)) return luaL_error(L, "invalid UTF-8 code");
    lua_pushinteger(L, (lua_Integer)at + 1);
    lua_pushinteger(L, code);
    return 2;
}

static int next_strict(lua_State *L) { return next_code(L, false); }
static int next_lax(lua_State *L) { return next_code(L, true); }

static int codes(lua_State *L)
{
    const char *s = luaL_checkstring(L, 1);
    luaL_argcheck(L, !continues(*s), 1, "invalid UTF-8 code");
    lua_pushcfunction(L, lua_toboolean(L, 2) ? next_lax : next_strict);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

void cpl_open_utf8(lua_State *L)
{
    static const char *const safe[] = {"char", "charpattern", "codepoint", "len", "offset", NULL};
    lua_newtable(L);
    cpl_copy_stock(L, luaopen_utf8, safe);
    lua_pushcfunction(L, codes);
    lua_setfield(L, -2, "codes");
    cpl_publish(L, LUA_UTF8LIBNAME);
}
