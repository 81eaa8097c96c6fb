// Compiled patterns are kept by their text: most scripts use the same few for each event. A table of Lua finds them, and
// those used last are found by the address of their text, which the table keeps alive.
#include <string.h>

#include "pattern.h"

enum { most_patterns = 64, most_recent = 16 };

// Its user value is the table from texts to compiled patterns.
typedef struct pattern_cache {
    const cpl_pattern *recent[most_recent];
    int count;
} pattern_cache;

void cpl_push_pattern_cache(lua_State *L)
{
    pattern_cache *cache = lua_newuserdatauv(L, sizeof *cache, 1);
    memset(cache, 0, sizeof *cache);
    lua_newtable(L);
    lua_setiuservalue(L, -2, 1);
}

void cpl_hold_patterns(lua_State *L, int cache) { lua_getiuservalue(L, cache, 1); }

static const cpl_pattern **recent_slot(pattern_cache *cache, const char *text)
{
    return &cache->recent[((uintptr_t)text >> 5) % most_recent];
}

// Compiles a pattern and adds it to the cache. A full cache is emptied: scripts that build patterns from values of
// events gain nothing from a cache.
static const cpl_pattern *compile(lua_State *L, int index, int at, pattern_cache *cache, const char *text, size_t length)
{
    const cpl_pattern *pattern = cpl_push_pattern(L, text, length);
    if (cache->count == most_patterns) {
        lua_newtable(L);
        memset(cache, 0, sizeof *cache);
        lua_setiuservalue(L, at, 1);
    }
    lua_getiuservalue(L, at, 1);
    lua_pushvalue(L, index);
    lua_pushvalue(L, -3);
    lua_rawset(L, -3);
    cache->count++;
    *recent_slot(cache, text) = pattern;
    return pattern;
}

const cpl_pattern *cpl_find_pattern(lua_State *L, int at, int index)
{
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    pattern_cache *cache = lua_touserdata(L, at);
    const cpl_pattern **recent = recent_slot(cache, text);
    if (*recent && (*recent)->text == text) return *recent;
    luaL_checkstack(L, 4, NULL);
    if (length > CPL_LONGEST_KEPT_PATTERN) return cpl_push_pattern(L, text, length);
    lua_getiuservalue(L, at, 1);
    lua_pushvalue(L, index);
    lua_rawget(L, -2);
    const cpl_pattern *pattern = lua_touserdata(L, -1);
    if (!pattern) {
        lua_pop(L, 2);
        return compile(L, index, at, cache, text, length);
    }
    // An equal long string may have its text at another address.
    if (pattern->text == text) *recent = pattern;
    return pattern;
}
