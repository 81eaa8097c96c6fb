// The module `state`: a table for the key of the event. It is read from its JSON in each event that uses it,
// because the parts of a table that are not in its JSON (metatables, shared subtables) must not depend on which
// keys were processed before. After the event, its JSON is compared with the saved JSON and passed to the host if
// it differs. State of an older version of the script goes through the delegate's `migrate` when it is read.
#include "internal.h"

/// Turns the table on top, of an older version of the script, into what this version keeps.
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
    // Protected, so that the mark is taken away also when it fails.
    state->migrating = true;
    int status = lua_pcall(L, 2 + self, 1, 0);
    state->migrating = false;
    cpl_check_budget(L);
    if (status != LUA_OK) lua_error(L);
    if (lua_type(L, -1) != LUA_TTABLE)
        luaL_error(L, "migrate, at line %d, must return the new state, a table, got %s",
                   debug.linedefined, luaL_typename(L, -1));
    lua_replace(L, old);
    lua_settop(L, old);
}

/// Pushes the saved table. True where what is saved is of an older version, to be saved anew.
static bool load_table(lua_State *L, cpl_frame *frame) {
    cpl_state *state = frame->state;
    luaL_checkstack(L, 8, NULL);
    state->answer.count = 0;
    state->answered = false;
    state->answer_version = 0;
    cpj_begin_busy();
    cpl_call result = state->callbacks.load(state->callbacks.context, state, frame->key.bytes,
                                            frame->key.count);
    cpj_end_busy();
    if (result == CPL_CALL_FAILED) cpl_raise_answer(L);
    if (state->answered) cpl_push_json(L, state->answer.bytes, state->answer.count, "the saved state");
    else lua_createtable(L, 0, 4);
    int64_t from = state->answer_version;
    if (from) migrate(L, from);
    return from != 0;
}

/// Reads the table of the event's key and pushes it.
static void read_table(lua_State *L, cpl_frame *frame) {
    cpl_state *state = frame->state;
    cpl_compute_key(L, frame);
    cpj_text kept = cpl_find_text(state, &frame->key);
    // The saved JSON, to detect changes later; none if it has an older version, which always counts as changed.
    frame->saved.count = 0;
    frame->saved.failed = false;
    if (kept.bytes) {
        cpj_put(&frame->saved, kept.bytes, kept.length);
        cpl_push_json(L, kept.bytes, kept.length, "the saved state");
    } else if (!load_table(L, frame)) {
        cpl_encode(L, -1, &frame->saved);
        cpl_keep_text(state, &frame->key, frame->saved.bytes, frame->saved.count);
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
    // While the file loads there is a frame without an event.
    if (!frame || !frame->document.bytes)
        luaL_error(L, "state is only available while an event is processed: use it in shouldHandle or "
                      "execute, not at the top level of the file");
    if (state->migrating) luaL_error(L, "migrate gets the old state as its argument and returns the new one; it "
                                        "cannot use the module state");
    luaL_checkstack(L, 8, NULL);
    if (frame->touched_state) lua_rawgetp(L, LUA_REGISTRYINDEX, frame);
    else read_table(L, frame);
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
    lua_rawget(L, -2);
    return 1;
}

static int state_newindex(lua_State *L) {
    luaL_argcheck(L, lua_type(L, 2) == LUA_TSTRING || lua_isinteger(L, 2), 2,
                  "the keys of state must be strings or integers");
    lua_settop(L, 3);
    push_table(L);
    lua_insert(L, 2);
    lua_rawset(L, 2);
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
    // Not nil, so that the registry entry is reused.
    lua_pushboolean(L, 0);
    lua_rawsetp(L, LUA_REGISTRYINDEX, frame);
    return 0;
}

int cpl_finish_state(lua_State *L) {
    cpl_state *state = cpl_of(L);
    cpl_frame *frame = state->frame;
    lua_rawgetp(L, LUA_REGISTRYINDEX, frame);
    cpj_buffer *json = &state->arguments;
    json->count = 0;
    cpl_encode(L, -1, json);
    cpl_forget_state(L);
    const cpj_buffer *saved = &frame->saved;
    if (saved->count == json->count && memcmp(saved->bytes, json->bytes, json->count) == 0) return 0;
    cpl_keep_text(state, &frame->key, json->bytes, json->count);
    cpj_begin_busy();
    state->callbacks.save(state->callbacks.context, state, frame->key.bytes, frame->key.count,
                          json->bytes, json->count);
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
