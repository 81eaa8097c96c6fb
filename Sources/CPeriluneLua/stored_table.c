// Large tables of `state`. A table with many members is not a part of the JSON of its key: each member is a value
// of its own in the store, under the key, the number of the table and the member. The JSON has a marker in its
// place, {"\u0000":[number,length,1 if members are such tables]}. For the script it is a table that reads its members from the store when they
// are used; what was read or written is a raw member, and is compared with the saved JSON after the event.
#define _GNU_SOURCE
#include <string.h>

#include "libraries.h"

enum {
    most_members = 64,         // of a table that is a part of its key's JSON
    most_json = 8 << 10,       // bytes of such a table, where it is no list
    most_list_json = 64 << 10, // bytes of a list: its elements move when one is removed
    batch = 64,                // members that are read at once in a loop
    separator = 0x1F,
};

static const char marker[] = "{\"\\u0000\":[";

/// What is known of a stored table during one event; its user value holds the saved JSON of members: false where
/// there was none, true where it was not read.
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

/// What was known of a number of tables before and after: a table is dropped where its last marker went.
struct move { int64_t number, count; bool has_tables; };

static const char stored_key;

static struct stored *stored_of(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return NULL;
    struct stored *stored = NULL;
    if (lua_rawgetp(L, -1, &stored_key) == LUA_TUSERDATA) stored = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return stored;
}

bool cpl_is_stored(lua_State *L, int index) { return stored_of(L, index) != NULL; }

