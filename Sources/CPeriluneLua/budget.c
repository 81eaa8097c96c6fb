// Time and instruction budgets.
//
// A count hook that is always armed makes instruction-bound Lua twice as slow, so none is armed. A
// watchdog thread checks every millisecond which workers are still in the script in which it saw them
// before; on an overrun it signals the worker's thread, and the signal handler, which runs on that
// thread, arms the hook: lua_sethook is safe there and nowhere else but on the thread itself. The hook
// raises. A script that is not looked at pays two stores; the clock is the watchdog's business.
#define _GNU_SOURCE  // gettid, tgkill, pthread_getcpuclockid
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct cpl_worker {
    cpl_worker *next;                      // guarded by `lock`
    // Odd while a script runs. The watchdog names the run that it means, so that a late signal cannot
    // hit the next event.
    _Atomic(uint64_t) run, doomed;
    // A virtual processor that stood still counts as having worked. So a script is warned first, and only
    // what it does after the warning reached its own thread can doom it.
    _Atomic(uint64_t) warned, answered;
    _Atomic(uint64_t) leaving;             // the run that no hook has stopped
    _Atomic(uint64_t) beat;                // incremented by each call of the hook in strict mode
    _Atomic(uint32_t) limit;               // microseconds; 0 for none
    _Atomic(bool) is_strict;               // instructions are limited
    cpl_state *volatile state;             // whose script runs; read by the handler on this thread
    // The thread that runs scripts. By number, since a thread that has ended is an error to the kernel
    // and undefined behaviour to pthread_kill.
    _Atomic(pid_t) thread;
    _Atomic(clockid_t) clock;              // its processor time

    // The watchdog's own: the run it saw last, when, and what the thread had used by then.
    uint64_t seen;
    uint64_t since, used;
    uint64_t graced, used_before_grace;
    uint64_t stopping, used_before_stop;
    uint64_t beats;
};

static const char budget_error;            // its address is the error value

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static cpl_worker *workers;                // guarded by `lock`
static bool watching;                      // the thread exists; guarded by `lock`
static _Atomic(bool) dozing;               // nothing ran for a while
static _Thread_local cpl_worker *volatile this_worker;     // whose script runs on this thread
static _Thread_local pid_t this_thread;

enum {
    tick = 1000000,                        // nanoseconds
    ticks_before_dozing = 100,
    strict_period = 1000,                  // instructions
    call_cost = 100,                       // microseconds that a call which waits counts at least
    watched_slowness = 10,
    patience = 25000,                      // microseconds from the end of a budget to leaving the state
    strict_patience = 5000000,             // between two calls of the hook in strict mode
    longest_doze = 20000000,               // nanoseconds; a worker that saw the flag too late waits so long
};

/// Instructions from one call of the hook to the next. A limit is met at the same place whoever watches;
/// without one a trace counts each.
static inline int period(const cpl_state *state) {
    return state->limits.instructions ? strict_period : 1;
}

static void stop_script(lua_State *L, lua_Debug *debug) {
    cpl_state *state = cpl_of(L);
    if (state->trace && !state->killed) {
        if (debug->event == LUA_HOOKLINE) { cpl_trace_line(state->trace, L, debug); return; }
        if (debug->event == LUA_HOOKCOUNT) cpl_trace_count(state->trace, period(state));
        if (!state->limits.instructions) return;
    }
    if (state->limits.instructions && !state->killed) {
        // Strict mode: the hook counts instructions.
        uint64_t beat = atomic_load_explicit(&state->worker->beat, memory_order_relaxed);
        atomic_store_explicit(&state->worker->beat, beat + 1, memory_order_relaxed);
        // Work of the libraries since the last check counts too; it is just as deterministic.
        uint64_t used = strict_period + state->steps;
        state->steps = 0;
        if (state->instructions_left > used) { state->instructions_left -= used; return; }
        cpl_raise_budget(L, CPL_ERROR_INSTRUCTIONS);
    }
    cpl_raise_budget(L, CPL_ERROR_TIME);
}

