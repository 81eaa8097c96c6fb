// Runs chunks of text one after the other with the same event, as they are typed at a prompt.
//
// The Lua code that shows values and completes names is provided by the host; it runs in the sandbox like everything
// else, with the same budgets.
#include "internal.h"

const char cpl_prompt;

enum { most_shown = 1 << 20 };

/// Appends the text of a value to the output.
static int show(lua_State *L) {
    cpj_buffer *shown = &cpl_of(L)->shown;
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    if (shown->count + length > most_shown) return luaL_error(L, "the value is too large to show");
    cpj_put(shown, text, length);
    if (shown->failed) return luaL_error(L, "not enough memory to show this");
    return 0;
}

/// Makes the table of the prompt: the globals of chunks, and the functions that run one and complete names.
static void make_prompt(lua_State *L) {
    static const char name[] = "=prompt";
    if (!cpl_push_source(L, name, sizeof name - 1, name)) cpl_raise_answer(L);
    lua_pushcfunction(L, show);
    lua_call(L, 1, 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &cpl_prompt);
}

/// Pushes the table of the prompt and the globals of chunks, with the values of the current event.
static void push_prompt(lua_State *L) {
    cpl_state *state = cpl_of(L);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_prompt) != LUA_TTABLE) {
        lua_pop(L, 1);
        make_prompt(L);
    }
    lua_getfield(L, -1, "globals");
    cpl_push_event(L, state->frame);
    lua_setfield(L, -2, "event");
    cpl_push_commander(L, state->frame);
    lua_setfield(L, -2, "commander");
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_delegate);
    lua_setfield(L, -2, "delegate");
}

/// Whether the text is incomplete, by the message of its syntax error.
static bool is_unfinished(lua_State *L, int index) {
    size_t length;
    const char *message = lua_tolstring(L, index, &length);
    return message && length >= 5 && memcmp(message + length - 5, "<eof>", 5) == 0;
}

/// Compiles the text as an expression, by adding a `return`, or else as a chunk.
static int compile(lua_State *L, const char *text, size_t length) {
    static const char name[] = "@prompt";
    lua_pushliteral(L, "return ");
    lua_pushlstring(L, text, length);
    lua_concat(L, 2);
    size_t whole;
    const char *expression = lua_tolstring(L, -1, &whole);
    if (cpl_compile(L, expression, whole, name) == LUA_OK) return LUA_OK;
    lua_replace(L, -2);
    int status = cpl_compile(L, text, length, name);
    // For an incomplete table, only the error of the expression says that it is incomplete.
    if (status == LUA_OK || !is_unfinished(L, -2)) lua_remove(L, -2);
    else lua_pop(L, 1);
    return status;
}

/// Pushes the runner and the compiled chunk on the coroutine's stack.
static int prepare_chunk(lua_State *L) {
    cpl_state *state = cpl_of(L);
    lua_settop(L, 0);
    push_prompt(L);
    int globals = lua_gettop(L);
    if (compile(L, state->chunk.text, state->chunk.length) != LUA_OK) {
        state->chunk.is_compiled = false;
        return lua_error(L);
    }
    lua_pushvalue(L, globals);
    lua_setupvalue(L, -2, 1);
    lua_getfield(L, 1, "run");
    lua_insert(L, -2);
    lua_xmove(L, state->frame->coroutine, 2);
    return 0;
}

static cpl_status prepare(cpl_state *state, cpl_frame *frame) {
    if (!lua_checkstack(frame->coroutine, 8)) {
        cpl_set_error(state, CPL_ERROR_MEMORY, "not enough memory to run this");
        return CPL_ERROR_MEMORY;
    }
    cpl_status status = cpl_protected(state, prepare_chunk);
    if (status == CPL_ERROR_RUNTIME && !state->chunk.is_compiled)
        status = state->error.status = CPL_ERROR_SYNTAX;
    return status;
}

static void begin(cpl_state *state, const char *text, size_t length) {
    state->shown.count = 0;
    state->shown.failed = false;
    state->chunk.text = text;
    state->chunk.length = length;
    state->chunk.is_compiled = true;
    cpl_look_for_concat(state, text, length);
    // At a prompt there is no top of a file to require the module at.
    state->uses_state = state->uses_timers = true;
}

cpl_status cpl_run_chunk(cpl_state *state, const char *text, size_t length, cpj_buffer *output,
                        cpl_reply *reply) {
    begin(state, text, length);
    return cpl_enter(state, prepare, output, reply);
}

static int complete(lua_State *L) {
    cpl_state *state = cpl_of(L);
    lua_settop(L, 0);
    push_prompt(L);
    lua_getfield(L, 1, "complete");
    lua_pushlstring(L, state->chunk.text, state->chunk.length);
    lua_call(L, 1, 0);
    return 0;
}

cpl_status cpl_complete(cpl_state *state, const char *text, size_t length) {
    begin(state, text, length);
    return cpl_protected(state, complete);
}

const uint8_t *cpl_shown(const cpl_state *state, size_t *length) {
    *length = state->shown.count;
    return state->shown.bytes;
}
