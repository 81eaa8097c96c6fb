// The module `state`: a table for the key of the event. It is read from its JSON in each event that uses it, except
// for large tables in it, whose members are read one by one (stored_table.c),
// because the parts of a table that are not in its JSON (metatables, shared subtables) must not depend on which
// keys were processed before. After the event, its JSON is compared with the saved JSON and passed to the host if
// it differs. State of an older version of the script goes through the delegate's `migrate` when it is read.
#include "internal.h"

/// Converts the table on top, saved by an older version of the script, with the delegate's `migrate`.
static void migrate(lua_State *L, int64_t from) {
    cpl_state *state = cpl_of(L);
    int old = lua_gettop(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_delegate);
    lua_pushliteral(L, "migrate");
    if (lua_rawget(L, -2) != LUA_TFUNCTION) {
        lua_settop(L, old);
        return;
    }
    lua_Debug debug;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &debug);
    int self = cpl_takes_self(L, 2) ? 1 : 0;
    if (self) lua_pushvalue(L, old + 1);
    lua_pushvalue(L, old);
    lua_pushinteger(L, (lua_Integer)from);
    // In a protected call, so that the flag is also cleared after an error.
    state->migrating = true;
    int status = lua_pcall(L, 2 + self, 1, 0);
    state->migrating = false;
    cpl_check_budget(L);
    if (status != LUA_OK) lua_error(L);
    if (lua_topointer(L, -1) == state->state_proxy)
        luaL_error(L, "migrate, at line %d, must return the new state, and state cannot be used in it", debug.linedefined);
    if (lua_type(L, -1) != LUA_TTABLE)
        luaL_error(L, "migrate, at line %d, must return the new state, a table, got %s",
                   debug.linedefined, luaL_typename(L, -1));
    lua_replace(L, old);
    lua_settop(L, old);
}

static const char lifetimes;

/// Pushes the table of a saved text, which ends with the number of its last large table where it has any: `{…} #12`.
static void push_text(lua_State *L, cpl_frame *frame, const uint8_t *text, size_t length) {
    cpl_state *state = frame->state;
    int64_t number = 0, place = 1;
    while (length > 0 && text[length - 1] >= '0' && text[length - 1] <= '9') {
        number += place * (text[--length] - '0');
        place *= 10;
    }
    if (length > 2 && text[length - 1] == '#') length -= 2;
    frame->last_table = number;
    state->reading_state = true;
    cpl_push_json(L, text, length, "the saved state");
    state->reading_state = false;
}

/// Pushes an empty table in place of an expired text; its large tables are dropped, and their numbers are not reused.
static void push_expired(lua_State *L, cpl_frame *frame, const uint8_t *text, size_t length) {
    // An empty state has nothing to expire.
    frame->has_expired = length > 2;
    if (length) {
        push_text(L, frame, text, length);
        lua_pop(L, 1);
    }
    lua_createtable(L, 0, 4);
}

/// Pushes the saved table. Returns whether it was saved by an older version and must be saved again.
static bool load_table(lua_State *L, cpl_frame *frame) {
    cpl_state *state = frame->state;
    luaL_checkstack(L, 8, NULL);
    state->answer.count = 0;
    state->answered = false;
    state->answer_version = 0;
    cpj_begin_busy();
    const cpj_buffer *slot = cpl_state_slot(state);
    cpl_call result = state->callbacks.load(state->callbacks.context, state, slot->bytes, slot->count, false);
    cpj_end_busy();
    if (result == CPL_CALL_FAILED) cpl_raise_answer(L);
    const uint8_t *text = state->answer.bytes;
    size_t length = state->answer.count;
    bool is_current = state->answered && cpl_skip_end(state, &text, &length);
    if (is_current) push_text(L, frame, text, length);
    else push_expired(L, frame, text, state->answered ? length : 0);
    int64_t from = is_current ? state->answer_version : 0;
    if (from) {
        cpj_put(&frame->saved, text, length);
        frame->migrated = true;
        migrate(L, from);
    }
    return from != 0;
}

