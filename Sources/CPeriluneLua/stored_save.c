// Saves the changes of large tables of state, and drops unused ones.
#define _GNU_SOURCE
#include <string.h>

#include "stored_table.h"

enum {
    most_members = 64,         // of a table that is a part of its key's JSON
    most_json = 8 << 10,       // bytes of such a table that is not a list
    most_list_json = 64 << 10, // bytes of a list: its elements move when one is removed
};

static const char marker[] = "{\"\\u0000\":[";

/// The change in the number of markers of a table, which is dropped with its last marker.
struct move { int64_t number, count; bool has_tables; };

/// Adds to the number of markers of a table.
static void note_move(cpl_state *state, int64_t number, int64_t count, bool has_tables) {
    struct move *moves = (struct move *)(void *)state->moves.bytes, move = {number, count, has_tables};
    for (size_t i = 0; i < state->moves.count / sizeof move; i++) {
        if (moves[i].number != number) continue;
        moves[i].count += count;
        moves[i].has_tables |= has_tables;
        return;
    }
    cpj_put(&state->moves, &move, sizeof move);
}

/// Notes that the markers in a saved text may be removed.
static void note_markers(cpl_state *state, const char *text, size_t length) {
    const char *end = text + length;
    while ((text = memmem(text, (size_t)(end - text), marker, sizeof marker - 1))) {
        int64_t number = 0;
        for (text += sizeof marker - 1; *text >= '0' && *text <= '9'; text++) number = 10 * number + (*text - '0');
        const char *close = memchr(text, ']', (size_t)(end - text));
        note_move(state, number, -1, close && close - text > 2 && close[-2] == ',' && close[-1] == '1'
                                         && memchr(text + 1, ',', (size_t)(close - text - 2)));
    }
}

/// Pushes a new stored table with the members of a table, which may be an ordinary one of the script.
static struct stored *push_as_stored(lua_State *L, int index) {
    index = lua_absindex(L, index);
    luaL_checkstack(L, 10, NULL);
    cpl_push_stored(L, ++cpl_of(L)->frame->last_table, 0, true);
    int copy = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, index);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, copy);
    }
    return cpl_stored(L, copy);
}

static void save_text(lua_State *L, const uint8_t *json, size_t length, int64_t lifetime) {
    cpl_state *state = cpl_of(L);
    cpj_buffer *text = &state->scratch;
    if (json && lifetime) {
        cpl_put_end(L, text, lifetime);
        cpj_put(text, json, length);
        if (text->failed) luaL_error(L, "not enough memory");
        json = text->bytes;
        length = text->count;
    }
    state->has_saved = true;
    cpl_keep_text(state, &state->slot, json, length);
    cpj_begin_busy();
    state->callbacks.save(state->callbacks.context, state, state->slot.bytes, state->slot.count, json, length,
                          lifetime, true);
    cpj_end_busy();
}

/// Saves the member whose key and value are on top, if it has changed; `saved` is the saved JSON of the members.
static void save_member(lua_State *L, struct stored *stored, int saved, cpj_buffer *buffer, int depth) {
    cpl_state *state = cpl_of(L);
    int value = lua_gettop(L), key = value - 1;
    lua_pushvalue(L, key);
    int kind = lua_rawget(L, saved);
    if (kind == LUA_TNIL && stored->has_tables && !stored->is_new && !stored->is_whole) {
        // A rawset has replaced a member that was not read; it may contain tables to drop.
        cpl_read_member(L, stored, saved, key);
        lua_settop(L, value);
        lua_pushvalue(L, key);
        kind = lua_rawget(L, saved);
    }
    bool was_saved = kind == LUA_TSTRING;
    size_t mark = buffer->count, length = 0;
    const char *text = was_saved ? lua_tolstring(L, -1, &length) : NULL;
    uint64_t markers = state->markers;
    bool has_saved = state->has_saved;
    state->has_saved = false;
    cpl_encode_value(L, value, buffer, depth + 1);
    stored->has_tables |= state->markers > markers;
    // A change in a table that is a member is a change of the member.
    bool has_changed = state->has_saved && stored->lifetime;
    state->has_saved |= has_saved;
    if (was_saved) note_markers(state, text, length);
    size_t count = buffer->count - mark;
    state->steps += count / 16;
    if (!was_saved || has_changed || count != length || memcmp(text, buffer->bytes + mark, length) != 0) {
        state->saved_bytes += count;
        if (state->limits.memory && state->saved_bytes > state->limits.memory)
            luaL_error(L, "the state that the event changed is too large (over %d MB)",
                       (int)(state->limits.memory >> 20));
        cpl_put_member(L, stored->number, key);
        save_text(L, buffer->bytes + mark, count, stored->lifetime);
    }
    buffer->count = mark;
    cpl_check_budget(L);
}

