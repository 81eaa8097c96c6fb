// Compiled patterns of one state, the most recently used of them. See regex_cache.c.
#pragma once

#include "internal.h"

#include <CPeriluneRegex.h>

typedef enum cpl_pattern_kind { CPL_REGEX, CPL_GROK } cpl_pattern_kind;

/// The compiled pattern of the string at `index`, until the next call. The first upvalue of the running function is the
/// table of the keys. Raises if it is not a pattern.
const cpr_pattern *cpl_regex(lua_State *L, int index, cpl_pattern_kind kind, const char *function);

/// Raises that a search could take too long. Never returns.
_Noreturn void cpl_raise_regex_work(lua_State *L, const char *function, size_t length);
