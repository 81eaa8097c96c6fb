// Lua to JSON. What comes from the event goes out byte for byte; the members of a table are sorted by
// name, since Lua's own order differs between two states and the output must not.
#include "internal.h"

enum { maximum_depth = 100, on_stack = 32 };

void cpl_settle(cpl_state *state) {
    if (!state->open_buffer) return;
    state->open_buffer->count = state->open_mark;
    state->open_buffer = NULL;
}

/// Limits the size: values may share parts, so a small table can have a text that no host can hold.
static void check_size(lua_State *L, const cpj_buffer *buffer) {
    cpl_state *state = cpl_of(L);
    size_t start = buffer == state->open_buffer ? state->open_mark : 0;
    size_t limit = state->limits.memory;
    if (limit && state->frame) limit += state->frame->document.length;
    if (limit && buffer->count - start > limit)
        luaL_error(L, "the value is too large as JSON (over %d MB)", (int)(limit >> 20));
    cpl_check_budget(L);
}

static void put_bytes(lua_State *L, const char *text, size_t length, cpj_buffer *buffer) {
    if (!cpj_put_string(buffer, text, length))
        luaL_error(L, buffer->failed ? "not enough memory for the output"
                                     : "a string with bytes that are not UTF-8 cannot be represented in JSON");
}

/// Writes a member name. While state is saved, it must not look like the marker of a large table.
static void put_name(lua_State *L, const char *text, size_t length, cpj_buffer *buffer) {
    if (length && !*text && cpl_of(L)->saving)
        luaL_error(L, "the names in state must not begin with a NUL character");
    put_bytes(L, text, length, buffer);
}

static void put_text(lua_State *L, int index, cpj_buffer *buffer) {
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    put_bytes(L, text, length, buffer);
}

static void encode_array(lua_State *L, int index, size_t count, cpj_buffer *buffer, int depth) {
    cpj_put_byte(buffer, '[');
    for (size_t i = 1; i <= count; i++) {
        if (i > 1) cpj_put_byte(buffer, ',');
        if ((i & 255) == 0) cpl_check_budget(L);
        lua_rawgeti(L, index, (lua_Integer)i);
        cpl_encode_value(L, -1, buffer, depth + 1);
        lua_pop(L, 1);
    }
    cpj_put_byte(buffer, ']');
}

static void holes_error(lua_State *L) {
    luaL_error(L, "a table with holes, or with both string keys and list elements, cannot be "
                  "represented in JSON; "
                  "json.null fills a hole");
}

static void key_error(lua_State *L, int index) {
    if (lua_type(L, index) == LUA_TNUMBER) holes_error(L);
    luaL_error(L, "a %s as a key cannot be represented in JSON", luaL_typename(L, index));
}

/// Encodes an object with more members than the array of encode_object holds.
static void encode_large_object(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    cpl_push_sorted_keys(L, index);
    int keys = lua_gettop(L);
    size_t count = lua_rawlen(L, keys);
    for (size_t i = 1; i <= count; i++) {
        if (i > 1) cpj_put_byte(buffer, ',');
        if ((i & 255) == 0) cpl_check_budget(L);
        if (lua_rawgeti(L, keys, (lua_Integer)i) != LUA_TSTRING) key_error(L, -1);
        size_t length;
        const char *text = lua_tolstring(L, -1, &length);
        put_name(L, text, length, buffer);
        cpj_put_byte(buffer, ':');
        lua_rawget(L, index);
        cpl_encode_value(L, -1, buffer, depth + 1);
        lua_settop(L, keys);
    }
    lua_settop(L, keys - 1);
}

void cpl_insert_member(cpl_member *members, int count, const char *name, size_t length, int slot) {
    int place = count;
    for (; place > 0; place--) {
        size_t other = members[place - 1].length;
        int order = memcmp(name, members[place - 1].name, length < other ? length : other);
        if (order > 0 || (order == 0 && length > other)) break;
        members[place] = members[place - 1];
    }
    members[place] = (cpl_member){name, length, slot};
}