/// Pushes the saved JSON of members of a table.
static void push_saved(lua_State *L, int index) {
    lua_getmetatable(L, index);
    lua_rawgetp(L, -1, &stored_key);
    lua_getiuservalue(L, -1, 1);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/// The table, where it is of the event that runs.
static struct stored *check_stored(lua_State *L, int index) {
    struct stored *stored = stored_of(L, index);
    if (!stored) luaL_argerror(L, index, "a table of state expected");
    const cpl_frame *frame = cpl_of(L)->frame;
    if (!frame || frame->handles != stored->handles)
        luaL_error(L, "a large table of state can only be used by the event that read it: read it from state again");
    return stored;
}

// Keys

/// The key of the event, with separators in it doubled: so no key is that of a member of another one.
static void put_key(cpj_buffer *slot, const cpl_frame *frame) {
    const cpj_buffer *key = &frame->key;
    slot->count = 0;
    for (size_t i = 0; i < key->count; i++) {
        cpj_put_byte(slot, key->bytes[i]);
        if (key->bytes[i] == separator) cpj_put_byte(slot, separator);
    }
}

const cpj_buffer *cpl_state_slot(cpl_state *state) {
    const cpj_buffer *key = &state->frame->key;
    if (!key->count || !memchr(key->bytes, separator, key->count)) return key;
    put_key(&state->slot, state->frame);
    return &state->slot;
}

static void put_prefix(lua_State *L, int64_t number) {
    cpl_state *state = cpl_of(L);
    cpj_buffer *slot = &state->slot;
    put_key(slot, state->frame);
    cpj_put_byte(slot, separator);
    cpj_put_integer(slot, number);
    cpj_put_byte(slot, separator);
}

/// The key of the store for a member: integers sort before strings, and by their value.
static void put_slot(lua_State *L, int64_t number, int key) {
    cpj_buffer *slot = &cpl_of(L)->slot;
    put_prefix(L, number);
    if (lua_isinteger(L, key)) {
        static const char digits[] = "0123456789abcdef";
        uint64_t value = (uint64_t)lua_tointeger(L, key) ^ (uint64_t)1 << 63;
        cpj_put_byte(slot, 'i');
        for (int shift = 60; shift >= 0; shift -= 4) cpj_put_byte(slot, (uint8_t)digits[value >> shift & 15]);
    } else {
        size_t length;
        const char *text = lua_tolstring(L, key, &length);
        cpj_put_byte(slot, 's');
        cpj_put(slot, text, length);
    }
    if (slot->failed) luaL_error(L, "not enough memory");
}

/// Makes the key at an index one that a member can have: a float that is whole is an integer.
static bool normalize_key(lua_State *L, int index) {
    if (lua_type(L, index) == LUA_TSTRING || lua_isinteger(L, index)) return true;
    int whole = 0;
    lua_Integer integer = lua_type(L, index) == LUA_TNUMBER ? lua_tointegerx(L, index, &whole) : 0;
    if (!whole) return false;
    lua_pushinteger(L, integer);
    lua_replace(L, index);
    return true;
}

// Reading

void cpl_put_end(lua_State *L, cpj_buffer *text, int64_t lifetime) {
    int64_t now;
    if (!cpl_event_time(cpl_of(L), &now))
        luaL_error(L, "state that expires needs the time of the event, and the event has none");
    text->count = 0;
    cpj_put_byte(text, '~');
    cpj_put_integer(text, now / 1000 + lifetime);
    cpj_put_byte(text, ' ');
}

/// The prefix is `~1700000000000 `, in milliseconds.
bool cpl_skip_end(const cpl_state *state, const uint8_t **text, size_t *length) {
    if (*length == 0 || **text != '~') return true;
    int64_t end = 0;
    while (*length > 0 && **text != ' ') {
        if (**text != '~') end = 10 * end + (**text - '0');
        ++*text, --*length;
    }
    if (*length > 0) ++*text, --*length;
    int64_t now;
    return !cpl_event_time(state, &now) || now / 1000 < end;
}

static void push_stored(lua_State *L, int64_t number, int64_t length, bool is_new);

static void push_value(lua_State *L, const uint8_t *text, size_t length) {
    if (length == 4 && memcmp(text, "true", 4) == 0) { lua_pushboolean(L, 1); return; }
    cpl_state *state = cpl_of(L);
    state->reading_state = true;
    cpl_push_json(L, text, length, "the saved state");
    state->reading_state = false;
}

bool cpl_push_marked(lua_State *L, const cpj_document *d, uint32_t object) {
    uint32_t name = cpj_first(d, object);
    if (!name || cpj_length(d, object) != 1) return false;
    cpj_text text = cpj_raw(d, name);
    if (text.length != 8 || memcmp(text.bytes, "\"\\u0000\"", 8) != 0) return false;
    int64_t values[3] = {0, 0, 0};
    double real;
    uint32_t list = name + 2, node = cpj_first(d, list);
    for (int i = 0; i < 3 && node; i++, node = cpj_next(d, list, node)) cpj_read_number(d, node, &values[i], &real);
    push_stored(L, values[0], values[1], false);
    stored_of(L, -1)->has_tables = values[2] != 0;
    return true;
}

/// Notes the saved JSON of the member whose key is at `key`, the table being at 1, and pushes its value.
static void read_text(lua_State *L, int saved, int key, const uint8_t *text, size_t length) {
    lua_pushvalue(L, key);
    if (length) lua_pushlstring(L, (const char *)text, length);
    else lua_pushboolean(L, 0);
    lua_rawset(L, saved);
    if (length) push_value(L, text, length);
    else lua_pushnil(L);
}

/// Pushes the value of a member that was not read, as the store has it.
static void read_member(lua_State *L, const struct stored *stored, int saved, int key) {
    cpl_state *state = cpl_of(L);
    put_slot(L, stored->number, key);
    cpj_text kept = cpl_find_text(state, &state->slot);
    if (!kept.bytes) {
        state->answer.count = 0;
        state->answered = false;
        cpj_begin_busy();
        cpl_call result = state->callbacks.load(state->callbacks.context, state, state->slot.bytes,
                                                state->slot.count, true);
        cpj_end_busy();
        if (result == CPL_CALL_FAILED) cpl_raise_answer(L);
        if (!state->answered) state->answer.count = 0;
        cpl_keep_text(state, &state->slot, state->answer.bytes, state->answer.count);
        kept = (cpj_text){state->answer.bytes, state->answer.count};
    }
    const uint8_t *text = kept.bytes;
    size_t length = kept.length;
    if (!cpl_skip_end(state, &text, &length)) length = 0;
    read_text(L, saved, key, text, length);
}

/// A member that is not a raw one: it was not read yet, or it is not there.
static int stored_index(lua_State *L) {
    struct stored *stored = check_stored(L, 1);
    lua_settop(L, 2);
    if (stored->is_whole || stored->is_new || !normalize_key(L, 2)) return 0;
    luaL_checkstack(L, 10, NULL);
    push_saved(L, 1);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, 3) != LUA_TNIL) return 0;
    lua_settop(L, 3);
    read_member(L, stored, 3, 2);
    if (lua_isnil(L, 4)) return 1;
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 4);
    lua_rawset(L, 1);
    return 1;
}

