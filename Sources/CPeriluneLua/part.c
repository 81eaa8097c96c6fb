// The functions that the Lua part of a module receives besides its module: they reserve a member of `state`, note
// that a timer was read, and raise an error at the line of the script.
#include "internal.h"

/// Registry: the members of state that modules keep. Each has its lifetime in milliseconds (0 for no limit), or the
/// method that reads its timers, whose names are that of the member and a slash.
static const char reserved;

static void put_member(lua_State *L, cpj_buffer *json, const char *name, int index) {
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    if (!text) return;
    cpj_put(json, name, strlen(name));
    if (!cpj_put_string(json, text, length)) cpj_put(json, "\"the argument is not UTF-8\"", 27);
}

/// Arguments: message, hint.
static int fail(lua_State *L) {
    cpj_buffer *answer = &cpl_of(L)->answer;
    lua_settop(L, 2);
    answer->count = 0;
    put_member(L, answer, "{\"code\":\"script.argument\",\"message\":", 1);
    put_member(L, answer, ",\"hint\":", 2);
    cpj_put_byte(answer, '}');
    cpl_raise_answer(L);
}

/// Arguments: the name of a member of state, and how long members of that table last after a change, in milliseconds, or
/// the method that reads its timers.
static int reserve_state(lua_State *L) {
    cpl_state *state = cpl_of(L);
    size_t length;
    const char *name = luaL_checklstring(L, 1, &length);
    if (lua_type(L, 2) != LUA_TSTRING) {
        lua_pushinteger(L, luaL_optinteger(L, 2, 0));
        lua_replace(L, 2);
    }
    lua_settop(L, 2);
    const char *message = NULL;
    if (!state->loading)
        message = lua_pushfstring(L, "'%s' is made while an event is processed; make it at the top of the file", name);
    cpl_push_registry(L, &reserved);
    lua_pushvalue(L, 1);
    if (!message && lua_rawget(L, -2) != LUA_TNIL)
        message = lua_pushfstring(L, "two objects keep their state in state.%s; give one of them another name with the "
                                     "option name", name);
    if (message) {
        lua_pushstring(L, message);
        lua_replace(L, 1);
        lua_settop(L, 1);
        return fail(L);
    }
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_rawset(L, 3);
    return 0;
}

/// Notes that the object that set the event's timer has read it. No arguments.
static int mark_timer_handled(lua_State *L) {
    cpl_frame *frame = cpl_of(L)->frame;
    if (frame) frame->timer_handled = true;
    return 0;
}

int cpl_check_timer_handled(lua_State *L) {
    const cpl_frame *frame = cpl_of(L)->frame;
    cpl_push_member(L, &frame->document, frame->document.envelope[CPJ_DATA], "name");
    const char *name = lua_tostring(L, 1), *slash = name ? strchr(name, '/') : NULL;
    if (!slash || lua_rawgetp(L, LUA_REGISTRYINDEX, &reserved) != LUA_TTABLE) return 0;
    lua_pushlstring(L, name, (size_t)(slash - name));
    if (lua_rawget(L, 2) != LUA_TSTRING) return 0;
    const char *method = lua_tostring(L, 3);
    lua_pushlstring(L, name, (size_t)(slash - name));
    return luaL_error(L, "onTimer has not read the results of '%s': iterate over those of each window and join, here with "
                         "%s(event)", lua_tostring(L, 4), method);
}

void cpl_push_reserved_lifetimes(lua_State *L) {
    int top = lua_gettop(L);
    lua_newtable(L);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &reserved) != LUA_TTABLE) {
        lua_settop(L, top + 1);
        return;
    }
    for (lua_pushnil(L); lua_next(L, top + 2);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        if (lua_tointeger(L, -1) > 0) lua_rawset(L, top + 1);
        else lua_pop(L, 2);
    }
    lua_settop(L, top + 1);
}

void cpl_forget_reserved(lua_State *L) {
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &reserved);
}

void cpl_push_part_functions(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"fail", fail}, {"reserve_state", reserve_state}, {"mark_timer_handled", mark_timer_handled}, {NULL, NULL},
    };
    lua_createtable(L, 0, 6);
    luaL_setfuncs(L, functions, 0);
    cpl_add_notice_functions(L);
}