// Only where it is not armed yet: lua_sethook goes through all calls of the coroutine, and where these are
// hundreds of thousands that takes longer than a tick. Then the next signal was there already, and the
// script never came to the instruction that would have stopped it.
static void arm(lua_State *L) {
    const int mask = LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT;
    if (lua_gethookmask(L) != mask) lua_sethook(L, stop_script, mask, 1);
}

/// Sets the hook of a coroutine for normal operation, if there is one.
static void set_hook(cpl_state *state, lua_State *L) {
    bool counts = state->limits.instructions || state->trace;
    int mask = (counts ? LUA_MASKCOUNT : 0) | (state->trace ? LUA_MASKLINE : 0);
    if (mask) lua_sethook(L, stop_script, mask, period(state));
    else if (lua_gethook(L)) lua_sethook(L, NULL, 0, 0);
}

static void handle_signal(int number, siginfo_t *info, void *context) {
    (void)number;
    (void)info;
    int saved = errno;
    cpl_worker *worker = this_worker;
    if (worker) {
        uint64_t run = atomic_load_explicit(&worker->run, memory_order_relaxed);
        cpl_state *state = worker->state;
        if ((run & 1) && state && run == atomic_load_explicit(&worker->doomed, memory_order_relaxed)) {
            state->killed = state->limits.microseconds ? CPL_ERROR_TIME : CPL_ERROR_INSTRUCTIONS;
            if (run == atomic_load_explicit(&worker->leaving, memory_order_relaxed)) cpl_leave(state, context);
            lua_State *running = state->running;
            if (running) arm(running);
        } else if (run == atomic_load_explicit(&worker->warned, memory_order_relaxed)) {
            atomic_store_explicit(&worker->answered, run, memory_order_relaxed);
        }
    }
    errno = saved;
}

