// Declarations shared by the files for large tables of state.
#pragma once

#include "libraries.h"

enum {
    cpl_stored_batch = 64,     // members that are read at once in a loop
    cpl_separator = 0x1F,
};

/// The state of a stored table during one event; its user value holds the saved JSON of members: false if there is
/// none, true if it was not read.
struct stored {
    uint64_t handles;          // of the event
    uint64_t saved;            // the number of the save that wrote its marker
    int64_t number;
    int64_t length;            // as a list, when the event began
    int64_t lifetime;          // of members after a change, in milliseconds; 0 for ever
    bool has_tables;           // members have been tables that are stored themselves
    bool is_new;               // nothing of it is in the store
    bool is_whole;             // all members were read
};

/// The stored table at an index; NULL for other values.
struct stored *cpl_stored(lua_State *L, int index);
/// The stored table at an index; raises an error unless it belongs to the current event.
struct stored *cpl_check_stored(lua_State *L, int index);
/// Pushes the saved JSON of members of a table.
void cpl_push_saved(lua_State *L, int index);
/// Pushes an empty stored table.
void cpl_push_stored(lua_State *L, int64_t number, int64_t length, bool is_new);
/// Notes the saved JSON of the member whose key is at `key`, and pushes its value; nil if it has expired.
void cpl_read_text(lua_State *L, int saved, int key, const uint8_t *text, size_t length);
/// Reads a member from the store: pushes its value, and notes its saved JSON.
void cpl_read_member(lua_State *L, const struct stored *stored, int saved, int key);
void cpl_push_saved_value(lua_State *L, const uint8_t *text, size_t length);
/// Puts the prefix of the members of a table into `slot`.
void cpl_put_table(lua_State *L, int64_t number);
/// Puts the key of the store for a member into `slot`.
void cpl_put_member(lua_State *L, int64_t number, int key);
/// The length of the table on top as a list.
int64_t cpl_stored_length(lua_State *L, const struct stored *stored);
/// Pushes a list with the next members of the store, each as its key with its tag, and its saved JSON. The last key
/// before them is at `after`; nil for the beginning.
lua_Integer cpl_push_batch(lua_State *L, int64_t number, int after);
