// Declarations shared by the C files of the bridge. No Swift file sees this, or lua.h.
//
// Two rules hold in every file here:
// 1. A Lua error (longjmp) passes only through C frames that own nothing: memory that must be freed
//    belongs to the state, never to a local variable.
// 2. A function that may raise is only called below a protected call that this target made.
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>

#include "CPeriluneLua.h"

// The state of one script on one worker

struct cpl_memory {
    size_t used, cap, peak;
    void *free_lists[33];      // by 16-byte class, up to 512 bytes
    char *slab, *slab_end;
    void *slabs;               // all slabs, to free them
    struct large *large;       // all other blocks
    void *first;               // the block that Lua asked for first
    size_t first_size;
    long fail_after;           // tests: the number of allocations until the first of two fails; 0 for never
};

/// A function of the delegate.
struct cpl_function {
    bool known;
    bool link;                 // the link-drill SDK's shape: executeURL(url, commander, view)
    bool self;                 // declared with a colon
    int ref;
};

/// The trace of a script's event (trace.c).
typedef struct cpl_trace cpl_trace;

/// A coroutine that waits for one that it has resumed.
struct cpl_outer {
    struct cpl_outer *outer;
    lua_State *running;
};

struct cpl_state {
    lua_State *main;           // NULL once the state was left (leave.c)
    struct cpl_memory memory;
    cpl_limits limits;

    // Budgets. `killed` holds the cpl_status of the budget that ran out, else 0. Once it is set every
    // protected call of the script rethrows, and the state is thrown away after the event.
    volatile sig_atomic_t killed;
    // The coroutine that runs Lua code now, NULL outside. The watchdog's signal handler arms a hook on
    // it, so code that switches coroutines (cpl_resume_coroutine) must update it.
    lua_State *volatile running;
    struct cpl_outer *outer;   // the coroutines that wait for it, innermost first
    bool has_concat;           // a file names `__concat`
    bool stack_refused;        // a stack that had to stay where it is could not grow
    jmp_buf landing;           // in the call of the host that runs
    int busy_before;           // cpj_busy there
    const char *stack_base;    // the C stack there
    cpl_worker *outer_worker;  // whose script called the host function that runs this one, if any
    uint64_t instructions_left;
    uint64_t time_used, instructions_used;     // by the event before it was suspended; 0 if it was not
    uint64_t steps;            // work in C since the last check: steps of the matcher, 16 bytes of JSON each

    // Determinism: the state of the libraries during one event.
    uint64_t random[4];        // xoshiro256** state
    bool random_seeded;        // false at the start of each event; seeded at first use
    uint64_t run_seed;         // random numbers are derived from it and the event's id
    uint32_t clock_calls;      // os.clock counts calls, so that it advances deterministically

    struct cpl_function should_handle, execute, on_timer;

