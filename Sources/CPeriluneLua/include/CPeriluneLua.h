// Lua 5.4 behind functions that never raise.
//
// One cpl_state is one script on one worker; it is used by one thread at a time. No function declared
// here jumps out: each enters Lua under a protected call and returns a status. Callbacks into Swift
// return a status too; C raises only after the Swift frame is gone. Values cross as JSON text.
#pragma once

#include <CPeriluneJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpl_worker cpl_worker;
typedef struct cpl_state cpl_state;
typedef struct cpl_frame cpl_frame;

typedef enum cpl_status {
    CPL_OK = 0,
    CPL_SUSPENDED,             // an async host call is in progress
    CPL_ERROR_SYNTAX,          // the file does not compile
    CPL_ERROR_RUNTIME,         // the script raised an error
    CPL_ERROR_MEMORY,          // over the memory cap
    CPL_ERROR_TIME,            // over the time per event
    CPL_ERROR_INSTRUCTIONS,    // over the instruction budget (strict mode)
    CPL_ERROR_DELEGATE,        // the file does not return a delegate
    CPL_ERROR_HOST,            // out of memory in the host itself, or a bug
} cpl_status;

/// The limits of one script. 0 means no limit.
typedef struct cpl_limits {
    size_t memory;             // bytes per state
    uint64_t microseconds;     // running time per call of the host
    uint64_t instructions;     // VM instructions per call of the host; deterministic, costs up to 2x
    uint64_t matcher_steps;    // of one string.find, match, gmatch step or gsub
    size_t string_length;      // of results of string.rep, string.format and table.concat
    size_t source_length;      // of a script file
} cpl_limits;

// A worker: a group of states that one thread at a time uses, for the watchdog (budget.c)

cpl_worker *cpl_worker_new(void);
/// Frees a worker, after all of its states.
void cpl_worker_free(cpl_worker *worker);

/// Waits for a semaphore (a sem_t) for at most this time, also if the system clock is set back meanwhile. False if the
/// time was up.
bool cpl_wait(void *semaphore, uint32_t microseconds);

/// Gets the script and the line that run on this thread; false if there is none. For the handler of fatal signals:
/// it does not allocate, and tolerates damaged memory.
bool cpl_running_place(char *script, size_t room, int32_t *line);

// Callbacks

typedef enum cpl_call {
    CPL_CALL_RETURNED,         // cpl_answer was called with the result (or not at all: nil)
    CPL_CALL_FAILED,           // cpl_answer was called with {"code":…,"message":…}
    CPL_CALL_PENDING,          // the answer comes later, through cpl_resume
} cpl_call;

/// Callbacks into Swift. None may keep the pointers that it receives.
typedef struct cpl_callbacks {
    void *context;
    /// Calls a host function; `arguments` is a JSON array. The function -1 always fails: it reports that no output has the
    /// name that is the argument.
    cpl_call (*call)(void *context, cpl_state *state, int32_t function, const uint8_t *arguments,
                     size_t length);
    /// `require` of a file beside the script: cpl_answer gives the source text, or the error.
    cpl_call (*source)(void *context, cpl_state *state, const char *name, size_t length);
    /// Loads the saved state of a key, or of a member of a large table: cpl_answer passes the text (or nothing).
    cpl_call (*load)(void *context, cpl_state *state, const uint8_t *key, size_t length, bool is_member);
    /// Members of a large table, whose keys begin with `prefix`, after the member `after`: cpl_answer gives a JSON
    /// array with the rest of each key and the text of the member, a string.
    cpl_call (*scan)(void *context, cpl_state *state, const uint8_t *prefix, size_t prefix_length,
                     const uint8_t *after, size_t after_length, size_t most);
    /// Saves the state of a key or member after an event that succeeded; NULL removes it, with all members of which
    /// the key is the prefix. With a lifetime, in milliseconds, the text may be removed afterwards.
    void (*save)(void *context, cpl_state *state, const uint8_t *key, size_t key_length,
                 const uint8_t *text, size_t length, int64_t lifetime, bool is_member);
    /// Gets `event.captures`: cpl_answer passes a list of two lists, the values by position and the values by
    /// name.
    cpl_call (*captures)(void *context, cpl_state *state, const cpj_document *event);
} cpl_callbacks;

/// Sets the answer of the running callback: JSON text (source text for `source`).
void cpl_answer(cpl_state *state, const uint8_t *bytes, size_t length);

/// In `load`, in addition to cpl_answer: sets the older version of the script that saved the state.
void cpl_answer_version(cpl_state *state, int64_t version);

// A state

/// Makes a sandboxed state; NULL without memory.
/// `seed` is that of the run: random numbers are derived from it and the event's id.
cpl_state *cpl_state_new(cpl_worker *worker, cpl_limits limits, cpl_callbacks callbacks,
                         uint64_t seed);
