// Counts that Lua modules report beside the results of events: paths at which no event had a value, and events that
// came too late. The host takes the counts after a batch.
#include "internal.h"

#include <stdlib.h>

enum { most = 100 };

/// Arguments: kind, name. Returns the number of the notice, or nothing if there is no room for it.
static int add_notice(lua_State *L) {
    cpl_state *state = cpl_of(L);
    size_t length;
    const char *kind = luaL_checkstring(L, 1), *name = luaL_checklstring(L, 2, &length);
    // Only while loading: objects made while events are processed would use up the space.
    if (!state->loading || state->notice_count == most || length >= sizeof state->notices->name) return 0;
    if (!state->notices && !(state->notices = calloc(most, sizeof *state->notices)))
        return luaL_error(L, "not enough memory");
    cpl_notice *made = &state->notices[state->notice_count++];
    *made = (cpl_notice){.is_path = strcmp(kind, "path") == 0};
    memcpy(made->name, name, length);
    lua_pushinteger(L, state->notice_count);
    return 1;
}

static cpl_notice *find(lua_State *L) {
    lua_Integer number = lua_tointeger(L, 1);
    cpl_state *state = cpl_of(L);
    if (number < 1 || number > state->notice_count) return NULL;
    state->has_noticed = true;
    return &state->notices[number - 1];
}

/// Argument: the number of a notice, or nil.
static int count_notice(lua_State *L) {
    cpl_notice *found = find(L);
    if (found) found->count++;
    return 0;
}

/// Notes that an event had a value at the path. Argument: the number of a notice about a path, or nil.
static int mark_found(lua_State *L) {
    cpl_notice *notice = find(L);
    if (notice) notice->is_found = true;
    return 0;
}

void cpl_add_notice_functions(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"add_notice", add_notice}, {"count_notice", count_notice}, {"mark_found", mark_found}, {NULL, NULL},
    };
    luaL_setfuncs(L, functions, 0);
}

size_t cpl_take_notices(cpl_state *state, const cpl_notice **notices) {
    if (!state->has_noticed) return 0;
    state->has_noticed = false;
    *notices = state->notices;
    return state->notice_count;
}

void cpl_reset_notices(cpl_state *state) {
    for (uint32_t i = 0; i < state->notice_count; i++) {
        state->notices[i].count = 0;
        state->notices[i].is_found = false;
    }
}

void cpl_forget_notices(cpl_state *state) {
    state->notice_count = 0;
    state->has_noticed = false;
}