/// Saves the members that are tables, in the order of their keys: large ones get their numbers in this order.
static void save_member_tables(lua_State *L, int index, struct stored *stored, int saved, cpj_buffer *buffer,
                               int depth) {
    int keys = lua_gettop(L) + 1;
    cpl_push_sorted_keys(L, index);
    for (lua_Integer i = 1; lua_rawgeti(L, keys, i) != LUA_TNIL; i++, lua_settop(L, keys)) {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, index) == LUA_TTABLE) save_member(L, stored, saved, buffer, depth);
    }
    lua_settop(L, keys - 1);
}

/// Saves what changed in a table, which is at `index`, and writes its marker.
static void save_stored(lua_State *L, int index, struct stored *stored, cpj_buffer *buffer, int depth) {
    cpl_state *state = cpl_of(L);
    int top = lua_gettop(L), saved = top + 1, key = top + 2, value = top + 3;
    bool has_integers = false, has_member_tables = false;
    stored->saved = state->saving;
    cpl_push_saved(L, index);
    for (lua_pushnil(L); lua_next(L, index); lua_settop(L, key)) {
        if (!lua_isinteger(L, key) && lua_type(L, key) != LUA_TSTRING)
            luaL_error(L, "state cannot have a %s as a key", luaL_typename(L, key));
        has_integers |= (bool)lua_isinteger(L, key);
        if (lua_istable(L, value)) has_member_tables = true;
        else save_member(L, stored, saved, buffer, depth);
    }
    if (has_member_tables) save_member_tables(L, index, stored, saved, buffer, depth);
    lua_settop(L, saved);
    // If all members were read, the length must not depend on whether expired ones were still in the store.
    has_integers |= stored->is_whole;
    for (lua_pushnil(L); lua_next(L, saved); lua_settop(L, key)) {
        has_integers |= (bool)lua_isinteger(L, key);
        lua_pushvalue(L, key);
        if (lua_rawget(L, index) != LUA_TNIL || !lua_toboolean(L, value)) continue;
        size_t length;
        if (lua_type(L, value) == LUA_TSTRING) {
            const char *text = lua_tolstring(L, value, &length);
            note_markers(state, text, length);
        }
        cpl_put_member(L, stored->number, key);
        save_text(L, NULL, 0, 0);
    }
    if (has_integers) {
        lua_pushvalue(L, index);
        stored->length = cpl_stored_length(L, stored);
    }
    lua_settop(L, top);
    cpj_put(buffer, marker, sizeof marker - 1);
    cpj_put_integer(buffer, stored->number);
    cpj_put_byte(buffer, ',');
    cpj_put_integer(buffer, stored->length);
    if (stored->has_tables) cpj_put(buffer, ",1", 2);
    cpj_put(buffer, "]}", 2);
    note_move(state, stored->number, 1, stored->has_tables);
    state->markers++;
}

/// Saves a plain table as a stored one.
static void save_as_stored(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    struct stored *stored = push_as_stored(L, index);
    save_stored(L, lua_gettop(L), stored, buffer, depth);
    lua_pop(L, 1);
}

