// string.find, match, gmatch and gsub on the bounded matcher. Plain searches are linear (memmem),
// where the stock search is quadratic in the worst case.
#define _GNU_SOURCE
#include <string.h>

#include "libraries.h"
#include "matcher.h"

// The offset of a position; a negative one counts from the end. The result may be past the end.
static size_t offset_of(lua_Integer position, size_t length)
{
    if (position > 0) return (size_t)position - 1;
    if (position == 0 || position < -(lua_Integer)length) return 0;
    return length + (size_t)position;
}

static int find_plain(lua_State *L, const char *subject, size_t length, size_t offset,
                      const char *wanted, size_t wanted_length)
{
    const char *at = subject + offset, *end = subject + length, *found = NULL;
    // memmem is slow to start, so check some candidates first.
    for (int tries = 0; wanted_length > 0 && tries < 8; tries++) {
        found = memchr(at, *wanted, (size_t)(end - at));
        if (!found || (size_t)(end - found) < wanted_length) {
            found = NULL;
            at = end;
            break;
        }
        if (memcmp(found, wanted, wanted_length) == 0) break;
        at = found + 1;
        found = NULL;
    }
    if (!found) found = memmem(at, (size_t)(end - at), wanted, wanted_length);
    if (!found) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, found - subject + 1);
    lua_pushinteger(L, found - subject + (lua_Integer)wanted_length);
    return 2;
}

static const int cache = lua_upvalueindex(1);

static int search(lua_State *L, bool find)
{
    size_t length, pattern_length;
    const char *subject = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    size_t offset = offset_of(luaL_optinteger(L, 3, 1), length);
    if (offset > length) {
        lua_pushnil(L);
        return 1;
    }
    bool is_plain = find && (lua_toboolean(L, 4)
                             || (pattern_length > CPL_LONGEST_KEPT_PATTERN && cpl_is_plain_pattern(pattern, pattern_length)));
    const cpl_pattern *compiled = is_plain ? NULL : cpl_find_pattern(L, cache, 2);
    if (is_plain || (find && compiled->plain))
        return find_plain(L, subject, length, offset, pattern, pattern_length);

    cpl_matcher m;
    const char *start = subject + offset, *end;
    cpl_matcher_begin(&m, L, subject, length, compiled);
    if (compiled->anchored) {
        end = cpl_match_at(&m, start);
        if (!end) start = NULL;
    } else {
        start = cpl_match_search(&m, start, NULL, &end);
    }
    cpl_matcher_end(&m);
    if (!start) {
        lua_pushnil(L);
        return 1;
    }
    if (!find) return cpl_push_captures(&m, start, end);
    lua_pushinteger(L, start - subject + 1);
    lua_pushinteger(L, end - subject);
    return cpl_push_captures(&m, NULL, NULL) + 2;
}

static int find(lua_State *L) { return search(L, true); }
static int match(lua_State *L) { return search(L, false); }

struct iteration { size_t next; ptrdiff_t last_end; };

// Upvalues: the cache, subject, pattern, struct iteration.
static int next_match(lua_State *L)
{
    size_t length;
    const char *subject = lua_tolstring(L, lua_upvalueindex(2), &length);
    struct iteration *iteration = lua_touserdata(L, lua_upvalueindex(4));
    if (iteration->next > length) return 0;
    const char *last_end = iteration->last_end < 0 ? NULL : subject + iteration->last_end;
    const char *end;
    cpl_matcher m;
    cpl_matcher_begin(&m, L, subject, length, cpl_find_pattern(L, cache, lua_upvalueindex(3)));
    const char *start = cpl_match_search(&m, subject + iteration->next, last_end, &end);
    cpl_matcher_end(&m);
    if (!start) return 0;
    iteration->last_end = end - subject;
    iteration->next = (size_t)(end - subject);
    return cpl_push_captures(&m, start, end);
}

