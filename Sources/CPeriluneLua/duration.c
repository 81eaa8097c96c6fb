// Durations as text: `10m`, `1h30m`, `1.5s`, `250ms`.
#include "internal.h"

static const struct { const char *name; int64_t nanoseconds; } units[] = {
    {"ns", 1}, {"us", 1000}, {"µs", 1000}, {"ms", 1000000}, {"s", 1000000000}, {"m", 60000000000},
    {"h", 3600000000000}, {"d", 86400000000000},
};

/// The number of nanoseconds of the unit at `at`, which ends at the next digit or the end of the text; 0 if it is
/// unknown.
static int64_t read_unit(const char **at, const char *end) {
    const char *start = *at;
    while (*at < end && (**at < '0' || **at > '9')) (*at)++;
    size_t length = (size_t)(*at - start);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i].name) == length && memcmp(units[i].name, start, length) == 0) return units[i].nanoseconds;
    return 0;
}

bool cpl_read_duration(const char *text, size_t length, int64_t *nanoseconds) {
    const char *at = text, *end = text + length;
    int64_t total = 0, last_unit = INT64_MAX;
    if (length == 0) return false;
    while (at < end) {
        int64_t number = 0, fraction = 0, scale = 1, part;
        const char *digits = at;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            if (__builtin_mul_overflow(number, 10, &number) || __builtin_add_overflow(number, *at - '0', &number)) return false;
        if (at == digits) return false;
        if (at < end && *at == '.') {
            const char *point = at++;
            // Ignore digits beyond the precision of nanoseconds.
            for (; at < end && *at >= '0' && *at <= '9'; at++)
                if (scale < 100000000000) fraction = 10 * fraction + (*at - '0'), scale *= 10;
            if (at == point + 1) return false;
        }
        int64_t unit = read_unit(&at, end);
        // Units must be in descending order, each at most once.
        if (unit == 0 || unit >= last_unit) return false;
        last_unit = unit;
        if (__builtin_mul_overflow(number, unit, &part) || __builtin_add_overflow(total, part, &total)) return false;
        part = (int64_t)((__int128)fraction * unit / scale);
        if (__builtin_add_overflow(total, part, &total)) return false;
    }
    *nanoseconds = total;
    return true;
}

/// The seconds of a duration; nil for any other text.
static int time_duration(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    int64_t nanoseconds;
    if (!cpl_read_duration(text, length, &nanoseconds)) lua_pushnil(L);
    else lua_pushnumber(L, (lua_Number)nanoseconds / 1e9);
    return 1;
}

void cpl_open_duration(lua_State *L) {
    cpl_push_module(L, "time");
    lua_pushcfunction(L, time_duration);
    lua_setfield(L, -2, "duration");
    lua_pop(L, 1);
}