void cpl_state_free(cpl_state *state);
/// Sets the first argument of the callbacks.
void cpl_set_callback_context(cpl_state *state, void *context);

/// Declares an output that scripts may name when they emit a value; its name is not empty. False without memory.
bool cpl_add_output(cpl_state *state, const char *name);

/// The byte before and after the name of an output, which precedes the value in an emitted line.
enum { cpl_output_mark = 0x1f };

/// Makes `function` callable as require(module).name(…).
cpl_status cpl_add_function(cpl_state *state, const char *module, const char *name,
                            int32_t function, bool is_async);
/// Declares that a module has a part in Lua, which `source` returns when the module is first required.
cpl_status cpl_add_module_part(cpl_state *state, const char *module);

/// Compiles and runs a script file, which must return a delegate. `name` is its name in errors.
cpl_status cpl_load(cpl_state *state, const char *name, const char *source, size_t length);

/// Compiles and runs a file other than a delegate, and returns its table as JSON; the bytes
/// live until the next call. NULL on failure.
const uint8_t *cpl_evaluate(cpl_state *state, const char *name, const char *source, size_t length,
                            size_t *json_length);

/// Allows cpl_restart; to be called before cpl_load. False without memory.
bool cpl_make_restartable(cpl_state *state);
/// Runs the file's body again in a reset state: globals, libraries and modules are restored, and
/// saved state is forgotten. Much cheaper than a new state; for tests, which reset the script for each case.
cpl_status cpl_restart(cpl_state *state);

/// Counts executions; to be called before cpl_load. The file and those it requires take their counters as an argument
/// and return their actual chunk. See coverage.c.
void cpl_count_runs(cpl_state *state);
/// Copies the counters of a file, from number 1, and sets them to 0. Answers how many there are.
size_t cpl_take_counts(cpl_state *state, const char *name, uint64_t *counts, size_t room);

/// The delegate's fields as JSON (after cpl_load), a function as {"function":LINE}; the bytes live until
/// the next call. NULL on failure.
const uint8_t *cpl_describe(cpl_state *state, size_t *length);
bool cpl_uses_state(const cpl_state *state);
/// Whether the script requires the module `timer`.
bool cpl_uses_timers(const cpl_state *state);

/// After cpl_load: `event.captures` is what the script's condition captured, and no longer a member of the event.
cpl_status cpl_provide_captures(cpl_state *state);
/// After cpl_load: the delegate's `version`, by which its state is kept; 1 where it says none.
int64_t cpl_version(const cpl_state *state);

/// The error of the last failed call of a state.
typedef struct cpl_error {
    cpl_status status;
    char code[64];             // of a host error, else empty
    char message[1024];        // without the place
    char hint[256];            // of a host error, else empty
    char chunk[256];           // the file; empty if unknown
    int line;                  // 0 if unknown
    char traceback[4096];      // one call per line
} cpl_error;
const cpl_error *cpl_last_error(const cpl_state *state);

/// Whether a budget ran out, so that the state must be freed and replaced by a new one.
bool cpl_is_spent(const cpl_state *state);
size_t cpl_memory_used(const cpl_state *state);
/// Empties the cache of saved state, so that the next event reads the store. Not during an event.
void cpl_forget_texts(cpl_state *state);

// One event

/// An event as the host hands it over.
typedef struct cpl_event {
    const cpj_document *document;  // stays the caller's; nothing is copied
    void *context;             // the host's own: what cpl_context answers while a callback of this event runs
    int64_t watermark;         // the latest time of an event so far, in microseconds; INT64_MIN for none
    int64_t time_bound;        // what its time counts as at most where state expires by it, in microseconds
} cpl_event;

/// Points the state at an event. False without memory.
bool cpl_begin(cpl_state *state, const cpl_event *event);
void *cpl_context(const cpl_state *state);
/// Gets the time of the current event in microseconds since 1970; false without an event, or if it has no time.
bool cpl_event_time(const cpl_state *state, int64_t *microseconds);
/// The time of the current event in microseconds since 1970; 0 where it has none.
int64_t cpl_clock(const cpl_state *state);
/// The time of the current event by which state expires; 0 where it has none.
int64_t cpl_state_clock(const cpl_state *state);

typedef enum cpl_decision {
    CPL_HANDLED, CPL_DEFAULT, CPL_PASS, CPL_REJECT,
    CPL_REJECT_PART,           // the parts of the event after this one are processed
    CPL_DECLINED,              // shouldHandle said no; only from cpl_take
} cpl_decision;

/// The result of `execute`. `text` is the URL for the default handling (empty: the event's own) or the reason for
/// a rejection; it lives until the next call.
typedef struct cpl_reply {
    cpl_decision decision;
    cpj_text text;
    uint32_t emitted;
    cpl_frame *frame;          // with CPL_SUSPENDED: what to resume
} cpl_reply;

