// What the C files of the bridge share. No Swift file ever sees this, or lua.h.
//
// Two rules hold in every file here:
// 1. A Lua error (longjmp) passes only through C frames that own nothing: memory that must be freed
//    belongs to the state, never to a local variable.
// 2. A function that may raise is only called below a protected call that this target made.
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <signal.h>
#include <stdatomic.h>

#include "CPeriluneLua.h"

// MARK: The state of one script on one worker

struct cpl_memory {
    size_t used, cap, peak;
    void *free_lists[33];      // by 16-byte class, up to 512 bytes
    char *slab, *slab_end;
    void *slabs;               // all slabs, to free them
    long fail_after;           // tests: fails the n-th allocation from now on; 0 for never
};

struct cpl_state {
    lua_State *main;
    struct cpl_memory memory;
    cpl_limits limits;

    // Budgets. `killed` holds the cpl_status of the budget that ran out, else 0. Once it is set every
    // protected call of the script rethrows, and the state is thrown away after the event.
    volatile sig_atomic_t killed;
    // The coroutine that runs Lua code now, NULL outside. The watchdog's signal handler arms a hook on
    // it, so whoever switches coroutines (cpl_resume_coroutine) keeps it right.
    lua_State *volatile running;
    uint64_t steps;            // of the pattern matcher in this call of the host

    // Determinism: what the libraries answer during one event.
    uint64_t random[4];        // xoshiro256** state
    bool random_seeded;        // false at the start of each event; seeded at first use
    uint64_t random_seed;      // from the run's seed and the event's id
    int64_t clock;             // the event's time, microseconds since 1970
    uint32_t clock_calls;      // os.clock counts calls, so that it moves and still repeats

    struct cpl_private *host;  // everything else: views, buffers, host calls (state.c)
};

/// The state that owns L. Every thread of a Lua state carries the pointer in its extra space.
static inline cpl_state *cpl_of(lua_State *L) { return *(cpl_state **)lua_getextraspace(L); }

// MARK: Budgets (budget.c)

/// Ends the script: sets `killed` and raises the budget error, a private light userdata that no
/// pcall of the script can keep. Never returns.
_Noreturn void cpl_raise_budget(lua_State *L, cpl_status status);

/// Rethrows if the script has been ended. Cheap; loops in C call it every few hundred rounds.
static inline void cpl_check_budget(lua_State *L) {
    cpl_state *state = cpl_of(L);
    if (state->killed) cpl_raise_budget(L, (cpl_status)state->killed);
}

/// True for the value that cpl_raise_budget raises.
bool cpl_is_budget_error(lua_State *L, int index);

/// lua_resume that keeps `running` right and hands an armed budget on.
int cpl_resume_coroutine(lua_State *co, lua_State *from, int arguments, int *results);

// MARK: Libraries (library_*.c). Each pushes nothing and sets globals of L.

/// Opens everything a script may use: base, string, table, math, utf8, coroutine, os (clock only).
/// May raise: call it protected.
void cpl_open_libraries(lua_State *L);
void cpl_open_base(lua_State *L);
void cpl_open_string(lua_State *L);
void cpl_open_table(lua_State *L);
void cpl_open_math(lua_State *L);
void cpl_open_os(lua_State *L);
void cpl_open_utf8(lua_State *L);
void cpl_open_coroutine(lua_State *L);

/// Pushes the keys of the table at `index` onto the stack of L as one new array table in the order
/// that `pairs` uses: integers and floats ascending, strings bytewise, false, true, then the rest in no
/// certain order. Used by `pairs`, `next` and the JSON encoder.
void cpl_push_sorted_keys(lua_State *L, int index);