    cpl_worker *worker;
    cpl_callbacks callbacks;
    cpl_error error;
    cpl_frame *frame;          // the event that runs now
    const char *captures;      // the key "captures" where a condition of the script captures values; else NULL
    uint32_t event_number;     // of the event that began last
    struct { const char *key; uint32_t distance; } members[64];            // where view.c last found keys
    struct { uint64_t handle; uint32_t number, node; } elements[8];        // the elements it read last
    cpl_frame *frames;         // all, by `sibling`
    cpl_frame *idle_frames;    // by `next`
    cpj_parser *parser;        // for json.decode, answers and saved state; made at first use
    cpj_buffer arguments;      // of the host call under way
    cpj_buffer answer;         // of the callback under way
    cpj_buffer scratch;        // unescaped strings, descriptions
    cpj_buffer padded;         // JSON text under the parser
    cpj_buffer shown;          // what a chunk at the prompt printed
    cpj_buffer outputs;        // the names of outputs, each followed by a 0
    struct { const char *text; size_t length; bool is_compiled; } chunk;   // at the prompt
    cpj_buffer *open_buffer;   // cpl_encode writes here; still set when it was left by an error
    size_t open_mark;
    bool answered;
    bool loading;              // the file's body runs: `require "state"` is allowed
    bool uses_state, uses_timers;
    cpl_trace *trace;          // the trace of the running script; NULL without one
    cpl_trace *noted;          // the last trace
    bool migrating;            // `migrate` runs, which cannot use `state`
    bool reading_state;        // JSON is read in which large tables have markers (stored_table.c)
    uint64_t saves, saving;    // how often state was saved; the number of the save in progress, or 0
    bool has_saved;            // members of large tables
    bool copying;              // a large table is saved as a new one
    uint64_t markers;          // how many markers were written in all saves
    size_t saved_bytes;        // of members in the save in progress
    int64_t lifetime;          // `expires` of all state, in milliseconds; 0 for ever
    cpj_buffer slot;           // the key in the store of a member of a large table
    cpj_buffer moves;          // large tables that got or lost a marker in the save under way
    int64_t version;           // of the state that the script keeps
    int64_t answer_version;    // of the saved state in progress if it is an older one, else 0
    bool restartable;          // cpl_restart may be called
    bool is_plain_delegate;    // the host's adapter is not needed
    bool counting;             // chunks count what they run
    const void *null;          // json.null
    const void *patch_metatable;           // of what json.with answers (patch.c), and where the registry has it
    int patch_metatable_ref;
    int commander_methods_ref; // where the registry has the table of the commander's methods
    const void *state_proxy;   // the table that `require "state"` answers; empty itself
    struct cpl_kept_text *texts;           // the state of recent keys (state_texts.c)
    size_t text_slots, text_count, text_bytes;
    cpl_notice *notices;       // what modules count (notices.c)
    uint32_t notice_count;
    bool has_noticed;          // since the host took the counts last
    struct cpl_regex_cache *regexes;       // compiled patterns (regex_cache.c); made at the first use
};

/// The state that owns L. Every thread of a Lua state carries the pointer in its extra space.
static inline cpl_state *cpl_of(lua_State *L) { return *(cpl_state **)lua_getextraspace(L); }

// One event in flight: its document, coroutine and views. The state recycles frames; a suspended event
// keeps its own until it ends.
struct cpl_frame {
    cpl_state *state;
    cpl_frame *next, *sibling;
    cpj_document document;
    uint64_t handles;          // the upper half of the event's handles (view.c); 0 where no event runs
    lua_State *coroutine;
    int coroutine_ref;
    uint8_t *copy;             // a suspended event's own bytes and index
    uint32_t emitted, resumed;
    uint64_t time_used, instructions_used;     // while it did not wait
    void *context;             // the host's own for this event
    cpj_buffer *output;        // where emit writes
    cpl_decision decision;     // by the last method of the commander
    cpj_buffer text;           // its URL or reason
    bool redirected;           // to a link; a second one is an error
    bool touched_state;        // `state` was used: cpl_finish saves or forgets it
    cpj_buffer saved;          // the JSON of its state when it was read
    bool migrated;             // its state was of an older version
    bool has_expired;          // its state is saved again, even if it is unchanged
    int64_t last_table;        // the number of the large table of that state that was made last
    bool key_known;
    cpj_buffer key;
    bool is_timer;             // the event is that of a timer: onTimer is called
    bool timer_handled;        // an object of a module has read the event of its timer (part.c)
    cpj_buffer timers;         // what the script set and cancelled (timer.c)
    uint32_t timer_count;      // how many
    int64_t watermark;         // the latest time of an event so far, in microseconds; INT64_MIN for none
    int64_t time_bound;        // what its time counts as at most where state expires, in microseconds
};

// Keys of the registry: the addresses of these
extern const char cpl_view_metatable, cpl_array_metatable,
    cpl_object_metatable, cpl_error_metatable, cpl_loaded_modules, cpl_delegate,
    cpl_prompt;

// Time and random numbers (determinism.c)

/// Gets the time by which state expires: that of the current event, up to its bound. False as cpl_event_time.
bool cpl_state_time(const cpl_state *state, int64_t *microseconds);

// Budgets (budget.c)