cpl_status cpl_should_handle(cpl_state *state, bool *claims);

/// Runs `execute`; emitted values are appended to `output`, one per line.
cpl_status cpl_execute(cpl_state *state, cpj_buffer *output, cpl_reply *reply);

/// The whole of an event in one crossing: cpl_begin, cpl_should_handle if `asking`, cpl_execute, and
/// cpl_finish when that went well.
cpl_status cpl_take(cpl_state *state, const cpl_event *event, bool asking, cpj_buffer *output,
                    cpl_reply *reply);

/// The same for the event of a timer: `onTimer` with the member `name` of its data.
cpl_status cpl_fire(cpl_state *state, const cpl_event *event, cpj_buffer *output, cpl_reply *reply);

/// Resumes a suspended event with the answer of its host call: JSON, or an error object. What it emits
/// (also what it had emitted before) is in `output`, which must be the same until it ends.
cpl_status cpl_resume(cpl_state *state, cpl_frame *frame, bool failed, const uint8_t *answer,
                      size_t length, cpj_buffer *output, cpl_reply *reply);

/// Ends the script of a suspended event where it waits; only its pending `__close` functions run.
/// cpl_finish is still to be called.
void cpl_abandon(cpl_state *state, cpl_frame *frame, cpj_buffer *output);

/// Ends the event that began or was resumed last: saves the state that it changed, or forgets the
/// changes. Not for an event that is suspended.
cpl_status cpl_finish(cpl_state *state, bool commit);

// Traces of the processing of an event

/// Records which parts of its event the script reads and which lines it runs, until cpl_trace_end.
/// Around cpl_take, cpl_should_handle, cpl_execute or cpl_resume. False without memory.
bool cpl_trace_begin(cpl_state *state);
void cpl_trace_end(cpl_state *state);

/// A part of the event that was read; listed once however often it was read.
typedef struct cpl_read {
    uint32_t node;             // in the event's document; the container of what is missing
    uint32_t name, name_length;                            // of a missing member
    bool is_missing;
    bool is_whole;             // with everything in it
} cpl_read;

// The records of the last trace, valid until the next one begins.
const cpl_read *cpl_trace_reads(const cpl_state *state, size_t *count);
/// The name of a missing member, without a final zero.
const char *cpl_trace_name(const cpl_state *state, const cpl_read *read);
/// The nth file with lines that ran, the count of each line (by number), and the last line; NULL after the
/// last file.
const char *cpl_trace_lines(const cpl_state *state, size_t number, const uint32_t **counts,
                            size_t *count, uint32_t *last);

typedef struct cpl_cost {
    uint64_t instructions;
    size_t allocated;          // bytes
    bool is_cut;               // some records were dropped
} cpl_cost;
cpl_cost cpl_trace_cost(const cpl_state *state);

// Counts that modules report beside the results of events

/// A count of events without a value at a path, or of events that came too late for an object.
typedef struct cpl_notice {
    char name[128];            // the path or the object
    bool is_path;
    bool is_found;             // an event had a value at the path
    uint64_t count;            // events without a value at the path before the first with one; late events
} cpl_notice;

/// Gets the notices counted since the last cpl_reset_notices, which must be called afterwards; 0 if there are none.
size_t cpl_take_notices(cpl_state *state, const cpl_notice **notices);
void cpl_reset_notices(cpl_state *state);

// A prompt

/// Compiles text and runs it with the current event: `event`, `commander` and `delegate` are there, and
/// globals are kept between chunks. Like cpl_execute, except that the event may be used by further chunks.
cpl_status cpl_run_chunk(cpl_state *state, const char *text, size_t length, cpj_buffer *output,
                        cpl_reply *reply);
/// Completes the last name in the text: cpl_shown has the possible names, one per line.
cpl_status cpl_complete(cpl_state *state, const char *text, size_t length);
/// The output of the last chunk, valid until the next one.
const uint8_t *cpl_shown(const cpl_state *state, size_t *length);

// For tests

/// Whether a Lua pattern matches somewhere in a text; an error if it is not a valid pattern.
cpl_status cpl_matches(cpl_state *state, const char *pattern, size_t pattern_length,
                       const char *subject, size_t subject_length, bool *matches);

/// Gives the script the function `load`, for Lua's own test suite.
cpl_status cpl_add_load(cpl_state *state);

/// Makes the n-th allocation of Lua from now on fail, also when tried again; 0 ends that. With NULL it is
/// counted from the creation of the next state on this thread. Returns how many allocations were still to
/// come before the one that was to fail.
long cpl_fail_allocation(cpl_state *state, long nth);