/// Reads the table of the event's key and pushes it.
static void read_table(lua_State *L, cpl_frame *frame) {
    cpl_state *state = frame->state;
    cpl_compute_key(L, frame);
    cpj_text kept = cpl_find_text(state, cpl_state_slot(state));
    // The saved JSON, to detect changes later; none if it has an older version, which always counts as changed.
    frame->saved.count = 0;
    frame->saved.failed = false;
    frame->last_table = 0;
    frame->migrated = frame->has_expired = false;
    const uint8_t *text = kept.bytes;
    size_t length = kept.length;
    if (text && cpl_skip_end(state, &text, &length)) {
        cpj_put(&frame->saved, text, length);
        push_text(L, frame, text, length);
    } else if (text) {
        cpj_put(&frame->saved, text, length);
        push_expired(L, frame, text, length);
    } else if (!load_table(L, frame)) {
        text = state->answer.bytes;
        length = state->answer.count;
        if (state->answered) {
            cpl_skip_end(state, &text, &length);
            cpj_put(&frame->saved, text, length);
            cpl_keep_text(state, cpl_state_slot(state), state->answer.bytes, state->answer.count);
        } else {
            cpj_put(&frame->saved, "{}", 2);
            cpl_keep_text(state, cpl_state_slot(state), frame->saved.bytes, frame->saved.count);
        }
    }
    if (frame->saved.failed) luaL_error(L, "not enough memory");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, frame);
    frame->touched_state = true;
}

/// Pushes the table of the current event's key.
static void push_table(lua_State *L) {
    cpl_state *state = cpl_of(L);
    cpl_frame *frame = state->frame;
    // While the file is loaded there is a frame without an event.
    if (!frame || !frame->document.bytes)
        luaL_error(L, "state is only available while an event is processed: use it in shouldHandle or "
                      "execute, not at the top level of the file");
    if (state->migrating) luaL_error(L, "migrate gets the old state as its argument and returns the new one; it "
                                        "cannot use the module state");
    luaL_checkstack(L, 8, NULL);
    if (frame->touched_state) lua_rawgetp(L, LUA_REGISTRYINDEX, frame);
    else read_table(L, frame);
}

/// The milliseconds of a text such as "10m".
static int64_t duration(lua_State *L, int index) {
    size_t length = 0;
    const char *text = lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : "";
    int64_t nanoseconds;
    if (cpl_read_duration(text, length, &nanoseconds) && nanoseconds >= 1000000) return nanoseconds / 1000000;
    luaL_error(L, "expires must be a time such as \"30s\", \"10m\", \"12h\" or \"7d\", or a table with one for each "
                  "table of state: { seen = \"10m\" }");
    return 0;
}

/// Reads `expires`: how long state lasts after a change, all of it or tables by their names. Keeps a list of names and
/// milliseconds in the order of the names, because tables get their numbers in this order.
static void read_lifetimes(lua_State *L, int delegate) {
    cpl_state *state = cpl_of(L);
    state->lifetime = 0;
    cpl_push_reserved_lifetimes(L);
    int all = lua_gettop(L), given = all + 1, names = all + 2;
    lua_pushliteral(L, "expires");
    int kind = lua_rawget(L, delegate);
    if (kind == LUA_TTABLE) {
        for (lua_pushnil(L); lua_next(L, given); lua_pop(L, 1)) {
            if (lua_type(L, -2) != LUA_TSTRING) duration(L, -2);
            lua_pushvalue(L, -2);
            lua_pushinteger(L, duration(L, -2));
            lua_rawset(L, all);
        }
    } else if (kind != LUA_TNIL) state->lifetime = duration(L, given);
    cpl_push_sorted_keys(L, all);
    lua_newtable(L);
    lua_Integer count = (lua_Integer)lua_rawlen(L, names);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, names, i);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, 2 * i - 1);
        lua_rawget(L, all);
        lua_rawseti(L, -2, 2 * i);
    }
    if (!count) lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &lifetimes);
    lua_settop(L, delegate);
}

/// Makes the tables of the state on top whose members expire large ones.
static void apply_lifetimes(lua_State *L) {
    int root = lua_gettop(L), names = root + 1, name = root + 2;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &lifetimes) == LUA_TTABLE) {
        for (lua_Integer i = 1; lua_rawgeti(L, names, i) != LUA_TNIL; i += 2, lua_settop(L, names)) {
            lua_pushvalue(L, name);
            int kind = lua_gettable(L, root);
            if (kind == LUA_TTABLE) {
                lua_rawgeti(L, names, i + 1);
                int64_t lifetime = lua_tointeger(L, -1);
                lua_pop(L, 1);
                cpl_set_lifetime(L, name + 1, lifetime);
                lua_settable(L, root);
            } else if (kind != LUA_TNIL)
                luaL_error(L, "expires names state.%s, which must be a table, got %s", lua_tostring(L, name),
                           luaL_typename(L, -1));
        }
    }
    lua_settop(L, root);
}