static int stored_newindex(lua_State *L) {
    const struct stored *stored = check_stored(L, 1);
    lua_settop(L, 3);
    luaL_argcheck(L, normalize_key(L, 2), 2, "the keys of a large table of state must be strings or integers");
    luaL_checkstack(L, 6, NULL);
    push_saved(L, 1);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, 4) == LUA_TNIL) {
        bool may_be_saved = !stored->is_new && !stored->is_whole;
        if (may_be_saved && stored->has_tables) {
            // What is replaced may have tables to drop.
            read_member(L, stored, 4, 2);
        } else {
            lua_pushvalue(L, 2);
            lua_pushboolean(L, may_be_saved);
            lua_rawset(L, 4);
        }
    }
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 0;
}

/// The length of a table as a list. Table at the top, which stays there.
static int64_t list_length(lua_State *L, const struct stored *stored) {
    int64_t length = stored->length;
    for (;; length++) {
        bool is_there = lua_geti(L, -1, length + 1) != LUA_TNIL;
        lua_pop(L, 1);
        if (!is_there) break;
        if ((length & 255) == 0) cpl_check_budget(L);
    }
    for (; length > 0; length--) {
        bool is_there = lua_geti(L, -1, length) != LUA_TNIL;
        lua_pop(L, 1);
        if (is_there) break;
        if ((length & 255) == 0) cpl_check_budget(L);
    }
    return length;
}

static int stored_length(lua_State *L) {
    const struct stored *stored = check_stored(L, 1);
    lua_settop(L, 1);
    lua_pushinteger(L, list_length(L, stored));
    return 1;
}

// Loops

/// Pushes a list with the next members of the store, each as its key with its tag, and its saved JSON. The last key
/// before them is at `after`; nil for the beginning.
static lua_Integer push_batch(lua_State *L, const struct stored *stored, int after) {
    cpl_state *state = cpl_of(L);
    size_t length = 0;
    const char *text = lua_tolstring(L, after, &length);
    put_prefix(L, stored->number);
    state->answer.count = 0;
    state->answered = false;
    cpj_begin_busy();
    cpl_call result = state->callbacks.scan(state->callbacks.context, state, state->slot.bytes, state->slot.count,
                                            (const uint8_t *)text, length, batch);
    cpj_end_busy();
    if (result == CPL_CALL_FAILED) cpl_raise_answer(L);
    if (state->answered) cpl_push_json(L, state->answer.bytes, state->answer.count, "the saved state");
    else lua_newtable(L);
    return (lua_Integer)lua_rawlen(L, -1);
}

/// Pushes the key of a member from its text in the store.
static void push_key(lua_State *L, int index) {
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    if (*text == 's') { lua_pushlstring(L, text + 1, length - 1); return; }
    uint64_t value = 0;
    for (size_t i = 1; i < length; i++)
        value = value << 4 | (uint64_t)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
    lua_pushinteger(L, (lua_Integer)(value ^ (uint64_t)1 << 63));
}

/// The saved JSON at an index of the stack; empty where its time is over.
static cpj_text current_text(lua_State *L, int index) {
    size_t length;
    const uint8_t *text = (const uint8_t *)lua_tolstring(L, index, &length);
    if (!cpl_skip_end(cpl_of(L), &text, &length)) length = 0;
    return (cpj_text){text, length};
}