/// Ends the script: sets `killed` and raises the budget error, a private light userdata that no
/// pcall of the script can catch. Never returns.
_Noreturn void cpl_raise_budget(lua_State *L, cpl_status status);

/// Rethrows if the script has been ended. Cheap; loops in C call it every few hundred rounds.
static inline void cpl_check_budget(lua_State *L) {
    cpl_state *state = cpl_of(L);
    if (state->killed) cpl_raise_budget(L, (cpl_status)state->killed);
}

/// True for the value that cpl_raise_budget raises.
bool cpl_is_budget_error(lua_State *L, int index);

/// lua_resume that updates `running` and passes an armed budget on.
int cpl_resume_coroutine(lua_State *co, lua_State *from, int arguments, int *results);

/// Sets `running` to L after an error was caught that may have been raised in another coroutine.
static inline void cpl_note_running(lua_State *L) {
    cpl_state *state = cpl_of(L);
    if (state->running == L) return;
    state->running = L;
    state->outer = NULL;
}

/// Whether the script has used so much of the C stack that it gets no message handler on top. An error in a handler
/// calls the handler again, on top of all that failed: 60 times, of up to 150 KB each. Workers have 4 MB.
static inline bool cpl_is_deep(const cpl_state *state) {
    return state->stack_base - (const char *)__builtin_frame_address(0) > 512 << 10;
}

/// Around every entry into Lua (leave.c alone): starts and stops the clock of the budget.
void cpl_budget_start(cpl_state *state, lua_State *L);
void cpl_budget_stop(cpl_state *state);
/// Continues with the budget used by a suspended event; returns the thread's time, for cpl_suspend_budget.
uint64_t cpl_resume_budget(cpl_state *state, const cpl_frame *frame);
/// Stores the budget that the event has used since then; NULL for an event that has ended.
void cpl_suspend_budget(cpl_state *state, cpl_frame *frame, uint64_t start);

// Every entry into Lua that may run a script (leave.c). If nothing else stopped the script, the state was
// left: then `main` is NULL, `killed` and the error are set, and nothing of Lua may be touched.

/// lua_pcall, with the message handler below the function.
int cpl_watched_call(cpl_state *state, lua_State *L, int arguments, int results);
/// lua_resume of a frame's coroutine.
int cpl_watched_resume(cpl_state *state, lua_State *co, int arguments, int *results);
/// lua_resetthread.
void cpl_watched_reset(cpl_state *state, lua_State *co);
/// Leaves the state unless this thread is busy; for signal handlers, and where Lua would end the process.
void cpl_leave(cpl_state *state, const void *context);
enum { cpl_watch_signal = SIGURG };     // ignored by default, and not used otherwise on Linux servers
/// Finds the code range of the dynamic loader for cpl_leave.
void cpl_prepare_leaving(void);

// Calls (call.c)

/// Runs a C function of ours under a protected call, watched.
cpl_status cpl_protected(cpl_state *state, lua_CFunction body);
/// After an error of memory that reached the host: the script may still reference the memory, so that
/// the next event would fail too. The state is replaced as after any other exceeded budget.
void cpl_spend(cpl_state *state, cpl_status status);
/// Finds the functions of the delegate after the file has run; a lua_CFunction.
int cpl_find_functions(lua_State *L);
/// Whether the function on top was declared with a colon; leaves it there.
bool cpl_takes_self(lua_State *L, int arguments);

/// Starts the coroutine of the current frame; `prepare` pushes the function and its arguments there.
cpl_status cpl_enter(cpl_state *state, cpl_status (*prepare)(cpl_state *, cpl_frame *),
                     cpj_buffer *output, cpl_reply *reply);

// Traces (trace.c). The functions that record something never raise.
void cpl_trace_whole(cpl_trace *trace, uint32_t node);
void cpl_trace_member(cpl_trace *trace, const cpj_document *document, uint32_t object,
                      const char *name, size_t length);
void cpl_trace_line(cpl_trace *trace, lua_State *L, lua_Debug *debug);
void cpl_trace_count(cpl_trace *trace, uint64_t instructions);
void cpl_trace_free(cpl_state *state);