void cpl_read_version(lua_State *L) {
    int delegate = lua_gettop(L);
    cpl_state *state = cpl_of(L);
    state->version = 1;
    lua_pushliteral(L, "version");
    if (lua_rawget(L, delegate) != LUA_TNIL) {
        if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) < 1)
            luaL_error(L, "version, of the state that the script keeps, must be an integer of at least 1");
        state->version = lua_tointeger(L, -1);
    }
    read_lifetimes(L, delegate);
    lua_pushliteral(L, "migrate");
    int kind = lua_rawget(L, delegate);
    if (kind != LUA_TNIL && kind != LUA_TFUNCTION)
        luaL_error(L, "migrate must be a function, got %s", luaL_typename(L, -1));
    lua_settop(L, delegate);
}

int64_t cpl_version(const cpl_state *state) { return state->version; }

void cpl_answer_version(cpl_state *state, int64_t version) { state->answer_version = version; }

static int state_index(lua_State *L) {
    push_table(L);
    lua_pushvalue(L, 2);
    lua_gettable(L, -2);
    return 1;
}

static int state_newindex(lua_State *L) {
    luaL_argcheck(L, lua_type(L, 2) == LUA_TSTRING || lua_isinteger(L, 2), 2,
                  "the keys of state must be strings or integers");
    lua_settop(L, 3);
    push_table(L);
    lua_insert(L, 2);
    lua_settable(L, 2);
    return 0;
}

static int state_pairs(lua_State *L) {
    lua_settop(L, 1);
    push_table(L);
    lua_getglobal(L, "pairs");
    lua_insert(L, -2);
    lua_call(L, 1, 3);
    return 3;
}

int cpl_forget_state(lua_State *L) {
    cpl_frame *frame = cpl_of(L)->frame;
    frame->touched_state = false;
    frame->state->reading_state = false;
    // Not nil, so that the registry entry is reused.
    lua_pushboolean(L, 0);
    lua_rawsetp(L, LUA_REGISTRYINDEX, frame);
    return 0;
}

int cpl_finish_state(lua_State *L) {
    cpl_state *state = cpl_of(L);
    cpl_frame *frame = state->frame;
    luaL_checkstack(L, 10, NULL);
    lua_rawgetp(L, LUA_REGISTRYINDEX, frame);
    apply_lifetimes(L);
    cpl_begin_saving(state);
    cpj_buffer *json = &state->arguments;
    json->count = 0;
    cpl_encode(L, -1, json);
    if (frame->last_table) {
        cpj_put(json, " #", 2);
        cpj_put_integer(json, frame->last_table);
        cpl_drop_tables(L);
    }
    cpl_forget_state(L);
    const cpj_buffer *saved = &frame->saved;
    bool is_same = !frame->migrated && !frame->has_expired && saved->count == json->count
        && memcmp(saved->bytes, json->bytes, json->count) == 0;
    if (is_same && !(state->lifetime && state->has_saved)) return 0;
    if (state->lifetime) {
        cpj_buffer *text = &state->scratch;
        cpl_put_end(L, text, state->lifetime);
        cpj_put(text, json->bytes, json->count);
        json = text;
    }
    if (json->failed) luaL_error(L, "not enough memory");
    cpl_keep_text(state, cpl_state_slot(state), json->bytes, json->count);
    // A key whose state is empty needs no row, as one that has none yet.
    bool is_empty = json->count == 2 && memcmp(json->bytes, "{}", 2) == 0;
    cpj_begin_busy();
    const cpj_buffer *slot = cpl_state_slot(state);
    state->callbacks.save(state->callbacks.context, state, slot->bytes, slot->count, is_empty ? NULL : json->bytes,
                          is_empty ? 0 : json->count, state->lifetime, false);
    cpj_end_busy();
    return 0;
}

void cpl_open_state(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"__index", state_index}, {"__newindex", state_newindex}, {"__pairs", state_pairs},
        {NULL, NULL},
    };
    cpl_push_module(L, "state");
    lua_createtable(L, 0, 5);
    luaL_setfuncs(L, methods, 0);
    lua_pushliteral(L, "state");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    cpl_of(L)->state_proxy = lua_topointer(L, -1);
    lua_pop(L, 1);
}
