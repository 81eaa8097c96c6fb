// The same function of a script, called by lua_pcall from C and by nothing else: what a host is measured against.
#pragma once

typedef struct floor_state floor_state;

/// Loads a script as Perilune would, without a sandbox, and `event`, a Lua table constructor, once. NULL where either
/// does not compile.
floor_state *floor_new(const char *script, const char *event);
/// Calls `execute(event, commander)` so many times; answers how many calls went wrong.
int floor_call(floor_state *state, int times);
void floor_free(floor_state *state);
