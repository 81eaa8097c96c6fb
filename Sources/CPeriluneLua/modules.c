// Host modules and `require`.
//
// A host function's arguments cross as a JSON array and its result as JSON. Swift has returned before
// anything is raised here. An async function suspends the script: it yields a marker through every
// coroutine between it and the host, which resumes it with the answer.
#include "internal.h"
#include "libraries.h"

#include <stdlib.h>

const char cpl_loaded_modules;

void cpl_push_registry(lua_State *L, const char *key) {
    luaL_checkstack(L, 8, NULL);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return;
    lua_pop(L, 1);
    lua_createtable(L, 0, 8);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

void cpl_push_named(lua_State *L, const char *key, const char *name) {
    cpl_push_registry(L, key);
    if (lua_getfield(L, -1, name) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_createtable(L, 0, 8);
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, name);
    }
    lua_remove(L, -2);
}

void cpl_push_module(lua_State *L, const char *name) { cpl_push_named(L, &cpl_loaded_modules, name); }

static int finish_call(lua_State *L, bool failed) {
    cpl_state *state = cpl_of(L);
    // The host's time counts toward the limit of the script.
    cpl_check_budget(L);
    if (failed) cpl_raise_answer(L);
    if (!state->answered) return 0;
    cpl_push_json(L, state->answer.bytes, state->answer.count, "the host's answer");
    return 1;
}

/// Continues after a suspension: the host resumed with a boolean that says whether the call failed, and has set the
/// answer.
static int continue_call(lua_State *L, int status, lua_KContext context) {
    (void)status;
    (void)context;
    return finish_call(L, lua_toboolean(L, -1));
}

enum { small_arguments = 1 << 16, host_bytes_per_value = 64 };

/// Checks that the host's memory for the arguments is within the script's limit.
static void check_arguments(lua_State *L, const cpj_buffer *arguments) {
    const struct cpl_memory *memory = &cpl_of(L)->memory;
    if (arguments->count < small_arguments || !memory->cap) return;
    size_t values = 0;
    for (size_t i = 0; i < arguments->count; i++)
        values += arguments->bytes[i] == ',' || arguments->bytes[i] == ':';
    if (memory->used + arguments->count + values * host_bytes_per_value > memory->cap)
        luaL_error(L, "%s: the arguments (%d KB as JSON) need more memory than the limit leaves; pass smaller tables, "
                      "or raise the memory limit of the script",
                   lua_tostring(L, lua_upvalueindex(5)), (int)(arguments->count >> 10));
}

static int call_host(lua_State *L) {
    cpl_state *state = cpl_of(L);
    int32_t function = (int32_t)lua_tointeger(L, lua_upvalueindex(1));
    bool is_async = lua_toboolean(L, lua_upvalueindex(2));
    bool method = lua_toboolean(L, lua_upvalueindex(3));
    if (is_async && !cpl_can_suspend(L))
        return luaL_error(L, "this call waits for an answer, which is not possible here (in shouldHandle, "
                             "a sort or gsub function, or at the top level of the file); call it in execute");
    int count = lua_gettop(L);
    if (method) cpl_check_commander(L, lua_tostring(L, lua_upvalueindex(5)) + sizeof "commander");
    if (!method && count > 0 && lua_rawequal(L, 1, lua_upvalueindex(4)))
        return luaL_error(L, "%s must be called with a dot, not with a colon: write %s(...)",
                          lua_tostring(L, lua_upvalueindex(5)), lua_tostring(L, lua_upvalueindex(5)));
    cpj_buffer *arguments = &state->arguments;
    arguments->count = 0;
    cpl_settle(state);
    cpj_put_byte(arguments, '[');
    for (int i = method ? 2 : 1; i <= count; i++) {
        if (arguments->count > 1) cpj_put_byte(arguments, ',');
        cpl_encode_value(L, i, arguments, 0);
    }
    cpj_put_byte(arguments, ']');
    state->steps += arguments->count / 16;
    check_arguments(L, arguments);
    state->answer.count = 0;
    state->answered = false;
    cpj_begin_busy();
    cpl_call result = state->callbacks.call(
        state->callbacks.context, state, function, arguments->bytes, arguments->count);
    cpj_end_busy();
    if (result != CPL_CALL_PENDING) return finish_call(L, result == CPL_CALL_FAILED);
    lua_settop(L, 0);
    lua_pushlightuserdata(L, (void *)&cpl_host_yield);
    return lua_yieldk(L, 1, 0, continue_call);
}

