// string.format without %p, which shows addresses, with a bound on the result, and with the
// tostring of this state for %s.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "libraries.h"

enum {
    LONGEST_SPECIFICATION = 32,
    LONGEST_ITEM = 120,        // of %99.99e and the like
    LONGEST_FIXED = 110 + 308, // of %99.99f with the largest double
};

static const char *skip_two_digits(const char *at)
{
    for (int i = 0; i < 2 && *at >= '0' && *at <= '9'; i++) at++;
    return at;
}

static void check(lua_State *L, const char *specification, const char *flags, bool precision)
{
    const char *at = specification + 1;
    at += strspn(at, flags);
    if (*at != '0') {
        at = skip_two_digits(at);
        if (*at == '.' && precision) at = skip_two_digits(at + 1);
    }
    if ((unsigned char)((*at | 0x20) - 'a') >= 26)
        luaL_error(L, "invalid conversion specification: '%s'", specification);
}

// Copies one specification from after its '%'. Returns its last character.
static const char *read_specification(lua_State *L, const char *from, char *specification)
{
    size_t length = strspn(from, "-+ #0.123456789") + 1;
    if (length >= LONGEST_SPECIFICATION - 10) luaL_error(L, "invalid format (too long)");
    specification[0] = '%';
    memcpy(specification + 1, from, length);
    specification[length + 1] = '\0';
    return from + length - 1;
}

static void add_integer(luaL_Buffer *buffer, char *specification, const char *flags, int argument)
{
    lua_State *L = buffer->L;
    lua_Integer integer = luaL_checkinteger(L, argument);
    check(L, specification, flags, true);
    size_t end = strlen(specification);
    char conversion = specification[end - 1];
    memcpy(specification + end - 1, LUA_INTEGER_FRMLEN, sizeof LUA_INTEGER_FRMLEN);
    end += sizeof LUA_INTEGER_FRMLEN - 1;
    specification[end - 1] = conversion;
    specification[end] = '\0';
    char *to = luaL_prepbuffsize(buffer, LONGEST_ITEM);
    luaL_addsize(buffer, (size_t)snprintf(to, LONGEST_ITEM, specification, (LUAI_UACINT)integer));
}

static void add_float(luaL_Buffer *buffer, const char *specification, int argument)
{
    lua_State *L = buffer->L;
    check(L, specification, "-+ #0", true);
    lua_Number number = luaL_checknumber(L, argument);
    char *to = luaL_prepbuffsize(buffer, LONGEST_FIXED);
    cpj_begin_busy();                      // long numbers may be written in memory of the C library
    int count = snprintf(to, LONGEST_FIXED, specification, number);
    cpj_end_busy();
    luaL_addsize(buffer, (size_t)count);
}

static void add_string(luaL_Buffer *buffer, const char *specification, int argument)
{
    lua_State *L = buffer->L;
    size_t length;
    if (specification[2] == '\0' && lua_type(L, argument) == LUA_TSTRING) {
        const char *plain = lua_tolstring(L, argument, &length);
        cpl_check_length(L, luaL_bufflen(buffer) + length, "string.format");
        luaL_addlstring(buffer, plain, length);
        return;
    }
    // The buffer can only grow while nothing is above it on the stack.
    char *to = luaL_prepbuffsize(buffer, LONGEST_ITEM);
    const char *text = cpl_push_text(L, argument, &length);
    if (specification[2] == '\0') {
        cpl_check_length(L, luaL_bufflen(buffer) + length, "string.format");
        luaL_addvalue(buffer);
        return;
    }
    luaL_argcheck(L, length == strlen(text), argument, "string contains zeros");
    check(L, specification, "-", true);
    if (!strchr(specification, '.') && length >= 100) {
        luaL_addvalue(buffer);
        return;
    }
    luaL_addsize(buffer, (size_t)snprintf(to, LONGEST_ITEM, specification, text));
    lua_pop(L, 1);
}

