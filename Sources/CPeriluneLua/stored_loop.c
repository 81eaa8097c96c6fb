// Loops over large tables of state: merges, in order, the members used before the loop with those in the store.
#include "stored_table.h"

/// Pushes a list with the next members of the store, each as its key with its tag, and its saved JSON. The last key
/// before them is at `after`; nil for the beginning.
lua_Integer cpl_push_batch(lua_State *L, int64_t number, int after) {
    cpl_state *state = cpl_of(L);
    size_t length = 0;
    const char *text = lua_tolstring(L, after, &length);
    cpl_put_table(L, number);
    state->answer.count = 0;
    state->answered = false;
    cpj_begin_busy();
    cpl_call result = state->callbacks.scan(state->callbacks.context, state, state->slot.bytes, state->slot.count,
                                            (const uint8_t *)text, length, cpl_stored_batch);
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

/// The saved JSON at an index of the stack; empty if it has expired.
static cpj_text current_text(lua_State *L, int index) {
    size_t length;
    const uint8_t *text = (const uint8_t *)lua_tolstring(L, index, &length);
    if (!cpl_skip_end(cpl_of(L), &text, &length)) length = 0;
    return (cpj_text){text, length};
}

void cpl_read_whole(lua_State *L, int index) {
    struct stored *stored = cpl_check_stored(L, index);
    if (stored->is_whole || stored->is_new) return;
    index = lua_absindex(L, index);
    luaL_checkstack(L, 12, NULL);
    int top = lua_gettop(L), saved = top + 1, last = top + 2, list = top + 3, key = top + 4;
    cpl_push_saved(L, index);
    lua_pushnil(L);
    for (lua_Integer count = 2 * cpl_stored_batch; count == 2 * cpl_stored_batch;) {
        count = cpl_push_batch(L, stored->number, last);
        for (lua_Integer i = 1; i <= count; i += 2) {
            lua_rawgeti(L, list, i);
            lua_copy(L, -1, last);
            push_key(L, -1);
            lua_replace(L, key);
            lua_pushvalue(L, key);
            if (lua_rawget(L, saved) == LUA_TNIL) {
                size_t length;
                lua_rawgeti(L, list, i + 1);
                const char *text = lua_tolstring(L, -1, &length);
                lua_pushvalue(L, key);
                cpl_read_text(L, saved, key, (const uint8_t *)text, length);
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

/// Compares two keys of members.
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

/// Pushes the next key that was used before the loop. Returns false and pushes nothing if there is none.
static bool push_used(lua_State *L) {
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(USED_AT)) + 1;
    if (lua_rawgeti(L, lua_upvalueindex(USED), at) != LUA_TNIL) return true;
    lua_pop(L, 1);
    return false;
}

/// Pushes the next key of the store and its saved JSON. Returns false and pushes nothing if there is none.
static bool push_saved_member(lua_State *L, const struct stored *stored) {
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(LIST_AT));
    if (lua_isnil(L, lua_upvalueindex(LIST))) return false;
    if (at == 2 * cpl_stored_batch) {
        cpl_check_budget(L);
        cpl_push_batch(L, stored->number, lua_upvalueindex(LAST));
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
    struct stored *stored = cpl_check_stored(L, 1);
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
        cpl_push_saved(L, 1);
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
        // Keep a table, since it may be changed in the loop; other values need not stay in memory.
        if (*text.bytes == '{' || *text.bytes == '[') {
            cpl_read_text(L, 4, 2, text.bytes, text.length);
            lua_pushvalue(L, 2);
            lua_pushvalue(L, -2);
            lua_rawset(L, 1);
        } else {
            cpl_push_saved_value(L, text.bytes, text.length);
        }
        lua_replace(L, 3);
        lua_settop(L, 3);
        return 2;
    }
}

int cpl_stored_pairs(lua_State *L) {
    const struct stored *stored = cpl_check_stored(L, 1);
    lua_settop(L, 1);
    if (stored->is_whole || stored->is_new) return cpl_plain_pairs(L);
    luaL_checkstack(L, 10, NULL);
    cpl_push_saved(L, 1);
    cpl_push_sorted_keys(L, 2);
    lua_pushinteger(L, 0);
    lua_newtable(L);
    lua_pushinteger(L, 2 * cpl_stored_batch);
    lua_pushnil(L);
    lua_pushcclosure(L, next_member, LAST);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}
