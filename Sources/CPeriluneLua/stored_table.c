// Large tables of `state`. A table with many members is not a part of the JSON of its key: each member is a value
// of its own in the store, under the key, the number of the table and the member. The JSON has a marker in its
// place, {"\u0000":[number,length]}, with a third element 1 if members have been such tables. For the script it is a
// table that reads its members from the store when they are used; what was read or written is a raw member, and is
// compared with the saved JSON after the event.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "stored_table.h"

static const char stored_key;

struct stored *cpl_stored(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return NULL;
    struct stored *stored = NULL;
    if (lua_rawgetp(L, -1, &stored_key) == LUA_TUSERDATA) stored = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return stored;
}

bool cpl_is_stored(lua_State *L, int index) { return cpl_stored(L, index) != NULL; }

/// Pushes the saved JSON of members of a table.
void cpl_push_saved(lua_State *L, int index) {
    lua_getmetatable(L, index);
    lua_rawgetp(L, -1, &stored_key);
    lua_getiuservalue(L, -1, 1);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/// The stored table, if it belongs to the current event.
struct stored *cpl_check_stored(lua_State *L, int index) {
    struct stored *stored = cpl_stored(L, index);
    if (!stored) luaL_argerror(L, index, "a table of state expected");
    const cpl_frame *frame = cpl_of(L)->frame;
    if (!frame || frame->handles != stored->handles)
        luaL_error(L, "a large table of state can only be used by the event that read it: read it from state again");
    return stored;
}

// Keys

/// Appends the key of the event with its separators doubled, so that no key equals that of a member of another one.
static void put_key(cpj_buffer *slot, const cpl_frame *frame) {
    const cpj_buffer *key = &frame->key;
    slot->count = 0;
    slot->failed = false;
    for (size_t i = 0; i < key->count; i++) {
        cpj_put_byte(slot, key->bytes[i]);
        if (key->bytes[i] == cpl_separator) cpj_put_byte(slot, cpl_separator);
    }
}

const cpj_buffer *cpl_state_slot(cpl_state *state) {
    const cpj_buffer *key = &state->frame->key;
    if (!key->count || !memchr(key->bytes, cpl_separator, key->count)) return key;
    put_key(&state->slot, state->frame);
    return &state->slot;
}

void cpl_put_table(lua_State *L, int64_t number) {
    cpl_state *state = cpl_of(L);
    cpj_buffer *slot = &state->slot;
    put_key(slot, state->frame);
    cpj_put_byte(slot, cpl_separator);
    cpj_put_integer(slot, number);
    cpj_put_byte(slot, cpl_separator);
}

/// Writes the key of a member in the store: integers sort by value, before strings.
void cpl_put_member(lua_State *L, int64_t number, int key) {
    cpj_buffer *slot = &cpl_of(L)->slot;
    cpl_put_table(L, number);
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
        cpj_buffer *quoted = &cpl_of(L)->scratch;
        quoted->count = 0;
        quoted->failed = false;
        if (!cpj_put_string(quoted, text, length)) luaL_error(L, "the keys of state must be UTF-8");
    }
    if (slot->failed) luaL_error(L, "not enough memory");
}

/// Normalizes the key at an index as Lua does: a float with an integral value becomes an integer.
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

static int64_t floor_milliseconds(int64_t microseconds) {
    return microseconds / 1000 - (microseconds % 1000 < 0);
}

void cpl_put_end(lua_State *L, cpj_buffer *text, int64_t lifetime) {
    int64_t now;
    if (!cpl_state_time(cpl_of(L), &now))
        luaL_error(L, "state that expires needs the time of the event, and the event has none");
    text->count = 0;
    text->failed = false;
    cpj_put_byte(text, '~');
    cpj_put_integer(text, floor_milliseconds(now) + lifetime);
    cpj_put_byte(text, ' ');
}

/// The prefix is `~1700000000000 `, in milliseconds.
bool cpl_skip_end(const cpl_state *state, const uint8_t **text, size_t *length) {
    if (*length == 0 || **text != '~') return true;
    const uint8_t *space = memchr(*text, ' ', *length);
    if (!space) return true;
    int64_t end = strtoll((const char *)*text + 1, NULL, 10), now;
    *length -= (size_t)(space + 1 - *text);
    *text = space + 1;
    return !cpl_state_time(state, &now) || floor_milliseconds(now) < end;
}