// Stacks that must not move (concat_guard.c)

/// Whether a block may be meant for a stack.
bool cpl_may_be_stack(size_t size);
/// Whether a stack of the state must stay where it is now.
bool cpl_needs_still_stack(cpl_state *state);
/// Notes whether a file may have `__concat` functions.
void cpl_look_for_concat(cpl_state *state, const char *source, size_t length);
enum { cpl_room = 1000, cpl_room_of_script = 200 };
/// Before a coroutine runs: makes its stack large enough for `__concat` functions where the script has any.
void cpl_make_room(cpl_state *state, lua_State *L, int slots);

// Compiling (source.c)

/// Compiles a text like luaL_loadbufferx, which nothing else calls. May raise an error of memory.
int cpl_compile(lua_State *L, const char *text, size_t length, const char *chunk);

// Weak tables (weak_guard.c)

/// Makes `__mode` an ordinary name. False if the layout of this Lua is not that of any 5.4.
bool cpl_forget_weak_tables(lua_State *L);

// Memory (allocator.c)
void *cpl_allocate(void *memory, void *block, size_t old_size, size_t new_size);
/// Frees all that was allocated; Lua's state is gone then.
void cpl_release_memory(struct cpl_memory *memory);

// Errors (error.c)

/// Message handler: replaces the error by nothing and fills state->error from it, with traceback.
int cpl_message_handler(lua_State *L);
/// Fills state->error from the error value on top of `co`, which is dead; pops nothing.
void cpl_note_error(cpl_state *state, lua_State *co, cpl_status status);
void cpl_set_error(cpl_state *state, cpl_status status, const char *message);
/// Fills state->error after the state was left.
void cpl_note_leaving(cpl_state *state);
/// The status of a failed lua_pcall or lua_resume.
cpl_status cpl_status_of(cpl_state *state, int lua_status);
/// Raises the answer of a failed host call: a table with code and message. Never returns.
_Noreturn void cpl_raise_answer(lua_State *L);

/// Raises that no output has the name at an index.
_Noreturn void cpl_raise_unknown_output(lua_State *L, int name);
/// Raises the error that is described by this JSON text. Never returns.
_Noreturn void cpl_raise_error(lua_State *L, const char *json);

// Functions for modules written in Lua (part.c)

/// Pushes the functions that the part of a module gets as its second argument.
void cpl_push_part_functions(lua_State *L);
/// Pushes a table with the lifetimes of the tables of state that modules keep, in milliseconds. May raise.
void cpl_push_reserved_lifetimes(lua_State *L);
void cpl_forget_reserved(lua_State *L);

// Views and values (frame.c, view.c, encode.c, decode.c, patch.c). All may raise but for cpl_frame_*.