void cpl_read_whole(lua_State *L, int index) {
    struct stored *stored = check_stored(L, index);
    if (stored->is_whole || stored->is_new) return;
    index = lua_absindex(L, index);
    luaL_checkstack(L, 12, NULL);
    int top = lua_gettop(L), saved = top + 1, last = top + 2, list = top + 3, key = top + 4;
    push_saved(L, index);
    lua_pushnil(L);
    for (lua_Integer count = 2 * batch; count == 2 * batch;) {
        count = push_batch(L, stored, last);
        for (lua_Integer i = 1; i <= count; i += 2) {
            lua_rawgeti(L, list, i);
            lua_copy(L, -1, last);
            push_key(L, -1);
            lua_replace(L, key);
            lua_pushvalue(L, key);
            if (lua_rawget(L, saved) == LUA_TNIL) {
                lua_rawgeti(L, list, i + 1);
                lua_pushvalue(L, key);
                cpj_text text = current_text(L, -2);
                read_text(L, saved, key, text.bytes, text.length);
                lua_rawset(L, index);
            }
            lua_settop(L, list);
        }
        lua_settop(L, last);
        cpl_check_budget(L);
    }
    lua_settop(L, top);
    stored->is_whole = true;
}

lua_Integer cpl_list_length(lua_State *L, int index) {
    if (!cpl_is_stored(L, index)) return (lua_Integer)lua_rawlen(L, index);
    const struct stored *stored = check_stored(L, index);
    lua_pushvalue(L, index);
    lua_Integer length = list_length(L, stored);
    lua_pop(L, 1);
    return length;
}

/// The order of two keys that members can have.
static int compare_keys(lua_State *L, int one, int other) {
    bool is_integer = lua_isinteger(L, one);
    if (is_integer != (bool)lua_isinteger(L, other)) return is_integer ? -1 : 1;
    if (is_integer) {
        lua_Integer a = lua_tointeger(L, one), b = lua_tointeger(L, other);
        return (a > b) - (a < b);
    }
    size_t length, other_length;
    const char *text = lua_tolstring(L, one, &length), *other_text = lua_tolstring(L, other, &other_length);
    int order = memcmp(text, other_text, length < other_length ? length : other_length);
    return order ? order : (length > other_length) - (length < other_length);
}

// The loop, as upvalues of next_member: the keys that were used before it, sorted; the last of them that was shown;
// members of the store, the last of them that was shown, and the last key of the store.
enum { USED = 1, USED_AT, LIST, LIST_AT, LAST };

/// Pushes the next key that was used before the loop. False, and nothing, where there is none.
static bool push_used(lua_State *L) {
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(USED_AT)) + 1;
    if (lua_rawgeti(L, lua_upvalueindex(USED), at) != LUA_TNIL) return true;
    lua_pop(L, 1);
    return false;
}

/// Pushes the next key of the store and its saved JSON. False, and nothing, where there is none.
static bool push_saved_member(lua_State *L, const struct stored *stored) {
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(LIST_AT));
    if (lua_isnil(L, lua_upvalueindex(LIST))) return false;
    if (at == 2 * batch) {
        cpl_check_budget(L);
        push_batch(L, stored, lua_upvalueindex(LAST));
        lua_replace(L, lua_upvalueindex(LIST));
        lua_pushinteger(L, at = 0);
        lua_replace(L, lua_upvalueindex(LIST_AT));
    }
    if (lua_rawgeti(L, lua_upvalueindex(LIST), at + 1) == LUA_TNIL) {
        lua_replace(L, lua_upvalueindex(LIST));
        return false;
    }
    push_key(L, -1);
    lua_remove(L, -2);
    lua_rawgeti(L, lua_upvalueindex(LIST), at + 2);
    return true;
}

static void step(lua_State *L, int upvalue, int by) {
    upvalue = lua_upvalueindex(upvalue);
    lua_pushinteger(L, lua_tointeger(L, upvalue) + by);
    lua_replace(L, upvalue);
}