void cpl_push_saved_value(lua_State *L, const uint8_t *text, size_t length) {
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
    cpl_push_stored(L, values[0], values[1], false);
    cpl_stored(L, -1)->has_tables = values[2] != 0;
    return true;
}

void cpl_read_text(lua_State *L, int saved, int key, const uint8_t *text, size_t length) {
    cpj_text whole = {text, length};
    bool is_current = cpl_skip_end(cpl_of(L), &text, &length);
    // Tables in an expired member are dropped when the event is saved. With its end, the text differs from any that
    // is saved then.
    bool has_tables = !is_current && length && (*text == '{' || *text == '[');
    lua_pushvalue(L, key);
    if (is_current && length) lua_pushlstring(L, (const char *)text, length);
    else if (has_tables) lua_pushlstring(L, (const char *)whole.bytes, whole.length);
    else lua_pushboolean(L, 0);
    lua_rawset(L, saved);
    if (is_current && length) cpl_push_saved_value(L, text, length);
    else lua_pushnil(L);
}

void cpl_read_member(lua_State *L, const struct stored *stored, int saved, int key) {
    cpl_state *state = cpl_of(L);
    cpl_put_member(L, stored->number, key);
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
    cpl_read_text(L, saved, key, kept.bytes, kept.length);
}

/// Handles a read of a member that is not a raw one: it was not read yet or does not exist.
static int stored_index(lua_State *L) {
    struct stored *stored = cpl_check_stored(L, 1);
    lua_settop(L, 2);
    if (stored->is_whole || stored->is_new || !normalize_key(L, 2)) return 0;
    luaL_checkstack(L, 10, NULL);
    cpl_push_saved(L, 1);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, 3) != LUA_TNIL) return 0;
    lua_settop(L, 3);
    cpl_read_member(L, stored, 3, 2);
    if (lua_isnil(L, 4)) return 1;
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 4);
    lua_rawset(L, 1);
    return 1;
}

static int stored_newindex(lua_State *L) {
    const struct stored *stored = cpl_check_stored(L, 1);
    lua_settop(L, 3);
    luaL_argcheck(L, normalize_key(L, 2), 2, "the keys of a large table of state must be strings or integers");
    luaL_checkstack(L, 6, NULL);
    cpl_push_saved(L, 1);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, 4) == LUA_TNIL) {
        bool may_be_saved = !stored->is_new && !stored->is_whole;
        if (may_be_saved && stored->has_tables) {
            // The replaced value may contain tables to drop.
            cpl_read_member(L, stored, 4, 2);
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

/// Whether the table on top has an element.
static bool has_element(lua_State *L, int64_t index) {
    bool is_there = lua_geti(L, -1, index) != LUA_TNIL;
    lua_pop(L, 1);
    return is_there;
}

/// The length of a table as a list. Table at the top, which stays there.
int64_t cpl_stored_length(lua_State *L, const struct stored *stored) {
    // An imported state may contain any length.
    int64_t length = stored->length > 0 && stored->length < INT64_MAX ? stored->length : 0;
    for (; has_element(L, length + 1); length++)
        if ((length & 255) == 0) cpl_check_budget(L);
    // Any border is valid, as in a plain table: the members are not counted one by one.
    int64_t low = 0;
    if (length > 0 && !has_element(L, length)) {
        for (int64_t high = length; high - low > 1;) {
            int64_t middle = low + (high - low) / 2;
            if (has_element(L, middle)) low = middle;
            else high = middle;
        }
        return low;
    }
    return length;
}

static int stored_length(lua_State *L) {
    const struct stored *stored = cpl_check_stored(L, 1);
    lua_settop(L, 1);
    lua_pushinteger(L, cpl_stored_length(L, stored));
    return 1;
}

void cpl_push_stored(lua_State *L, int64_t number, int64_t length, bool is_new) {
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

lua_Integer cpl_list_length(lua_State *L, int index) {
    if (!cpl_is_stored(L, index)) return (lua_Integer)lua_rawlen(L, index);
    const struct stored *stored = cpl_check_stored(L, index);
    lua_pushvalue(L, index);
    lua_Integer length = cpl_stored_length(L, stored);
    lua_pop(L, 1);
    return length;
}