cpl_frame *cpl_frame_take(cpl_state *state);
void cpl_frame_give_back(cpl_frame *frame);
bool cpl_frame_keep(cpl_frame *frame);       // copies the document, for a suspension
void cpl_frame_free(cpl_frame *frame);
void cpl_open_views(lua_State *L);
/// Makes all handles of earlier events invalid; the frame gets those of a new event.
void cpl_renew_handles(cpl_frame *frame);
/// Pushes the event. Cannot raise.
void cpl_push_event(lua_State *L, const cpl_frame *frame);
/// Pushes the commander of the event. Cannot raise.
void cpl_push_commander(lua_State *L, const cpl_frame *frame);
/// The frame of the event, where the first argument is its commander; else raises.
cpl_frame *cpl_check_commander(lua_State *L, const char *method);
int cpl_view_index(lua_State *L);            // the view's metamethods
int cpl_view_length(lua_State *L);
int cpl_view_pairs(lua_State *L);
int cpl_view_text(lua_State *L);
/// `pairs` without metamethods, of the table at 1.
int cpl_plain_pairs(lua_State *L);
/// Whether the value is a part of the current event, and which node.
bool cpl_is_view(lua_State *L, int index, uint32_t *node);
/// The same for a view used as a value; raises if it is a part of another event.
bool cpl_test_view(lua_State *L, int index, uint32_t *node);
/// The document of the event that runs.
static inline const cpj_document *cpl_document(lua_State *L) { return &cpl_of(L)->frame->document; }
void cpl_push_null(lua_State *L);
bool cpl_is_null(lua_State *L, int index);
void cpl_push_node(lua_State *L, const cpj_document *document, uint32_t node);  // a deep copy
void cpl_push_scalar(lua_State *L, const cpj_document *document, uint32_t node);
/// Pushes the value of JSON text; raises with `what` in the message if it is not JSON.
void cpl_push_json(lua_State *L, const uint8_t *bytes, size_t length, const char *what);
/// Pushes a number that does not fit a Lua number, with its original text (long_number.c).
void cpl_push_long_number(lua_State *L, cpj_text spelling);
bool cpl_is_long_number(lua_State *L, int index);
void cpl_open_long_numbers(lua_State *L);
/// Appends the value at `index` as JSON; on an error, leaves the buffer unchanged and raises.
void cpl_encode(lua_State *L, int index, cpj_buffer *buffer);
/// Removes the output of an encoding that was interrupted by an error.
void cpl_settle(cpl_state *state);
void cpl_encode_value(lua_State *L, int index, cpj_buffer *buffer, int depth);
/// A member of an object under way: its name, and where on the stack its value is, or its name and value are.
typedef struct cpl_member { const char *name; size_t length; int slot; } cpl_member;
/// Inserts a member into `count` sorted ones.
void cpl_insert_member(cpl_member *members, int count, const char *name, size_t length, int slot);
void cpl_open_patches(lua_State *L);
bool cpl_is_patch(lua_State *L, int index);
void cpl_encode_patch(lua_State *L, int index, cpj_buffer *buffer, int depth);
int cpl_patch_new(lua_State *L);             // json.with and json.without
int cpl_patch_remove(lua_State *L);

// Modules (json_library.c, commander.c, modules.c, state_table.c)
void cpl_open_json(lua_State *L);
void cpl_open_commander(lua_State *L);
void cpl_open_modules(lua_State *L);
void cpl_open_state(lua_State *L);
void cpl_open_duration(lua_State *L);        // time.duration (duration.c)
/// Reads a text such as "10m" or "1h30m"; false if it is not a duration.
bool cpl_read_duration(const char *text, size_t length, int64_t *nanoseconds);
int cpl_finish_state(lua_State *L);          // saves the touched state of the frame
int cpl_forget_state(lua_State *L);
/// Pushes a scalar member of an object of the event; nil if there is none.
void cpl_push_member(lua_State *L, const cpj_document *d, uint32_t object, const char *name);

/// Adds the functions by which a module counts what it reports to the table on top (notices.c).
void cpl_add_notice_functions(lua_State *L);
/// Forgets all notices: the file is run again.
void cpl_forget_notices(cpl_state *state);
/// Raises an error if the timer of the current event is that of an object of a module that has not read it (part.c).
int cpl_check_timer_handled(lua_State *L);

/// Passes the timers that the event has set or cancelled to the host (timer.c).
void cpl_finish_timers(cpl_state *state);
/// The JSON of a key's state that was recently saved or read; empty if it is not cached.
cpj_text cpl_find_text(const cpl_state *state, const cpj_buffer *key);
void cpl_keep_text(cpl_state *state, const cpj_buffer *key, const uint8_t *json, size_t length);
// Large tables of state (stored_table.c). All but cpl_begin_saving may raise.