static int next_member(lua_State *L) {
    struct stored *stored = check_stored(L, 1);
    luaL_checkstack(L, 12, NULL);
    for (;;) {
        lua_settop(L, 1);
        bool has_used = push_used(L), has_saved = push_saved_member(L, stored);
        if (!has_used && !has_saved) return 0;
        int order = !has_saved ? -1 : !has_used ? 1 : compare_keys(L, 2, 3);
        if (order >= 0) {
            lua_rawgeti(L, lua_upvalueindex(LIST), lua_tointeger(L, lua_upvalueindex(LIST_AT)) + 1);
            lua_replace(L, lua_upvalueindex(LAST));
            step(L, LIST_AT, 2);
        }
        if (order <= 0) {
            step(L, USED_AT, 1);
            lua_settop(L, 2);
            lua_pushvalue(L, 2);
            if (lua_rawget(L, 1) != LUA_TNIL) return 2;
            continue;
        }
        if (has_used) lua_remove(L, 2);
        // 2: the key, 3: its saved JSON
        push_saved(L, 1);
        lua_pushvalue(L, 2);
        if (lua_rawget(L, 4) != LUA_TNIL) {
            lua_pushvalue(L, 2);
            if (lua_rawget(L, 1) == LUA_TNIL) continue;
            lua_replace(L, 3);
            lua_settop(L, 3);
            return 2;
        }
        cpj_text text = current_text(L, 3);
        if (!text.length) continue;
        // A table may be changed in the loop; other values need not stay in memory.
        if (*text.bytes == '{' || *text.bytes == '[') {
            read_text(L, 4, 2, text.bytes, text.length);
            lua_pushvalue(L, 2);
            lua_pushvalue(L, -2);
            lua_rawset(L, 1);
        } else {
            push_value(L, text.bytes, text.length);
        }
        lua_replace(L, 3);
        lua_settop(L, 3);
        return 2;
    }
}

int cpl_stored_pairs(lua_State *L) {
    const struct stored *stored = check_stored(L, 1);
    lua_settop(L, 1);
    if (stored->is_whole || stored->is_new) return cpl_plain_pairs(L);
    luaL_checkstack(L, 10, NULL);
    push_saved(L, 1);
    cpl_push_sorted_keys(L, 2);
    lua_pushinteger(L, 0);
    lua_newtable(L);
    lua_pushinteger(L, 2 * batch);
    lua_pushnil(L);
    lua_pushcclosure(L, next_member, LAST);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

// Saving

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

/// Notes that the markers in a saved text may be gone.
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

static void push_stored(lua_State *L, int64_t number, int64_t length, bool is_new) {
    lua_newtable(L);
    lua_createtable(L, 0, 6);
    static const luaL_Reg methods[] = {
        {"__index", stored_index}, {"__newindex", stored_newindex}, {"__len", stored_length},
        {"__pairs", cpl_stored_pairs}, {NULL, NULL},
    };
    luaL_setfuncs(L, methods, 0);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    struct stored *stored = lua_newuserdatauv(L, sizeof *stored, 1);
    *stored = (struct stored){
        .handles = cpl_of(L)->frame->handles, .number = number, .length = length, .is_new = is_new};
    lua_newtable(L);
    lua_setiuservalue(L, -2, 1);
    lua_rawsetp(L, -2, &stored_key);
    lua_setmetatable(L, -2);
}

/// Pushes a new stored table with the members of a table, which may be the script's own.
static struct stored *push_as_stored(lua_State *L, int index) {
    index = lua_absindex(L, index);
    luaL_checkstack(L, 10, NULL);
    push_stored(L, ++cpl_of(L)->frame->last_table, 0, true);
    int copy = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, index);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, copy);
    }
    return stored_of(L, copy);
}

