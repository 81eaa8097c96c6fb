// Creating and freeing a state.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>

/// For tests: the allocation that fails in the next state of this thread.
static _Thread_local long fail_next_state;

static int open_all(lua_State *L) {
    if (!cpl_forget_weak_tables(L)) return luaL_error(L, "this Lua is not laid out like Lua 5.4");
    cpl_open_libraries(L);
    cpl_open_views(L);
    cpl_open_patches(L);
    cpl_open_long_numbers(L);
    cpl_open_json(L);
    cpl_open_state(L);
    cpl_open_duration(L);
    cpl_open_commander(L);
    cpl_open_modules(L);
    // Most objects die with their event: generational collection is 7-20 % faster here than incremental.
    lua_gc(L, LUA_GCGEN, 0, 0);
    return 0;
}

/// Called by Lua for an error outside of every protected call, which would be a bug of the bridge or of Lua; in a
/// coroutine the state is left.
static int panic(lua_State *L) {
    cpl_state *state = cpl_of(L);
    if (state->running) {
        if (!state->killed) state->killed = CPL_ERROR_MEMORY;
        cpl_leave(state, NULL);
    }
    static const char text[] = "perilune: an error of Lua outside a protected call\n";
    fwrite(text, 1, sizeof text - 1, stderr);
    return 0;
}

cpl_state *cpl_state_new(cpl_worker *worker, cpl_limits limits, cpl_callbacks callbacks,
                         uint64_t seed) {
    cpl_state *state = calloc(1, sizeof *state);
    if (!state) return NULL;
    state->worker = worker;
    state->limits = limits;
    state->run_seed = seed;
    state->callbacks = callbacks;
    state->memory.fail_after = fail_next_state;
    fail_next_state = 0;
    lua_State *L = state->main = lua_newstate(cpl_allocate, &state->memory);
    if (!L) { cpl_state_free(state); return NULL; }
    lua_atpanic(L, panic);
    *(cpl_state **)lua_getextraspace(L) = state;
    lua_pushcfunction(L, open_all);
    int status = lua_pcall(L, 0, 0, 0);
    lua_settop(L, 0);
    if (status == LUA_OK) state->frame = cpl_frame_take(state);
    if (!state->frame) { cpl_state_free(state); return NULL; }
    // The limit applies to the script, not to the memory of the libraries.
    if (limits.memory) state->memory.cap = state->memory.used + limits.memory;
    return state;
}

void cpl_state_free(cpl_state *state) {
    if (!state) return;
    for (cpl_frame *frame = state->frames; frame;) {
        cpl_frame *next = frame->sibling;
        cpl_frame_free(frame);
        frame = next;
    }
    cpl_trace_free(state);
    // Nothing in a state needs to be closed by Lua.
    cpl_release_memory(&state->memory);
    cpl_forget_texts(state);
    cpl_free_regexes(state);
    cpj_parser_free(state->parser);
    cpj_buffer_free(&state->arguments);
    cpj_buffer_free(&state->answer);
    cpj_buffer_free(&state->scratch);
    cpj_buffer_free(&state->padded);
    cpj_buffer_free(&state->shown);
    cpj_buffer_free(&state->slot);
    cpj_buffer_free(&state->moves);
    cpj_buffer_free(&state->outputs);
    free(state->notices);
    free(state);
}

void cpl_set_callback_context(cpl_state *state, void *context) { state->callbacks.context = context; }

bool cpl_add_output(cpl_state *state, const char *name) {
    cpj_put(&state->outputs, name, strlen(name) + 1);
    return !state->outputs.failed;
}

bool cpl_is_spent(const cpl_state *state) { return state->killed != 0; }

size_t cpl_memory_used(const cpl_state *state) { return state->memory.used; }

long cpl_fail_allocation(cpl_state *state, long nth) {
    long *fail_after = state ? &state->memory.fail_after : &fail_next_state;
    long pending = *fail_after > 1 ? *fail_after - 1 : 0;
    *fail_after = nth > 0 ? nth + 1 : 0;
    return pending;
}
