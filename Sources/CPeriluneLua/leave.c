// The last resort: abandons a script that cannot be stopped otherwise.
//
// A hook stops what runs as instructions of Lua. A `__call` that leads back to itself, the compiler at a huge
// expression and the collector are loops in C, where no hook runs. When a script is still running some time after
// it was told to end, the watchdog's signal handler jumps back to where the host entered Lua. What Lua was in the
// middle of does not matter: all memory of the state is released without Lua, and the host makes a new state.
//
// The jump passes only through frames of Lua and of the bridge, which own nothing (internal.h). Where one of them
// calls what does (the C library's allocator, a function with a lock, a callback into Swift), it says so in
// cpj_busy, and the handler waits for the next tick.
#define _GNU_SOURCE  // REG_RIP, dl_iterate_phdr
#include "internal.h"

#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <ucontext.h>

/// The code range of the dynamic loader, which binds functions at their first call and must not be interrupted then.
static uintptr_t loader_begin, loader_end;

static int find_loader(struct dl_phdr_info *object, size_t size, void *base) {
    (void)size;
    if (object->dlpi_addr != *(uintptr_t *)base) return 0;
    loader_begin = loader_end = object->dlpi_addr;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t end = object->dlpi_addr + part->p_vaddr + part->p_memsz;
        if (part->p_type == PT_LOAD && end > loader_end) loader_end = end;
    }
    return 1;
}

void cpl_prepare_leaving(void) {
    uintptr_t base = getauxval(AT_BASE);
    if (base) dl_iterate_phdr(find_loader, &base);
}

static bool is_in_loader(const void *context) {
    if (!context) return false;
    const ucontext_t *interrupted = context;
#if defined(__x86_64__)
    uintptr_t at = (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    uintptr_t at = interrupted->uc_mcontext.pc;
#else
#error "where was the thread interrupted?"
#endif
    return at >= loader_begin && at < loader_end;
}

void cpl_leave(cpl_state *state, const void *context) {
    if (cpj_busy == state->busy_before && !is_in_loader(context)) _longjmp(state->landing, 1);
}

static int land(cpl_state *state) {
    // The signal of the handler is still blocked after a jump out of it.
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, cpl_watch_signal);
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
    cpl_budget_stop(state);
    cpl_settle(state);
    state->main = NULL;
    state->outer = NULL;
    cpl_release_memory(&state->memory);
    cpl_note_leaving(state);
    return LUA_ERRRUN;
}

__attribute__((noinline))
int cpl_watched_call(cpl_state *state, lua_State *L, int arguments, int results) {
    state->busy_before = cpj_busy;
    state->stack_base = __builtin_frame_address(0);
    if (_setjmp(state->landing)) return land(state);
    cpl_budget_start(state, L);
    int status = lua_pcall(L, arguments, results, 1);
    cpl_budget_stop(state);
    return status;
}

__attribute__((noinline))
int cpl_watched_resume(cpl_state *state, lua_State *co, int arguments, int *results) {
    state->busy_before = cpj_busy;
    state->stack_base = __builtin_frame_address(0);
    if (_setjmp(state->landing)) return land(state);
    cpl_budget_start(state, NULL);
    int status = cpl_resume_coroutine(co, state->main, arguments, results);
    cpl_budget_stop(state);
    return status;
}

__attribute__((noinline))
void cpl_watched_reset(cpl_state *state, lua_State *co) {
    state->busy_before = cpj_busy;
    state->stack_base = __builtin_frame_address(0);
    if (_setjmp(state->landing)) {
        land(state);
        return;
    }
    cpl_budget_start(state, co);
    lua_resetthread(co);
    cpl_budget_stop(state);
}
