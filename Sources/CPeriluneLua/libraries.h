// Declarations shared by the library files and by the code that runs coroutines.
#pragma once

#include "internal.h"

// A host call that waits yields exactly one value: a light userdata with this address. Scripts
// never get hold of it. It stays on top of the waiting coroutine's stack until just before the
// coroutine is resumed: that is how coroutine.resume, wrap and status know that only the host may
// wake it.
extern const char cpl_host_yield;

/// True if the thread waits for the host.
bool cpl_waits_for_host(lua_State *co);

/// True if a host call made by L now may yield. lua_isyieldable alone is not enough: a coroutine
/// may be resumed from inside a sort comparator, and its resumer cannot yield further out.
bool cpl_can_suspend(lua_State *L);

/// Copies the named functions (the list ends with NULL) of a stock library, opened into a table
/// that is thrown away, to the table on top of the stack.
void cpl_copy_stock(lua_State *L, lua_CFunction open, const char *const names[]);

/// Pops a library table and makes it the global `name`, known to tracebacks too.
void cpl_publish(lua_State *L, const char *name);

/// Pushes what `tostring` returns: never an address.
const char *cpl_push_text(lua_State *L, int index, size_t *length);

/// Raises unless `length` is within the limit for strings that a library function makes.
void cpl_check_length(lua_State *L, size_t length, const char *function);

/// Pushes these keys one after the other, and below them what else it needs. Returns how many there
/// are; -1, with nothing pushed, if they are over about a hundred.
int cpl_spread_sorted_keys(lua_State *L, int index);

/// Sorts an array of numbers alone or strings alone. False if it has other elements or a NaN: then
/// something may have been pushed, and the array is as before.
bool cpl_sort_simple(lua_State *L, int list, int count);

/// Whether a key can be sorted: tables, functions and userdata can't.
bool cpl_has_order(lua_State *L, int index);

/// Pushes the first key in that order of a table that is not empty. False if the key has no order.
bool cpl_push_first_key(lua_State *L, int index);

/// The position in `keys` (from cpl_push_sorted_keys) of the last key not after the one at `key`.
/// -1 if the key has no order and is not among them.
lua_Integer cpl_find_sorted_key(lua_State *L, int keys, int key);

// The parts of the base and string libraries that have files of their own. Each adds its functions
// to the table on top of the stack.
void cpl_add_iteration(lua_State *L);
void cpl_add_protected(lua_State *L);
void cpl_add_patterns(lua_State *L);
void cpl_add_format(lua_State *L);
int cpl_sort(lua_State *L);

/// Raises unless the value at `index` is a table that behaves without metamethods.
void cpl_check_plain(lua_State *L, int index, const char *function);