/// The host suggests similar names.
void cpl_raise_unknown_output(lua_State *L, int name) {
    cpl_state *state = cpl_of(L);
    cpj_buffer *arguments = &state->arguments;
    arguments->count = 0;
    cpl_settle(state);
    cpj_put_byte(arguments, '[');
    cpl_encode_value(L, name, arguments, 0);
    cpj_put_byte(arguments, ']');
    state->answer.count = 0;
    state->answered = false;
    cpj_begin_busy();
    state->callbacks.call(state->callbacks.context, state, -1, arguments->bytes, arguments->count);
    cpj_end_busy();
    cpl_check_budget(L);
    cpl_raise_answer(L);
}

/// Arguments: module, name, function, async.
static int add_function(lua_State *L) {
    const char *module = lua_touserdata(L, 1), *name = lua_touserdata(L, 2);
    cpl_push_module(L, module);
    lua_pushvalue(L, 3);
    lua_pushvalue(L, 4);
    lua_pushboolean(L, strcmp(module, "commander") == 0);
    lua_pushvalue(L, -4);
    lua_pushfstring(L, "%s.%s", module, name);
    lua_pushcclosure(L, call_host, 5);
    lua_setfield(L, -2, name);
    return 0;
}

cpl_status cpl_add_function(cpl_state *state, const char *module, const char *name,
                            int32_t function, bool is_async) {
    lua_State *L = state->main;
    lua_pushcfunction(L, add_function);
    lua_pushlightuserdata(L, (void *)module);
    lua_pushlightuserdata(L, (void *)name);
    lua_pushinteger(L, function);
    lua_pushboolean(L, is_async);
    cpl_status status = cpl_status_of(state, lua_pcall(L, 4, 0, 0));
    lua_settop(L, 0);
    return status;
}

void cpl_answer(cpl_state *state, const uint8_t *bytes, size_t length) {
    state->answer.count = 0;
    cpj_put(&state->answer, bytes, length);
    state->answered = !state->answer.failed;
}

/// Registry: the modules whose part in Lua has not run yet.
static const char unfinished_modules;

static int note_part(lua_State *L) {
    // A module may be written in Lua alone.
    cpl_push_module(L, lua_touserdata(L, 1));
    cpl_push_registry(L, &unfinished_modules);
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, lua_touserdata(L, 1));
    return 0;
}

cpl_status cpl_add_module_part(cpl_state *state, const char *module) {
    lua_State *L = state->main;
    lua_pushcfunction(L, note_part);
    lua_pushlightuserdata(L, (void *)module);
    cpl_status status = cpl_status_of(state, lua_pcall(L, 1, 0, 0));
    lua_settop(L, 0);
    return status;
}

/// Requests the source text of a name from the host as the answer. Returns false if there is none.
static bool ask_source(lua_State *L, const char *name, size_t length) {
    cpl_state *state = cpl_of(L);
    state->answer.count = 0;
    state->answered = false;
    cpj_begin_busy();
    cpl_call found = state->callbacks.source(state->callbacks.context, state, name, length);
    cpj_end_busy();
    if (found != CPL_CALL_RETURNED) cpl_raise_answer(L);
    return state->answered;
}

/// Compiles the answer and pushes it; returns the status of Lua.
static int load_answer(lua_State *L, const char *chunk) {
    cpj_buffer *answer = &cpl_of(L)->answer;
    return cpl_compile(L, (const char *)answer->bytes, answer->count, chunk);
}

bool cpl_push_source(lua_State *L, const char *name, size_t length, const char *chunk) {
    if (!ask_source(L, name, length)) return false;
    if (load_answer(L, chunk) != LUA_OK) lua_error(L);
    return true;
}