/// Reads a clock in microseconds; 0 if its thread has ended.
static uint64_t read_clock(clockid_t clock) {
    struct timespec time;
    if (clock_gettime(clock, &time) != 0) return 0;
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

/// Tells a worker's thread to end its script, and to leave the Lua state if `leaves` is set.
static void stop(cpl_worker *worker, uint64_t run, bool leaves) {
    atomic_store(&worker->doomed, run);
    if (leaves) atomic_store(&worker->leaving, run);
    tgkill(getpid(), atomic_load(&worker->thread), cpl_watch_signal);
}

/// In strict mode there may be no limit of time, and the hook stops the script, but where no hook runs.
static void look_at_strict(cpl_worker *worker, uint64_t run, uint64_t now) {
    uint64_t beat = atomic_load_explicit(&worker->beat, memory_order_relaxed);
    if (beat != worker->beats || now - worker->since < strict_patience) {
        if (beat == worker->beats) return;
        worker->beats = beat;
        worker->since = now;
        worker->used = read_clock(atomic_load(&worker->clock));
    } else if (read_clock(atomic_load(&worker->clock)) - worker->used >= strict_patience) {
        stop(worker, run, true);
    }
}

/// Checks one worker, and stops its script if it has run too long. Returns whether it runs or ran since the last
/// check.
static bool look_at(cpl_worker *worker, uint64_t now) {
    uint64_t run = atomic_load(&worker->run);
    bool active = (run & 1) || run != worker->seen;
    uint32_t limit = atomic_load_explicit(&worker->limit, memory_order_relaxed);
    if (run != worker->seen) {
        worker->seen = run;
        worker->since = now;
        if (run & 1) worker->used = read_clock(atomic_load(&worker->clock));
    } else if ((run & 1) && limit && now - worker->since >= limit) {
        // A thread that had to stand back for others has not used its time: the processor's clock
        // decides. It is asked only here, where hardly any event comes.
        uint64_t used = read_clock(atomic_load(&worker->clock));
        if (used - worker->used < limit) return active;
        if (atomic_load(&worker->answered) != run) {
            atomic_store(&worker->warned, run);
            tgkill(getpid(), atomic_load(&worker->thread), cpl_watch_signal);
            return active;
        }
        if (worker->graced != run) {
            worker->graced = run;
            worker->used_before_grace = used;
        }
        if (used - worker->used_before_grace < limit / 5) return active;
        if (worker->stopping != run) {
            worker->stopping = run;
            worker->used_before_stop = used;
        }
        // Sent again each tick until the script is out: the hook of one coroutine may have been
        // armed while another was about to run, and a thread may be where it cannot be left.
        stop(worker, run, used - worker->used_before_stop >= patience);
    } else if ((run & 1) && !limit && atomic_load_explicit(&worker->is_strict, memory_order_relaxed)) {
        look_at_strict(worker, run, now);
    }
    return active;
}

static void *watch(void *unused) {
    (void)unused;
    int idle = 0;
    for (;;) {
        struct timespec time = {0, tick};
        nanosleep(&time, NULL);
        pthread_mutex_lock(&lock);
        uint64_t now = read_clock(CLOCK_MONOTONIC);
        bool active = false;
        for (cpl_worker *worker = workers; worker; worker = worker->next)
            if (look_at(worker, now)) active = true;
        idle = active ? 0 : idle + 1;
        if (idle > ticks_before_dozing) {
            atomic_store(&dozing, true);
            // The monotonic clock, so that setting the system clock back does not suspend the checks.
            clock_gettime(CLOCK_MONOTONIC, &time);
            time.tv_nsec += longest_doze;
            if (time.tv_nsec >= 1000000000) { time.tv_nsec -= 1000000000; time.tv_sec++; }
            if (workers) pthread_cond_clockwait(&wake, &lock, CLOCK_MONOTONIC, &time);
            else pthread_cond_wait(&wake, &lock);
            atomic_store(&dozing, false);
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void wake_watchdog(void) {
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&wake);
    pthread_mutex_unlock(&lock);
}

static void start_watching(void) {
    cpl_prepare_leaving();
    struct sigaction action = {0};
    action.sa_sigaction = handle_signal;
    action.sa_flags = SA_RESTART | SA_ONSTACK | SA_SIGINFO;
    sigaction(cpl_watch_signal, &action, NULL);
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

cpl_worker *cpl_worker_new(void) {
    cpl_worker *worker = calloc(1, sizeof(cpl_worker));
    if (!worker) return NULL;
    pthread_mutex_lock(&lock);
    if (!watching) start_watching();
    worker->next = workers;
    workers = worker;
    pthread_cond_signal(&wake);
    pthread_mutex_unlock(&lock);
    return worker;
}

void cpl_worker_free(cpl_worker *worker) {
    if (!worker) return;
    pthread_mutex_lock(&lock);
    for (cpl_worker **link = &workers; *link; link = &(*link)->next) {
        if (*link != worker) continue;
        *link = worker->next;
        break;
    }
    pthread_mutex_unlock(&lock);
    free(worker);
}

/// Notes that the worker runs on this thread from now on.
static void move_here(cpl_worker *worker) {
    clockid_t clock;
    this_thread = gettid();
    atomic_store(&worker->thread, this_thread);
    if (pthread_getcpuclockid(pthread_self(), &clock) == 0) atomic_store(&worker->clock, clock);
    // Threads of a pool often block signals, and so do threads that they start.
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, cpl_watch_signal);
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}

/// The time limit; higher during a trace, whose hook at every instruction slows the script down.
static uint64_t time_limit(const cpl_state *state) {
    return state->limits.microseconds * (state->trace ? watched_slowness : 1);
}

// Otherwise a loop around a call that waits would never end. The time of the first part does not count: to measure it
// takes two calls of the system for each event, and it has a limit of its own.
uint64_t cpl_resume_budget(cpl_state *state, const cpl_frame *frame) {
    const cpl_limits *limits = &state->limits;
    if (limits->microseconds && frame->time_used >= time_limit(state)) state->killed = CPL_ERROR_TIME;
    else if (limits->microseconds) state->time_used = frame->time_used;
    if (limits->instructions && frame->instructions_used >= limits->instructions)
        state->killed = CPL_ERROR_INSTRUCTIONS;
    else if (limits->instructions) state->instructions_used = frame->instructions_used;
    return limits->microseconds ? read_clock(CLOCK_THREAD_CPUTIME_ID) : 0;
}

void cpl_suspend_budget(cpl_state *state, cpl_frame *frame, uint64_t start) {
    const cpl_limits *limits = &state->limits;
    if (frame && start) frame->time_used += read_clock(CLOCK_THREAD_CPUTIME_ID) - start;
    // What the host does for the call takes about as long, on threads of its own.
    if (frame) frame->time_used += call_cost;
    // The hook has not counted the instructions after its last call.
    if (frame && limits->instructions)
        frame->instructions_used = limits->instructions - state->instructions_left + state->steps + strict_period;
    state->time_used = state->instructions_used = 0;
}

void cpl_budget_start(cpl_state *state, lua_State *L) {
    cpl_worker *worker = state->worker;
    state->outer_worker = this_worker;
    this_worker = worker;
    if (atomic_load_explicit(&worker->thread, memory_order_relaxed) != this_thread || !this_thread)
        move_here(worker);
    worker->state = state;
    state->outer = NULL;
    state->running = L;
    if (state->limits.instructions) {
        state->instructions_left = state->limits.instructions - state->instructions_used;
        state->steps = 0;
    }
    if (L && (state->limits.instructions || state->trace)) set_hook(state, L);
    uint64_t limit = time_limit(state) - state->time_used;
    atomic_store_explicit(
        &worker->limit, (uint32_t)(limit < UINT32_MAX ? limit : UINT32_MAX), memory_order_relaxed);
    atomic_store_explicit(&worker->is_strict, state->limits.instructions != 0, memory_order_relaxed);
    // The handler runs on this thread: a compiler fence orders it.
    atomic_signal_fence(memory_order_seq_cst);
    uint64_t run = atomic_load_explicit(&worker->run, memory_order_relaxed);
    atomic_store_explicit(&worker->run, run + 1, memory_order_release);
    if (atomic_load_explicit(&dozing, memory_order_relaxed)) wake_watchdog();
}

void cpl_budget_stop(cpl_state *state) {
    cpl_worker *worker = state->worker;
    uint64_t run = atomic_load_explicit(&worker->run, memory_order_relaxed);
    atomic_store_explicit(&worker->run, run + 1, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    state->running = NULL;
    worker->state = NULL;
    this_worker = state->outer_worker;
}

bool cpl_running_place(char *script, size_t room, int32_t *line) {
    cpl_worker *worker = this_worker;
    cpl_state *state = worker ? worker->state : NULL;
    lua_State *L = state ? state->running : NULL;
    if (!L || room == 0) return false;
    lua_Debug debug;
    for (int level = 0; lua_getstack(L, level, &debug); level++) {
        if (!lua_getinfo(L, "Sl", &debug) || debug.currentline < 0) continue;
        const char *name = debug.source + (*debug.source == '@' || *debug.source == '=');
        size_t length = strnlen(name, room - 1);
        memcpy(script, name, length);
        script[length] = 0;
        *line = debug.currentline;
        return true;
    }
    return false;
}

void cpl_raise_budget(lua_State *L, cpl_status status) {
    cpl_state *state = cpl_of(L);
    if (!state->killed) state->killed = status;
    // From here on the hook fires at once wherever Lua code runs, also in a handler or a `__close`.
    arm(L);
    // Not lua_settop first: inside a hook it would run the pending `__close` functions of the Lua function
    // that was hooked, with hooks off. Lua keeps room for one value more.
    lua_pushlightuserdata(L, (void *)&budget_error);
    lua_error(L);
    abort();
}

bool cpl_is_budget_error(lua_State *L, int index) {
    return lua_touserdata(L, index) == (void *)&budget_error;
}

int cpl_resume_coroutine(lua_State *co, lua_State *from, int arguments, int *results) {
    cpl_state *state = cpl_of(from);
    set_hook(state, co);
    lua_State *outer = state->running;
    struct cpl_outer waiting = {state->outer, outer};
    state->outer = &waiting;
    state->running = co;
    // A signal between the check of `killed` and the resume arms `co`, which is `running` by then.
    if (state->killed) arm(co);
    int status = lua_resume(co, from, arguments, results);
    state->outer = waiting.outer;
    state->running = outer;
    if (state->killed && outer) arm(outer);
    return status;
}
