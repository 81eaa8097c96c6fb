// Lua patterns with a bound on the work. See matcher.c.
#pragma once

#include "pattern.h"

enum { CPL_MOST_CAPTURES = 32 };

enum { CPL_CAPTURE_OPEN = -1, CPL_CAPTURE_POSITION = -2 };

typedef struct cpl_matcher {
    lua_State *L;
    const cpl_pattern *pattern;
    const char *subject, *subject_end;
    uint64_t fuel;             // steps until the next look at the budgets
    uint64_t reserve;          // steps after these
    int depth;                 // recursion left
    int captures;
    struct {
        const char *start;
        ptrdiff_t length;      // or CPL_CAPTURE_OPEN, CPL_CAPTURE_POSITION
    } capture[CPL_MOST_CAPTURES];
} cpl_matcher;

/// Prepares to match a pattern. The subject must stay where it is, and end with a zero as Lua's strings do.
void cpl_matcher_begin(cpl_matcher *matcher, lua_State *L, const char *subject, size_t length,
                       const cpl_pattern *pattern);

/// The end of the match that begins exactly at `at`; NULL if there is none. Raises on a malformed
/// pattern and when the work exceeds the limit.
const char *cpl_match_at(cpl_matcher *matcher, const char *at);

/// The first match at `at` or later that does not end at `not_end`. Sets `end`; NULL if there is
/// none.
const char *cpl_match_search(cpl_matcher *matcher, const char *at, const char *not_end, const char **end);

/// Adds the steps used to the total of the state.
void cpl_matcher_end(cpl_matcher *matcher);

/// Pushes the captures and returns how many; the whole match if there are none and `start` is not
/// NULL.
int cpl_push_captures(cpl_matcher *matcher, const char *start, const char *end);

/// Pushes one capture, counted from 0; the whole match for 0 if there are none.
void cpl_push_capture(cpl_matcher *matcher, int index, const char *start, const char *end);