bool cpl_save_table(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    luaL_checkstack(L, 16, NULL);
    cpl_state *state = cpl_of(L);
    struct stored *stored = cpl_stored(L, index);
    if (stored) {
        cpl_check_stored(L, index);
        if (stored->saved != state->saving && !state->copying) {
            save_stored(L, index, stored, buffer, depth);
            return true;
        }
        // It is in the state twice: they become two tables, and so do all large tables in it.
        cpl_read_whole(L, index);
        bool was_copying = state->copying;
        state->copying = true;
        save_as_stored(L, index, buffer, depth);
        state->copying = was_copying;
        return true;
    }
    size_t members = 0, length = lua_rawlen(L, index);
    for (lua_pushnil(L); members <= most_members + length && lua_next(L, index); lua_pop(L, 1)) members++;
    if (members <= most_members + length) return false;
    lua_pop(L, 1);
    save_as_stored(L, index, buffer, depth);
    return true;
}

void cpl_divide_table(lua_State *L, int index, cpj_buffer *buffer, size_t start, int depth) {
    size_t size = buffer->count - start;
    if (size <= most_json || (size <= most_list_json && lua_rawlen(L, index))) return;
    luaL_checkstack(L, 16, NULL);
    lua_pushnil(L);
    if (!lua_next(L, index)) return;
    lua_pop(L, 1);
    if (!lua_next(L, index)) return;       // a single member
    lua_pop(L, 2);
    buffer->count = start;
    save_as_stored(L, index, buffer, depth);
}

void cpl_set_lifetime(lua_State *L, int index, int64_t lifetime) {
    struct stored *stored = cpl_stored(L, index);
    if (!stored) {
        stored = push_as_stored(L, index);
        lua_replace(L, index);
    }
    stored->lifetime = lifetime;
}

bool cpl_has_marker(const cpj_buffer *buffer, size_t start) {
    static const char name[] = "\"\\u0000";
    return !buffer->failed && memmem(buffer->bytes + start, buffer->count - start, name, sizeof name - 1);
}

void cpl_begin_saving(cpl_state *state) {
    state->saving = ++state->saves;
    state->has_saved = state->copying = false;
    state->saved_bytes = 0;
    state->moves.count = 0;
    state->moves.failed = false;
}

/// Notes the markers in all members of a table that is dropped.
static void note_members(lua_State *L, int64_t number) {
    int top = lua_gettop(L), last = top + 1, list = top + 2;
    luaL_checkstack(L, 8, NULL);
    lua_pushnil(L);
    for (lua_Integer count = 2 * cpl_stored_batch; count == 2 * cpl_stored_batch;) {
        count = cpl_push_batch(L, number, last);
        for (lua_Integer i = 1; i <= count; i += 2) {
            size_t length;
            lua_rawgeti(L, list, i);
            lua_copy(L, -1, last);
            lua_rawgeti(L, list, i + 1);
            const char *text = lua_tolstring(L, -1, &length);
            note_markers(cpl_of(L), text, length);
            lua_settop(L, list);
        }
        lua_settop(L, last);
        cpl_check_budget(L);
    }
    lua_settop(L, top);
}

void cpl_drop_tables(lua_State *L) {
    cpl_state *state = cpl_of(L);
    const cpj_buffer *saved = &state->frame->saved;
    if (saved->count) note_markers(state, (const char *)saved->bytes, saved->count);
    // The list grows while the members of tables are examined.
    for (size_t i = 0; i < state->moves.count / sizeof(struct move); i++) {
        struct move move = ((const struct move *)(const void *)state->moves.bytes)[i];
        if (move.count < 0 && move.has_tables) note_members(L, move.number);
    }
    if (state->moves.failed) luaL_error(L, "not enough memory");
    const struct move *moves = (const struct move *)(const void *)state->moves.bytes;
    for (size_t i = 0; i < state->moves.count / sizeof *moves; i++) {
        if (moves[i].count >= 0) continue;
        cpl_put_table(L, moves[i].number);
        cpj_begin_busy();
        state->callbacks.save(state->callbacks.context, state, state->slot.bytes, state->slot.count, NULL, 0, 0, true);
        cpj_end_busy();
    }
}