static void encode_object(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    cpl_member members[on_stack];
    int count = 0, base = lua_gettop(L);
    int room = 8;
    cpj_put_byte(buffer, '{');
    lua_pushnil(L);
    // Key and value of each member stay on the stack.
    while (lua_next(L, index)) {
        if (lua_type(L, -2) != LUA_TSTRING) key_error(L, -2);
        if (count == on_stack) {
            lua_settop(L, base);
            encode_large_object(L, index, buffer, depth);
            cpj_put_byte(buffer, '}');
            return;
        }
        if (count == room) {
            luaL_checkstack(L, 2 * on_stack + 8, "the value is nested too deeply");
            room = on_stack;
        }
        size_t length;
        const char *text = lua_tolstring(L, -2, &length);
        cpl_insert_member(members, count++, text, length, lua_gettop(L));
        lua_pushvalue(L, -2);
    }
    for (int i = 0; i < count; i++) {
        if (i > 0) cpj_put_byte(buffer, ',');
        put_name(L, members[i].name, members[i].length, buffer);
        cpj_put_byte(buffer, ':');
        cpl_encode_value(L, members[i].slot, buffer, depth + 1);
    }
    lua_settop(L, base);
    cpj_put_byte(buffer, '}');
}

static void encode_table(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    if (depth >= maximum_depth) luaL_error(L, "the value is nested too deeply (or contains itself)");
    // For the first members of an object; encode_object asks for more.
    luaL_checkstack(L, 2 * 8 + 8, "the value is nested too deeply");
    cpl_check_budget(L);
    bool is_saved = cpl_of(L)->saving != 0;
    size_t start = buffer->count;
    if (is_saved && cpl_save_table(L, index, buffer, depth)) return;
    bool marked = false, array = false;
    if (lua_getmetatable(L, index)) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_array_metatable);
        lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_object_metatable);
        array = lua_rawequal(L, -3, -2);
        marked = array || lua_rawequal(L, -3, -1);
        lua_pop(L, 3);
        if (cpl_is_stored(L, index)) cpl_read_whole(L, index);
        if (lua_topointer(L, index) == cpl_of(L)->state_proxy)
            luaL_error(L, "state cannot be represented in JSON as a whole; name its fields: { count = state.count }");
    }
    size_t count = lua_rawlen(L, index);
    if (array || (!marked && count > 0)) {
        // Check that the table is only a sequence.
        size_t members = 0;
        lua_pushnil(L);
        while (lua_next(L, index)) {
            members++;
            lua_pop(L, 1);
        }
        if (members != count) holes_error(L);
        encode_array(L, index, count, buffer, depth);
    } else {
        encode_object(L, index, buffer, depth);
    }
    if (is_saved) cpl_divide_table(L, index, buffer, start, depth);
}

static void encode_userdata(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    uint32_t node;
    size_t start = buffer->count;
    if (cpl_test_view(L, index, &node)) {
        cpj_text raw = cpj_raw(cpl_document(L), node);
        cpj_put(buffer, raw.bytes, raw.length);
    } else if (cpl_is_null(L, index)) {
        cpj_put(buffer, "null", 4);
    } else if (cpl_is_patch(L, index)) {
        if (depth >= maximum_depth) luaL_error(L, "the value is nested too deeply");
        cpl_encode_patch(L, index, buffer, depth);
    } else if (cpl_is_long_number(L, index)) {
        cpj_put(buffer, lua_touserdata(L, index), lua_rawlen(L, index));
    } else {
        luaL_error(L, "a host object cannot be represented in JSON");
    }
    if (cpl_of(L)->saving && cpl_has_marker(buffer, start))
        luaL_error(L, "the names in state must not begin with a NUL character, as a part of the event does");
}

void cpl_encode_value(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    index = lua_absindex(L, index);
    switch (lua_type(L, index)) {
    case LUA_TNIL: cpj_put(buffer, "null", 4); break;
    case LUA_TBOOLEAN:
        if (lua_toboolean(L, index)) cpj_put(buffer, "true", 4);
        else cpj_put(buffer, "false", 5);
        break;
    case LUA_TNUMBER:
        if (lua_isinteger(L, index)) cpj_put_integer(buffer, lua_tointeger(L, index));
        else if (!cpj_put_double(buffer, lua_tonumber(L, index)) && !buffer->failed)
            luaL_error(L, "infinity and NaN cannot be represented in JSON");
        break;
    case LUA_TSTRING: put_text(L, index, buffer); break;
    case LUA_TTABLE: encode_table(L, index, buffer, depth); break;
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA: encode_userdata(L, index, buffer, depth); break;
    default: luaL_error(L, "a %s cannot be represented in JSON", luaL_typename(L, index));
    }
    if (buffer->failed) luaL_error(L, "not enough memory for the output");
    check_size(L, buffer);
}

void cpl_encode(lua_State *L, int index, cpj_buffer *buffer) {
    cpl_state *state = cpl_of(L);
    cpl_settle(state);
    state->open_buffer = buffer;
    state->open_mark = buffer->count;
    cpl_encode_value(L, index, buffer, 0);
    state->steps += (buffer->count - state->open_mark) / 16;
    state->open_buffer = NULL;
}