static void save_text(lua_State *L, const uint8_t *json, size_t length, int64_t lifetime) {
    cpl_state *state = cpl_of(L);
    cpj_buffer *text = &state->scratch;
    if (!lifetime) lifetime = state->lifetime;
    if (json && lifetime) {
        cpl_put_end(L, text, lifetime);
        cpj_put(text, json, length);
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

/// Saves what changed in a table, which is at `index`, and writes its marker.
static void save_stored(lua_State *L, int index, struct stored *stored, cpj_buffer *buffer, int depth) {
    cpl_state *state = cpl_of(L);
    int top = lua_gettop(L), saved = top + 1, key = top + 2, value = top + 3;
    bool has_integers = false;
    size_t moves = state->moves.count;
    stored->saved = state->saving;
    push_saved(L, index);
    for (lua_pushnil(L); lua_next(L, index); lua_settop(L, key)) {
        if (!lua_isinteger(L, key) && lua_type(L, key) != LUA_TSTRING)
            luaL_error(L, "a %s as a key cannot be kept in state", luaL_typename(L, key));
        has_integers |= (bool)lua_isinteger(L, key);
        lua_pushvalue(L, key);
        bool was_saved = lua_rawget(L, saved) == LUA_TSTRING;
        size_t mark = buffer->count, length = 0;
        const char *text = was_saved ? lua_tolstring(L, -1, &length) : NULL;
        cpl_encode_value(L, value, buffer, depth + 1);
        stored->has_tables |= state->moves.count > moves;
        if (was_saved) note_markers(state, text, length);
        size_t count = buffer->count - mark;
        if (!was_saved || count != length || memcmp(text, buffer->bytes + mark, length) != 0) {
            put_slot(L, stored->number, key);
            save_text(L, buffer->bytes + mark, count, stored->lifetime);
        }
        buffer->count = mark;
        cpl_check_budget(L);
    }
    lua_settop(L, saved);
    for (lua_pushnil(L); lua_next(L, saved); lua_settop(L, key)) {
        has_integers |= (bool)lua_isinteger(L, key);
        lua_pushvalue(L, key);
        if (lua_rawget(L, index) != LUA_TNIL || !lua_toboolean(L, value)) continue;
        size_t length;
        if (lua_type(L, value) == LUA_TSTRING) {
            const char *text = lua_tolstring(L, value, &length);
            note_markers(state, text, length);
        }
        put_slot(L, stored->number, key);
        save_text(L, NULL, 0, 0);
    }
    if (has_integers) {
        lua_pushvalue(L, index);
        stored->length = list_length(L, stored);
    }
    lua_settop(L, top);
    cpj_put(buffer, marker, sizeof marker - 1);
    cpj_put_integer(buffer, stored->number);
    cpj_put_byte(buffer, ',');
    cpj_put_integer(buffer, stored->length);
    if (stored->has_tables) cpj_put(buffer, ",1", 2);
    cpj_put(buffer, "]}", 2);
    note_move(state, stored->number, 1, stored->has_tables);
}

/// Saves a plain table as a stored one.
static void save_as_stored(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    struct stored *stored = push_as_stored(L, index);
    save_stored(L, lua_gettop(L), stored, buffer, depth);
    lua_pop(L, 1);
}

bool cpl_save_table(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    luaL_checkstack(L, 12, NULL);
    cpl_state *state = cpl_of(L);
    struct stored *stored = stored_of(L, index);
    if (stored) {
        check_stored(L, index);
        if (stored->saved != state->saving && !state->copying) {
            save_stored(L, index, stored, buffer, depth);
            return true;
        }
        // It is in state twice: two tables from now on, and so are all large tables in it.
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
    luaL_checkstack(L, 12, NULL);
    lua_pushnil(L);
    if (!lua_next(L, index)) return;
    lua_pop(L, 1);
    if (!lua_next(L, index)) return;       // one member alone
    lua_pop(L, 2);
    buffer->count = start;
    save_as_stored(L, index, buffer, depth);
}

void cpl_set_lifetime(lua_State *L, int index, int64_t lifetime) {
    struct stored *stored = stored_of(L, index);
    if (!stored) {
        stored = push_as_stored(L, index);
        lua_replace(L, index);
    }
    stored->lifetime = lifetime;
}

void cpl_begin_saving(cpl_state *state) {
    state->saving = ++state->saves;
    state->has_saved = state->copying = false;
    state->moves.count = 0;
}

/// Notes the markers in all members of a table that is dropped.
static void note_members(lua_State *L, int64_t number) {
    const struct stored table = {.number = number};
    int top = lua_gettop(L), last = top + 1, list = top + 2;
    luaL_checkstack(L, 8, NULL);
    lua_pushnil(L);
    for (lua_Integer count = 2 * batch; count == 2 * batch;) {
        count = push_batch(L, &table, last);
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
    // The list grows while the members of tables are looked through.
    for (size_t i = 0; i < state->moves.count / sizeof(struct move); i++) {
        struct move move = ((const struct move *)(const void *)state->moves.bytes)[i];
        if (move.count < 0 && move.has_tables) note_members(L, move.number);
    }
    const struct move *moves = (const struct move *)(const void *)state->moves.bytes;
    for (size_t i = 0; i < state->moves.count / sizeof *moves; i++) {
        if (moves[i].count >= 0) continue;
        put_prefix(L, moves[i].number);
        cpj_begin_busy();
        state->callbacks.save(state->callbacks.context, state, state->slot.bytes, state->slot.count, NULL, 0, 0, true);
        cpj_end_busy();
    }
}
