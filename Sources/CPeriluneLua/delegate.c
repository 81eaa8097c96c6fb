// Loads a script file as a delegate: compiles it as text, runs it once, and reads the table that it returns.
#include "internal.h"

const char cpl_delegate;

static int takes_self(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    int arguments = (int)luaL_checkinteger(L, 2);
    lua_settop(L, 1);
    lua_pushboolean(L, cpl_takes_self(L, arguments));
    return 1;
}

/// Whether the table has only standard fields, and so no function for a single type of events.
static bool has_usual_fields(lua_State *L, int delegate) {
    static const char *const usual[] = {
        "execute", "on", "url", "executeURL", "shouldHandle", "shouldHandleLinkDrillNavigation", "evt", "where", "key",
        "priority", "version", "migrate", "expires", "onTimer", "tests", NULL,
    };
    lua_pushnil(L);
    while (lua_next(L, delegate)) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING) continue;
        const char *name = lua_tostring(L, -1);
        const char *const *known = usual;
        while (*known && strcmp(*known, name) != 0) known++;
        if (!*known) {
            lua_pop(L, 1);
            return false;
        }
    }
    return true;
}

/// Calls the host's adapter for the table first, if there is one: a table may have functions for single types of
/// events instead of `execute`.
static void adapt(lua_State *L) {
    cpl_state *state = cpl_of(L);
    int delegate = lua_gettop(L);
    static const char name[] = "=delegate";
    // The same file returns the same table when it is run again.
    if (!state->is_plain_delegate) state->is_plain_delegate = has_usual_fields(L, delegate);
    if (state->is_plain_delegate) return;
    if (!cpl_push_kept(L, name)) {
        if (!cpl_push_source(L, name, sizeof name - 1, name)) return;
        cpl_keep(L, name);
    }
    lua_pushvalue(L, delegate);
    lua_pushcfunction(L, takes_self);
    lua_call(L, 2, 1);
    state->is_plain_delegate = !lua_toboolean(L, -1);
    lua_pop(L, 1);
}

/// Arguments: source, length, name. Pushes the compiled file.
static const char *compile(lua_State *L) {
    const char *source = lua_touserdata(L, 1), *name = lua_touserdata(L, 3);
    size_t length = (size_t)lua_tointeger(L, 2);
    lua_settop(L, 0);
    lua_pushfstring(L, "@%s", name);
    if (cpl_compile(L, source, length, lua_tostring(L, 1)) != LUA_OK) {
        // Only this code knows that the error is one of syntax; the message handler does not.
        cpl_of(L)->loading = false;
        lua_error(L);
    }
    return name;
}

/// Runs the file's body, which is on top of the stack, and reads the table that it returns.
static int run_body(lua_State *L) {
    lua_call(L, 0, 1);
    if (lua_type(L, -1) != LUA_TTABLE)
        return luaL_error(L, "the file must return a delegate (a table with execute), got %s",
                          luaL_typename(L, -1));
    adapt(L);
    cpl_read_version(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &cpl_delegate);
    return cpl_find_functions(L);
}

static int run_file(lua_State *L) {
    cpl_bind_counters(L, compile(L));
    cpl_keep(L, "=script");
    return run_body(L);
}

/// Pushes the file's body again, as after compiling.
static int run_again(lua_State *L) {
    lua_settop(L, 0);
    cpl_restore(L);
    if (!cpl_push_kept(L, "=script")) return luaL_error(L, "the file was not loaded for running it again");
    return run_body(L);
}

static int evaluate_file(lua_State *L) {
    cpl_state *state = cpl_of(L);
    compile(L);
    lua_call(L, 0, 1);
    if (lua_type(L, -1) != LUA_TTABLE)
        return luaL_error(L, "the file must return a table, got %s", luaL_typename(L, -1));
    state->arguments.count = 0;
    cpl_encode(L, -1, &state->arguments);
    return 0;
}

/// Runs the file's body in a coroutine, as `execute`, so that the same watchdog covers both.
static cpl_status run_source(cpl_state *state, lua_CFunction body, const char *name, const char *source,
                             size_t length) {
    if (state->limits.source_length && length > state->limits.source_length) {
        cpl_set_error(state, CPL_ERROR_SYNTAX, "the file exceeds the maximum size of a script");
        return CPL_ERROR_SYNTAX;
    }
    lua_State *L = state->main;
    if (!L) return (cpl_status)state->killed;
    state->loading = true;
    lua_settop(L, 0);
    cpl_look_for_concat(state, source, length);
    cpl_make_room(state, L, cpl_room);
    lua_pushcfunction(L, cpl_message_handler);
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, (void *)source);
    lua_pushinteger(L, (lua_Integer)length);
    lua_pushlightuserdata(L, (void *)name);
    cpl_status status = cpl_status_of(state, cpl_watched_call(state, L, 3, 0));
    bool compiled = state->loading;
    state->loading = false;
    if (!state->main) return status;
    if (status == CPL_ERROR_MEMORY) cpl_note_error(state, L, status);
    cpl_spend(state, status);
    if (status == CPL_ERROR_RUNTIME && !compiled) status = CPL_ERROR_SYNTAX;
    if (status != CPL_OK) state->error.status = status;
    lua_settop(L, 0);
    return status;
}

cpl_status cpl_load(cpl_state *state, const char *name, const char *source, size_t length) {
    return run_source(state, run_file, name, source, length);
}

const uint8_t *cpl_evaluate(cpl_state *state, const char *name, const char *source, size_t length,
                            size_t *json_length) {
    if (run_source(state, evaluate_file, name, source, length) != CPL_OK) return NULL;
    *json_length = state->arguments.count;
    return state->arguments.bytes;
}

cpl_status cpl_restart(cpl_state *state) {
    // No event is in progress, so views of the last event are invalid.
    cpl_frame *frame = state->frame;
    if (frame) {
        memset(&frame->document, 0, sizeof frame->document);
        frame->handles = 0;
    }
    state->random_seeded = false;
    return run_source(state, run_again, NULL, NULL, 0);
}

static int describe(lua_State *L) {
    cpl_state *state = cpl_of(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_delegate);
    int delegate = lua_gettop(L);
    cpl_push_sorted_keys(L, delegate);
    int keys = lua_gettop(L);
    size_t count = lua_rawlen(L, keys);
    cpj_buffer *out = &state->arguments;
    out->count = 0;
    cpl_settle(state);
    cpj_put_byte(out, '{');
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        size_t length = 0;
        const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
        // The delegate may also have array elements; only names are fields. The host does not use its tests.
        if (name && strcmp(name, "tests") != 0) {
            if (out->count > 1) cpj_put_byte(out, ',');
            if (!cpj_put_string(out, name, length)) return luaL_error(L, "a field's name is not UTF-8");
            cpj_put_byte(out, ':');
            if (lua_rawget(L, delegate) == LUA_TFUNCTION) {
                lua_Debug debug;
                lua_getinfo(L, ">S", &debug);
                cpj_put(out, "{\"function\":", 12);
                cpj_put_integer(out, debug.linedefined);
                cpj_put_byte(out, '}');
            } else {
                cpl_encode_value(L, -1, out, 1);
            }
        }
        lua_settop(L, keys);
    }
    cpj_put_byte(out, '}');
    return 0;
}

const uint8_t *cpl_describe(cpl_state *state, size_t *length) {
    if (cpl_protected(state, describe) != CPL_OK) return NULL;
    *length = state->arguments.count;
    return state->arguments.bytes;
}

bool cpl_uses_state(const cpl_state *state) { return state->uses_state; }

bool cpl_uses_timers(const cpl_state *state) { return state->uses_timers; }