// The stock %q takes a tenth of a second for a megabyte of zeros: it calls snprintf for each.
static void add_quoted_string(luaL_Buffer *buffer, const char *text, size_t length)
{
    luaL_addchar(buffer, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((i & 1023) == 0) cpl_check_length(buffer->L, luaL_bufflen(buffer), "string.format");
        if (c == '"' || c == '\\' || c == '\n') {
            luaL_addchar(buffer, '\\');
        } else if (c < ' ' || c == 127) {
            // Three digits only where a digit follows; the text ends with a zero.
            bool padded = text[i + 1] >= '0' && text[i + 1] <= '9';
            luaL_addchar(buffer, '\\');
            if (padded || c >= 100) luaL_addchar(buffer, (char)('0' + c / 100));
            if (padded || c >= 10) luaL_addchar(buffer, (char)('0' + c / 10 % 10));
            c = (unsigned char)('0' + c % 10);
        }
        luaL_addchar(buffer, (char)c);
    }
    luaL_addchar(buffer, '"');
}

// For other values the stock function, upvalue 1, knows how to write what Lua reads back.
static void add_quoted(luaL_Buffer *buffer, const char *specification, int argument)
{
    lua_State *L = buffer->L;
    if (specification[2] != '\0') luaL_error(L, "specifier '%%q' cannot have modifiers");
    if (lua_type(L, argument) > LUA_TSTRING)
        luaL_argerror(L, argument, "value has no literal form");
    if (lua_type(L, argument) == LUA_TSTRING) {
        size_t length;
        const char *text = lua_tolstring(L, argument, &length);
        add_quoted_string(buffer, text, length);
        return;
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushliteral(L, "%q");
    lua_pushvalue(L, argument);
    lua_call(L, 2, 1);
    luaL_addvalue(buffer);
}

static void add_argument(luaL_Buffer *buffer, char *specification, char conversion, int argument)
{
    lua_State *L = buffer->L;
    char *to;
    switch (conversion) {
    case 'c':
        check(L, specification, "-", false);
        to = luaL_prepbuffsize(buffer, LONGEST_ITEM);
        luaL_addsize(buffer, (size_t)snprintf(to, LONGEST_ITEM, specification,
                                              (int)luaL_checkinteger(L, argument)));
        break;
    case 'd': case 'i':
        add_integer(buffer, specification, "-+0 ", argument);
        break;
    case 'u':
        add_integer(buffer, specification, "-0", argument);
        break;
    case 'o': case 'x': case 'X':
        add_integer(buffer, specification, "-#0", argument);
        break;
    case 'a': case 'A': case 'f': case 'e': case 'E': case 'g': case 'G':
        add_float(buffer, specification, argument);
        break;
    case 's':
        add_string(buffer, specification, argument);
        break;
    case 'q':
        add_quoted(buffer, specification, argument);
        break;
    default:
        luaL_error(L, "invalid conversion '%s' to 'format'", specification);
    }
}

static int format(lua_State *L)
{
    size_t length;
    int top = lua_gettop(L), argument = 1;
    const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    while (at < end) {
        const char *percent = memchr(at, '%', (size_t)(end - at));
        if (!percent) percent = end;
        luaL_addlstring(&buffer, at, (size_t)(percent - at));
        if (percent == end) break;
        if (percent[1] == '%') {
            luaL_addchar(&buffer, '%');
            at = percent + 2;
            continue;
        }
        if (++argument > top) return luaL_argerror(L, argument, "no value");
        char specification[LONGEST_SPECIFICATION];
        at = read_specification(L, percent + 1, specification);
        add_argument(&buffer, specification, *at++, argument);
        cpl_check_length(L, luaL_bufflen(&buffer), "string.format");
    }
    luaL_pushresult(&buffer);
    return 1;
}

void cpl_add_format(lua_State *L)
{
    static const char *const stock[] = {"format", NULL};
    cpl_copy_stock(L, luaopen_string, stock);
    lua_getfield(L, -1, "format");
    lua_pushcclosure(L, format, 1);
    lua_setfield(L, -2, "format");
}
