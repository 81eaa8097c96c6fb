// Lua 5.4 behind functions that never raise. One cpl_state is one script on one worker; it is used by
// one thread at a time. No function declared here jumps out: each enters Lua under a protected call and
// returns a status. Callbacks into Swift return a status too; C raises after the Swift frame is gone.
#pragma once

#include <CPeriluneJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpl_state cpl_state;

typedef enum cpl_status {
    CPL_OK = 0,
    CPL_SUSPENDED,             // an async host call is under way; the slot says which
    CPL_ERROR_SYNTAX,          // the file does not compile
    CPL_ERROR_RUNTIME,         // the script raised an error
    CPL_ERROR_MEMORY,          // over the memory cap
    CPL_ERROR_TIME,            // over the time per event
    CPL_ERROR_INSTRUCTIONS,    // over the instruction budget (strict mode)
    CPL_ERROR_DELEGATE,        // the file does not return a delegate
    CPL_ERROR_HOST,            // out of memory in the host itself, or a bug
} cpl_status;

/// What one script may use. 0 means no limit.
typedef struct cpl_limits {
    size_t memory;             // bytes per state
    uint64_t microseconds;     // running time per call of the host
    uint64_t instructions;     // VM instructions per call of the host; deterministic, costs up to 2x
    uint64_t matcher_steps;    // of one string.find, match, gmatch step or gsub
    size_t string_length;      // of what string.rep, string.format and table.concat may make
    size_t source_length;      // of a script file
} cpl_limits;
