// What remains of os: the time. The stock library is never opened, as it ends processes and removes
// files. The time is that of the event and the zone is UTC, so that a replay gives what the first
// run gave; clock counts its calls.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <time.h>

#include "libraries.h"

enum { LONGEST_FORMAT = 256, LONGEST_ITEM = 128 };

static time_t now(lua_State *L)
{
    const cpl_state *state = cpl_of(L);
    int64_t clock = 0, second = 1000000;
    // Without an event, for example while the file is loaded, there is no time.
    if (!cpl_event_time(state, &clock) && state->frame)
        luaL_error(L, "the event has no time; add the attribute time, or use 'perilune process --time-from'");
    return (time_t)(clock / second - (clock % second < 0));
}

static int get_field(lua_State *L, const char *name, int otherwise, int offset)
{
    int is_integer;
    int type = lua_getfield(L, 1, name);
    lua_Integer value = lua_tointegerx(L, -1, &is_integer);
    if (!is_integer) {
        if (type != LUA_TNIL) return luaL_error(L, "field '%s' is not an integer", name);
        if (otherwise < 0) return luaL_error(L, "field '%s' missing in date table", name);
        value = otherwise;
    } else {
        if (value < (lua_Integer)INT_MIN + offset || value > (lua_Integer)INT_MAX)
            return luaL_error(L, "field '%s' is out-of-bound", name);
        value -= offset;
    }
    lua_pop(L, 1);
    return (int)value;
}

static void set_field(lua_State *L, const char *name, int value, int offset)
{
    lua_pushinteger(L, (lua_Integer)value + offset);
    lua_setfield(L, -2, name);
}

// Sets the fields of the table on top of the stack.
static void set_fields(lua_State *L, const struct tm *date)
{
    set_field(L, "year", date->tm_year, 1900);
    set_field(L, "month", date->tm_mon, 1);
    set_field(L, "day", date->tm_mday, 0);
    set_field(L, "hour", date->tm_hour, 0);
    set_field(L, "min", date->tm_min, 0);
    set_field(L, "sec", date->tm_sec, 0);
    set_field(L, "yday", date->tm_yday, 1);
    set_field(L, "wday", date->tm_wday, 1);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "isdst");
}

static int time_of(lua_State *L)
{
    if (lua_isnoneornil(L, 1)) {
        lua_pushinteger(L, now(L));
        return 1;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    struct tm date = {0};
    date.tm_year = get_field(L, "year", -1, 1900);
    date.tm_mon = get_field(L, "month", -1, 1);
    date.tm_mday = get_field(L, "day", -1, 0);
    date.tm_hour = get_field(L, "hour", 12, 0);
    date.tm_min = get_field(L, "min", 0, 0);
    date.tm_sec = get_field(L, "sec", 0, 0);
    errno = 0;
    cpj_begin_busy();          // the C library guards its time zone with a lock
    time_t time = timegm(&date);
    cpj_end_busy();
    if (time == (time_t)-1 && errno == EOVERFLOW)
        return luaL_error(L, "time result cannot be represented in this installation");
    set_fields(L, &date);
    lua_pushinteger(L, time);
    return 1;
}

// Copies the conversion at `at`, just after its '%', and returns where it ends.
static const char *read_conversion(lua_State *L, const char *at, const char *end, char *conversion)
{
    const char *known = "aAbBcdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%";
    int length = 1;
    if (at < end && *at == 'E') known = "cCxXyY", length = 2;
    if (at < end && *at == 'O') known = "deHImMSuUVwWy", length = 2;
    if (length == 1) known = "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%";
    if (end - at < length || !at[length - 1] || !strchr(known, at[length - 1]))
        luaL_argerror(L, 1, lua_pushfstring(L, "invalid conversion specifier '%%%s'", at));
    memcpy(conversion + 1, at, (size_t)length);
    conversion[0] = '%';
    conversion[length + 1] = '\0';
    return at + length;
}

static int date_of(lua_State *L)
{
    size_t length;
    const char *at = luaL_optlstring(L, 1, "%c", &length), *end = at + length;
    time_t time = lua_isnoneornil(L, 2) ? now(L) : (time_t)luaL_checkinteger(L, 2);
    struct tm date;
    luaL_argcheck(L, length <= LONGEST_FORMAT, 1, "format too long");
    if (*at == '!') at++;      // UTC it is anyway
    cpj_begin_busy();
    bool is_date = gmtime_r(&time, &date);
    cpj_end_busy();
    if (!is_date)
        return luaL_error(L, "date result cannot be represented in this installation");
    if (strcmp(at, "*t") == 0) {
        lua_createtable(L, 0, 9);
        set_fields(L, &date);
        return 1;
    }
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    while (at < end) {
        if (*at != '%') {
            luaL_addchar(&buffer, *at++);
            continue;
        }
        char conversion[4], *to = luaL_prepbuffsize(&buffer, LONGEST_ITEM);
        at = read_conversion(L, at + 1, end, conversion);
        cpj_begin_busy();
        size_t count = strftime(to, LONGEST_ITEM, conversion, &date);
        cpj_end_busy();
        luaL_addsize(&buffer, count);
    }
    luaL_pushresult(&buffer);
    return 1;
}

static int clock_of(lua_State *L)
{
    lua_pushnumber(L, cpl_of(L)->clock_calls++ * 1e-6);
    return 1;
}

static int difference(lua_State *L)
{
    lua_Integer later = luaL_checkinteger(L, 1), earlier = luaL_checkinteger(L, 2);
    lua_pushnumber(L, (lua_Number)later - (lua_Number)earlier);
    return 1;
}

void cpl_open_os(lua_State *L)
{
    static const luaL_Reg own[] = {
        {"time", time_of}, {"date", date_of}, {"clock", clock_of}, {"difftime", difference},
        {NULL, NULL},
    };
    luaL_newlib(L, own);
    cpl_publish(L, LUA_OSLIBNAME);
}
