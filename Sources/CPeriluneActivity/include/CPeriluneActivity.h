// What each worker of a server is doing: one record a worker, in a file that is mapped into memory.
//
// A worker writes the number of the event that it begins, and clears it when the event ends: two stores, and no call
// of the system. The pages belong to the kernel, so the next start of the server reads which events were in hand,
// however this process ended, short of a power failure. If a worker's own thread raises a fatal signal, a handler adds the
// signal and the line of the script.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The cause of an event that a worker did not finish in time: no signal has this number.
#define CPA_STUCK 1000

typedef struct cpa_record {
    int64_t event;         // the number in the inbox; -1 for an event without one; 0 while the worker is idle
    uint64_t begun;        // events that this worker has begun
    int32_t thread;        // by which the kernel knows it
    int32_t cause;         // the fatal signal of this thread, or CPA_STUCK; 0 for neither
    int32_t line;          // of the script; 0 where it is not known
    char script[100];      // ends with a zero; empty where it is not known
} cpa_record;

typedef struct cpa_file cpa_file;

/// The thread's worker: whose record the handler completes.
extern _Thread_local cpa_record *cpa_current;

/// Creates or empties the file, and maps it. A path of NULL maps memory without a file. Returns NULL with errno set.
cpa_file *cpa_open(const char *path, int32_t workers);
void cpa_close(cpa_file *file);

/// The record of a worker, from 0.
cpa_record *cpa_worker(cpa_file *file, int32_t worker);

/// The event that is processed while no other is; 0 for none.
void cpa_set_alone(cpa_file *file, int64_t event);

/// Copies the records that an earlier process left in a file. Returns how many, 0 for a file that is none or not there.
int32_t cpa_read(const char *path, cpa_record *records, int32_t room, int64_t *alone);

/// Prepares a thread to process events.
void cpa_enter_thread(cpa_record *record);

/// Notes an event before it is processed.
static inline void cpa_begin(cpa_record *record, int64_t event) {
    if (cpa_current != record) cpa_enter_thread(record);
    __atomic_store_n(&record->begun, record->begun + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&record->event, event, __ATOMIC_RELEASE);
}

/// The event has ended, or waits for an answer.
static inline void cpa_end(cpa_record *record) { __atomic_store_n(&record->event, 0, __ATOMIC_RELEASE); }

static inline int64_t cpa_event(const cpa_record *record) { return __atomic_load_n(&record->event, __ATOMIC_ACQUIRE); }

static inline uint64_t cpa_begun(const cpa_record *record) { return __atomic_load_n(&record->begun, __ATOMIC_RELAXED); }

/// Finds the script and the line that run on this thread; false where none does. Called by the handler of a fatal
/// signal: it must not allocate.
typedef bool (*cpa_place)(char *script, size_t room, int32_t *line);

/// Handles fatal signals from now on: notes what they hit, then lets them take their course.
void cpa_handle_signals(cpa_place place);

/// Ends the process, as a worker is stuck: its record says so, and the core file shows its thread.
void cpa_abort(cpa_record *record);
