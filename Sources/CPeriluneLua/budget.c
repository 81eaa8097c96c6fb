// Time and instruction budgets.
//
// A count hook that is always armed makes instruction-bound Lua twice as slow, so none is armed. A
// watchdog thread looks each millisecond how long every worker has been in its script; on an overrun it
// signals the worker's thread, and the signal handler, which runs on that thread, arms the hook:
// lua_sethook is safe there and nowhere else but on the thread itself. The hook raises.
#define _GNU_SOURCE  // sigaction, pthread_kill, clock_gettime
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct cpl_worker {
    cpl_worker *next;
    pthread_t thread;
    // Odd while a script runs. The watchdog names the run that it means, so that a late signal cannot
    // hit the next event.
    _Atomic(uint64_t) run, doomed;
    _Atomic(uint32_t) started, limit;      // ticks
    cpl_state *volatile state;             // whose script runs; read by the handler on this thread
};

static const char budget_error;            // its address is the error value

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static cpl_worker *active;                 // between enter and leave; guarded by `lock`
static bool watching;                      // the thread exists
static _Atomic(uint32_t) ticks;            // milliseconds while anything is active
static _Thread_local cpl_worker *volatile this_worker;

enum { watch_signal = SIGURG };            // ignored by default and used by nobody else on Linux servers

static void stop_script(lua_State *L, lua_Debug *debug) {
    (void)debug;
    cpl_state *state = cpl_of(L);
    if (state->limits.instructions && !state->killed) {
        // Strict mode: the hook counts. (1000 is the period that cpl_budget_start arms.)
        if (state->instructions_left > 1000) { state->instructions_left -= 1000; return; }
        cpl_raise_budget(L, CPL_ERROR_INSTRUCTIONS);
    }
    cpl_raise_budget(L, CPL_ERROR_TIME);
}

enum { armed_mask = LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT };

static void arm(lua_State *L) { lua_sethook(L, stop_script, armed_mask, 1); }

static void handle_signal(int number) {
    (void)number;
    int saved = errno;
    cpl_worker *worker = this_worker;
    if (worker) {
        uint64_t run = atomic_load_explicit(&worker->run, memory_order_relaxed);
        cpl_state *state = worker->state;
        if ((run & 1) && state && run == atomic_load_explicit(&worker->doomed, memory_order_relaxed)) {
            state->killed = CPL_ERROR_TIME;
            lua_State *running = state->running;
            // Arming walks all call frames: once is enough.
            if (running && lua_gethookmask(running) != armed_mask) arm(running);
        }
    }
    errno = saved;
}

static void *watch(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!active) pthread_cond_wait(&wake, &lock);
        pthread_mutex_unlock(&lock);
        struct timespec tick = {0, 1000000};
        nanosleep(&tick, NULL);
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        uint32_t time = (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
        atomic_store_explicit(&ticks, time, memory_order_relaxed);
        pthread_mutex_lock(&lock);
        for (cpl_worker *worker = active; worker; worker = worker->next) {
            uint64_t run = atomic_load(&worker->run);
            uint32_t limit = atomic_load(&worker->limit);
            if (!(run & 1) || !limit) continue;
            if ((int32_t)(time - atomic_load(&worker->started)) < (int32_t)limit) continue;
            // Sent again each tick until the script is out: the hook of one coroutine may have been
            // armed while another was about to run.
            atomic_store(&worker->doomed, run);
            pthread_kill(worker->thread, watch_signal);
        }
    }
    return NULL;
}

static void start_watching(void) {
    struct sigaction action = {0};
    action.sa_handler = handle_signal;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigaction(watch_signal, &action, NULL);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);  // the watchdog takes no signals of the host
    pthread_t thread;
    watching = pthread_create(&thread, &attributes, watch, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
}

cpl_worker *cpl_worker_new(void) { return calloc(1, sizeof(cpl_worker)); }

void cpl_worker_free(cpl_worker *worker) { free(worker); }

void cpl_worker_enter(cpl_worker *worker) {
    worker->thread = pthread_self();
    this_worker = worker;
    pthread_mutex_lock(&lock);
    if (!watching) start_watching();
    if (!active) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        atomic_store(&ticks, (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000));
        pthread_cond_signal(&wake);
    }
    worker->next = active;
    active = worker;
    pthread_mutex_unlock(&lock);
}

void cpl_worker_leave(cpl_worker *worker) {
    pthread_mutex_lock(&lock);
    for (cpl_worker **link = &active; *link; link = &(*link)->next) {
        if (*link != worker) continue;
        *link = worker->next;
        break;
    }
    pthread_mutex_unlock(&lock);
    this_worker = NULL;
}

void cpl_budget_start(cpl_state *state, lua_State *L) {
    cpl_worker *worker = state->worker;
    worker->state = state;
    state->running = L;
    if (state->limits.instructions) {
        state->instructions_left = state->limits.instructions;
        lua_sethook(L, stop_script, LUA_MASKCOUNT, 1000);
    }
    uint32_t limit = (uint32_t)((state->limits.microseconds + 999) / 1000);
    atomic_store_explicit(&worker->limit, limit, memory_order_relaxed);
    atomic_store_explicit(
        &worker->started, atomic_load_explicit(&ticks, memory_order_relaxed), memory_order_relaxed);
    // The handler runs on this thread: a compiler fence orders it.
    atomic_signal_fence(memory_order_seq_cst);
    uint64_t run = atomic_load_explicit(&worker->run, memory_order_relaxed);
    atomic_store_explicit(&worker->run, run + 1, memory_order_release);
}

void cpl_budget_stop(cpl_state *state) {
    cpl_worker *worker = state->worker;
    uint64_t run = atomic_load_explicit(&worker->run, memory_order_relaxed);
    atomic_store_explicit(&worker->run, run + 1, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    state->running = NULL;
    worker->state = NULL;
}

void cpl_raise_budget(lua_State *L, cpl_status status) {
    cpl_state *state = cpl_of(L);
    if (!state->killed) state->killed = status;
    // From here on the hook fires at once wherever Lua code runs, also in a handler or a `__close`.
    arm(L);
    // No lua_settop here: it would close pending variables while hooks are off. There is always room for
    // one value in the frame of a hook or a C function.
    lua_pushlightuserdata(L, (void *)&budget_error);
    lua_error(L);
    abort();
}

bool cpl_is_budget_error(lua_State *L, int index) {
    return lua_touserdata(L, index) == (void *)&budget_error;
}

int cpl_resume_coroutine(lua_State *co, lua_State *from, int arguments, int *results) {
    cpl_state *state = cpl_of(from);
    if (state->limits.instructions) lua_sethook(co, stop_script, LUA_MASKCOUNT, 1000);
    else if (lua_gethook(co)) lua_sethook(co, NULL, 0, 0);
    lua_State *outer = state->running;
    state->running = co;
    // A signal between the check of `killed` and the resume arms `co`, which is `running` by then.
    if (state->killed) arm(co);
    int status = lua_resume(co, from, arguments, results);
    state->running = outer;
    if (state->killed && outer) arm(outer);
    return status;
}
