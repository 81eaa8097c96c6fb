// The events in progress on the workers of a server: one record per worker, in a file that is mapped into memory.
//
// A worker writes the number of the event that it begins, and clears it when the event ends: two memory writes and
// no system call. The pages belong to the kernel, so the next start of the server can read which events were in
// progress however this process ended, except after a power failure. If a worker's thread raises a fatal signal, a
// handler adds the signal and the line of the script.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The cause for an event that a worker did not finish in time; not the number of a signal.
#define CPA_STUCK 1000

typedef struct cpa_record {
    int64_t event;         // the number in the inbox; -1 for an event without one; 0 while the worker is idle
    uint64_t begun;        // events that this worker has begun
    int32_t thread;        // the kernel's id of the thread
    int32_t cause;         // the fatal signal of this thread, or CPA_STUCK; 0 for neither
    int32_t line;          // of the script; 0 if unknown
    char script[100];      // ends with a zero; empty if unknown
} cpa_record;

typedef struct cpa_file cpa_file;

/// The record of this thread's worker, which the handler completes.
extern _Thread_local cpa_record *cpa_current;

/// Creates or empties the file, and maps it. A path of NULL maps memory without a file. Returns NULL with errno set.
cpa_file *cpa_open(const char *path, int32_t workers);
void cpa_close(cpa_file *file);

/// The record of a worker, from 0.
cpa_record *cpa_worker(cpa_file *file, int32_t worker);

/// Sets the event that is processed alone; 0 for none.
void cpa_set_alone(cpa_file *file, int64_t event);

/// Copies the records that an earlier process left in a file. Returns their number; 0 if the file does not exist or
/// is not an activity file.
int32_t cpa_read(const char *path, cpa_record *records, int32_t room, int64_t *alone);

/// Prepares a thread to process events.
void cpa_enter_thread(cpa_record *record);

/// Records an event before it is processed.
static inline void cpa_begin(cpa_record *record, int64_t event) {
    if (cpa_current != record) cpa_enter_thread(record);
    __atomic_store_n(&record->begun, record->begun + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&record->event, event, __ATOMIC_RELEASE);
}

/// Records that the event has ended or waits for an answer.
static inline void cpa_end(cpa_record *record) { __atomic_store_n(&record->event, 0, __ATOMIC_RELEASE); }

static inline int64_t cpa_event(const cpa_record *record) { return __atomic_load_n(&record->event, __ATOMIC_ACQUIRE); }

static inline uint64_t cpa_begun(const cpa_record *record) { return __atomic_load_n(&record->begun, __ATOMIC_RELAXED); }

/// Finds the script and the line that run on this thread; false if there is none. The handler of fatal signals
/// calls it, so it must not allocate.
typedef bool (*cpa_place)(char *script, size_t room, int32_t *line);

/// Installs a handler for fatal signals, which records the signal and the line, and then calls the previous
/// handler.
void cpa_handle_signals(cpa_place place);

/// Aborts the process because a worker is stuck: its record says so, and the core file shows its thread.
void cpa_abort(cpa_record *record);