/// The key in the store for the state of the event.
const cpj_buffer *cpl_state_slot(cpl_state *state);
bool cpl_is_stored(lua_State *L, int index);
/// Reads all members of a stored table, so that raw access sees them.
void cpl_read_whole(lua_State *L, int index);
/// The length of a list, stored or plain, without metamethods of others.
lua_Integer cpl_list_length(lua_State *L, int index);
int cpl_stored_pairs(lua_State *L);
/// While state is read: pushes the table for which an object is the marker. False if the object is not a marker.
bool cpl_push_marked(lua_State *L, const cpj_document *document, uint32_t object);
void cpl_begin_saving(cpl_state *state);
/// Whether JSON that was written from `start` on may have names like those of markers.
bool cpl_has_marker(const cpj_buffer *buffer, size_t start);
/// While state is saved: writes the marker of a table that is stored, or has too many members for the JSON, and
/// saves its members. False for any other table.
bool cpl_save_table(lua_State *L, int index, cpj_buffer *buffer, int depth);
/// While state is saved: replaces the JSON of a table, from `start` on, by a marker where it is too long.
void cpl_divide_table(lua_State *L, int index, cpj_buffer *buffer, size_t start, int depth);
/// Replaces the table at `index` by a stored one, whose members end so many milliseconds after they were changed.
void cpl_set_lifetime(lua_State *L, int index, int64_t lifetime);
/// Writes the expiry time before a text.
void cpl_put_end(lua_State *L, cpj_buffer *text, int64_t lifetime);
/// Removes the expiry time from a saved text; false if the text has expired.
bool cpl_skip_end(const cpl_state *state, const uint8_t **text, size_t *length);
/// After saving: drops the tables that lost their last marker.
void cpl_drop_tables(lua_State *L);

/// Reads `version` and `expires` of the delegate on top, and checks `migrate`; leaves it there. May raise.
void cpl_read_version(lua_State *L);
void cpl_compute_key(lua_State *L, cpl_frame *frame);
/// Pushes a table of the registry, made at first use. May raise.
void cpl_push_registry(lua_State *L, const char *key);
/// Pushes the table of this name in a table of the registry, both made at first use. May raise.
void cpl_push_named(lua_State *L, const char *key, const char *name);
/// Pushes what the host gives for a name, compiled, as `chunk` in errors. False, and nothing, where it has
/// none. May raise.
bool cpl_push_source(lua_State *L, const char *name, size_t length, const char *chunk);
/// Pushes the table of a host module, made at first use.
void cpl_push_module(lua_State *L, const char *name);
/// Whether `execute` may return the value at `index`: what a method of the commander returned.
bool cpl_is_decision(lua_State *L, int index);

// Running a file again (restart.c). All may raise.

/// Keeps the function on top of the stack under a name, where the state was made to be restarted; leaves it.
void cpl_keep(lua_State *L, const char *name);
/// Pushes a function that was kept, or nothing.
bool cpl_push_kept(lua_State *L, const char *name);
/// Saves the state of the table on top of the stack for cpl_restore; leaves the table there.
void cpl_note_pristine(lua_State *L);
/// Makes cpl_restore forget a module that is read from a file.
void cpl_note_file_module(lua_State *L, const char *name);
/// Undoes all changes of the script outside of its own tables.
void cpl_restore(lua_State *L);

/// Passes the counters to the chunk on top of the stack, which counts its executions, and leaves what
/// it returns: the actual chunk (coverage.c). Does nothing if coverage is off. May raise.
void cpl_bind_counters(lua_State *L, const char *name);

// Determinism (determinism.c)

/// The seed of the current event's random numbers.
uint64_t cpl_event_seed(const cpl_state *state);

// Libraries (library_*.c). Each pushes nothing and sets globals of L.

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

// Modules that are created when first required: each function pushes a new table, and may raise.
void cpl_push_base64(lua_State *L);
void cpl_push_hash(lua_State *L);
void cpl_push_timer(lua_State *L);             // timer.c
void cpl_push_hex(lua_State *L);
void cpl_push_ip(lua_State *L);
void cpl_push_regex(lua_State *L);
/// Frees the compiled patterns. Cannot raise.
void cpl_free_regexes(cpl_state *state);

/// Pushes the keys of the table at `index` onto the stack of L as one new array table in the order
/// that `pairs` uses: integers and floats ascending, strings bytewise, false, true, then the rest in no
/// certain order. Used by `pairs`, `next` and the JSON encoder.
void cpl_push_sorted_keys(lua_State *L, int index);