static int gmatch(lua_State *L)
{
    size_t length;
    luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checkstring(L, 2);
    size_t offset = offset_of(luaL_optinteger(L, 3, 1), length);
    lua_settop(L, 2);
    if (*pattern == '^') {     // anchors nothing here
        lua_pushliteral(L, "%");
        lua_insert(L, 2);
        lua_concat(L, 2);
    }
    lua_pushvalue(L, cache);
    lua_insert(L, 1);
    struct iteration *iteration = lua_newuserdatauv(L, sizeof *iteration, 0);
    iteration->next = offset > length ? length + 1 : offset;
    iteration->last_end = -1;
    lua_pushcclosure(L, next_match, 4);
    return 1;
}

static void add_template(cpl_matcher *m, luaL_Buffer *buffer, const char *start, const char *end)
{
    lua_State *L = m->L;
    size_t length;
    const char *at = lua_tolstring(L, 3, &length), *stop = at + length;
    while (at < stop) {
        const char *percent = memchr(at, '%', (size_t)(stop - at));
        if (!percent) percent = stop;
        luaL_addlstring(buffer, at, (size_t)(percent - at));
        if (percent == stop) break;
        char c = percent[1];
        at = percent + 2;
        if (c == '%') {
            luaL_addchar(buffer, '%');
        } else if (c == '0') {
            luaL_addlstring(buffer, start, (size_t)(end - start));
        } else if (c >= '1' && c <= '9') {
            int i = c - '1';
            if (i < m->captures && m->capture[i].length >= 0) {
                luaL_addlstring(buffer, m->capture[i].start, (size_t)m->capture[i].length);
            } else {
                cpl_push_capture(m, i, start, end);
                luaL_addvalue(buffer);
            }
        } else {
            luaL_error(L, "invalid use of '%c' in replacement string", '%');
        }
        cpl_check_length(L, luaL_bufflen(buffer), "string.gsub");
    }
}

// Adds the replacement of one match. Returns false if the match stays as it is.
static bool add_replacement(cpl_matcher *m, luaL_Buffer *buffer, const char *start, const char *end)
{
    lua_State *L = m->L;
    switch (lua_type(L, 3)) {
    case LUA_TFUNCTION:
        lua_pushvalue(L, 3);
        lua_call(L, cpl_push_captures(m, start, end), 1);
        break;
    case LUA_TTABLE:
        cpl_push_capture(m, 0, start, end);
        lua_gettable(L, 3);
        break;
    default:
        add_template(m, buffer, start, end);
        return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(buffer, start, (size_t)(end - start));
        return false;
    }
    if (!lua_isstring(L, -1))
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    luaL_addvalue(buffer);
    return true;
}

static int gsub(lua_State *L)
{
    size_t length;
    const char *subject = luaL_checklstring(L, 1, &length), *at = subject, *last_end = NULL;
    luaL_checkstring(L, 2);
    int type = lua_type(L, 3);
    luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TTABLE
                            || type == LUA_TFUNCTION, 3, "string/function/table");
    lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
    bool changed = false;
    const cpl_pattern *pattern = cpl_find_pattern(L, cache, 2);
    // The replacement may be a function that uses other patterns.
    cpl_hold_patterns(L, cache);

    cpl_matcher m;
    luaL_Buffer buffer;
    cpl_matcher_begin(&m, L, subject, length, pattern);
    luaL_buffinit(L, &buffer);
    while (count < most) {
        const char *end, *start = at;
        if (pattern->anchored) end = cpl_match_at(&m, at);
        else if (!(start = cpl_match_search(&m, at, last_end, &end))) end = NULL;
        if (!end) break;
        count++;
        luaL_addlstring(&buffer, at, (size_t)(start - at));
        changed |= add_replacement(&m, &buffer, start, end);
        cpl_check_length(L, luaL_bufflen(&buffer), "string.gsub");
        at = last_end = end;
        if (pattern->anchored) break;
    }
    cpl_matcher_end(&m);
    if (changed) {
        luaL_addlstring(&buffer, at, (size_t)(m.subject_end - at));
        luaL_pushresult(&buffer);
    } else {
        lua_pushvalue(L, 1);
    }
    lua_pushinteger(L, count);
    return 2;
}

void cpl_add_patterns(lua_State *L)
{
    static const luaL_Reg own[] = {
        {"find", find}, {"match", match}, {"gmatch", gmatch}, {"gsub", gsub}, {NULL, NULL},
    };
    cpl_push_pattern_cache(L);
    luaL_setfuncs(L, own, 1);
}