/// Runs the part of a module that is written in Lua, once; the module stays on top of the stack.
static void finish_module(lua_State *L, const char *name, size_t length) {
    cpl_push_registry(L, &unfinished_modules);
    bool finished = lua_getfield(L, -1, name) == LUA_TNIL;
    lua_pop(L, 1);
    if (!finished) {
        lua_pushnil(L);
        lua_setfield(L, -2, name);
        const char *chunk = lua_pushfstring(L, "=%s", name);
        if (!cpl_push_source(L, name, length, chunk)) cpl_raise_answer(L);
        lua_pushvalue(L, -4);
        cpl_push_part_functions(L);
        lua_call(L, 2, 0);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static int require_file(lua_State *L, const char *name, size_t length) {
    int status = LUA_OK;
    if (cpl_push_kept(L, name)) {
        lua_pushboolean(L, 0);
        lua_setfield(L, 2, name);
    } else {
        if (!ask_source(L, name, length)) cpl_raise_answer(L);
        // Marks the module as loading, so that files that require each other get an error.
        lua_pushboolean(L, 0);
        lua_setfield(L, 2, name);
        cpl_note_file_module(L, name);
        status = load_answer(L, lua_pushfstring(L, "@%s.lua", name));
        if (status == LUA_OK) {
            cpl_bind_counters(L, name);
            cpl_keep(L, name);
        }
    }
    if (status == LUA_OK) {
        lua_pushvalue(L, 1);
        status = lua_pcall(L, 1, 1, 0);
    }
    if (status != LUA_OK) {
        // Remove the mark, so that the next `require` gets the same error and not that it is loading.
        lua_pushnil(L);
        lua_setfield(L, 2, name);
        return lua_error(L);
    }
    if (lua_isnil(L, -1)) lua_pushboolean(L, 1), lua_replace(L, -2);
    lua_pushvalue(L, -1);
    lua_setfield(L, 2, name);
    return 1;
}

/// Raises the error of the host for a name that no file can have.
_Noreturn static void refuse_name(lua_State *L, const char *name) {
    static const char before[] = "{\"code\":\"script.require\",\"message\":";
    cpj_buffer *answer = &cpl_of(L)->answer;
    size_t length;
    lua_pushfstring(L, "there is no module '%s': a module name must not begin with '=' or contain a zero byte", name);
    const char *message = lua_tolstring(L, -1, &length);
    answer->count = 0;
    cpj_put(answer, before, sizeof before - 1);
    if (!cpj_put_string(answer, message, length)) luaL_error(L, "%s", message);
    cpj_put_byte(answer, '}');
    cpl_raise_answer(L);
}

/// Pushes a library of Lua such as `string`; pushes nothing and returns false for other names.
static bool push_library(lua_State *L, const char *name) {
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    bool found = lua_getfield(L, -1, name) == LUA_TTABLE;
    lua_remove(L, found ? -2 : -1);
    if (!found) lua_pop(L, 1);
    return found;
}

/// Pushes one of our libraries that are created when first required; pushes nothing and returns false for other
/// names.
static bool push_own_library(lua_State *L, const char *name) {
    static const struct { const char *name; void (*push)(lua_State *L); } libraries[] = {
        {"base64", cpl_push_base64}, {"hash", cpl_push_hash}, {"hex", cpl_push_hex}, {"ip", cpl_push_ip},
        {"regex", cpl_push_regex}, {"timer", cpl_push_timer},
    };
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        if (strcmp(name, libraries[i].name) != 0) continue;
        libraries[i].push(L);
        lua_pushvalue(L, -1);
        lua_setfield(L, 2, name);
        return true;
    }
    return false;
}

/// Raises the error for a module with state that is required too late. A module required by another one is reported
/// with that module's name.
_Noreturn static void refuse_late(lua_State *L, const char *name) {
    lua_Debug debug;
    bool of_part = lua_getstack(L, 1, &debug) && lua_getinfo(L, "S", &debug) && debug.source[0] == '=';
    if (of_part) name = lua_pushstring(L, debug.source + 1);
    luaL_where(L, of_part ? 3 : 1);
    lua_pushfstring(L, "write local %s = require \"%s\" at the top of the file, not in a function", name, name);
    lua_concat(L, 2);
    lua_error(L);
    abort();
}

static int require_module(lua_State *L) {
    cpl_state *state = cpl_of(L);
    size_t length;
    const char *name = luaL_checklstring(L, 1, &length);
    // The host requests its internal modules by names that begin with '='.
    if (*name == '=' || strlen(name) != length) refuse_name(L, name);
    bool is_timer = strcmp(name, "timer") == 0;
    if (is_timer || strcmp(name, "state") == 0) {
        // Whether a script has state decides how its events are spread over workers, so it must be known after
        // loading.
        if (!state->loading && !(is_timer ? state->uses_timers : state->uses_state))
            refuse_late(L, name);
        state->uses_state = true;
        if (is_timer) state->uses_timers = true;
    }
    lua_settop(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_loaded_modules);
    int kind = strcmp(name, "commander") == 0 ? LUA_TNIL : lua_getfield(L, 2, name);
    if (kind == LUA_TNIL && push_own_library(L, name)) kind = LUA_TTABLE;
    if (kind == LUA_TBOOLEAN && !lua_toboolean(L, -1))
        return luaL_error(L, "'%s' is still being loaded: it requires itself, or two files require each other", name);
    if (kind == LUA_TTABLE) {
        finish_module(L, name, length);
        cpl_note_pristine(L);
    }
    if (kind != LUA_TNIL) return 1;
    lua_settop(L, 2);
    if (push_library(L, name)) return 1;
    return require_file(L, name, length);
}

void cpl_open_modules(lua_State *L) {
    lua_pushcfunction(L, require_module);
    lua_setglobal(L, "require");
}
