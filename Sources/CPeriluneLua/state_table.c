// The module `state`: a table for the key of the event. The tables of recent keys stay decoded; after an
// event that used one, its JSON is compared with what was saved last and handed to the host if it
// differs. An event that fails leaves no trace: its table is dropped and read again from the host.
// State of an older version of the script goes through the delegate's `migrate` when it is read.
#include "internal.h"

const char cpl_state_tables, cpl_state_texts;

enum { kept_keys = 1024 };

/// Pushes the registry's tables-by-key and texts-by-key, emptied when there are too many.
static void push_caches(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_state_tables) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_createtable(L, 1, 16);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &cpl_state_tables);
        lua_createtable(L, 0, 16);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &cpl_state_texts);
    }
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_state_texts);
}

static void push_key(lua_State *L, cpl_frame *frame) {
    lua_pushlstring(L, (const char *)frame->key.bytes, frame->key.count);
}

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
    cpl_compute_key(L, frame);
    frame->touched_state = true;
    push_caches(L);
    int texts = lua_gettop(L), tables = texts - 1;
    push_key(L, frame);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, tables) == LUA_TTABLE) {
        lua_replace(L, tables);
        lua_settop(L, tables);
        return;
    }
    lua_pop(L, 1);
    // A count of the keys lives at [1]; keys are strings, so it is in nobody's way.
    lua_rawgeti(L, tables, 1);
    lua_Integer count = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (count >= kept_keys) {
        lua_pushnil(L);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &cpl_state_tables);
        lua_settop(L, tables - 1);
        push_caches(L);
        push_key(L, frame);
        count = 0;
    }
    lua_pushinteger(L, count + 1);
    lua_rawseti(L, tables, 1);
    bool is_older = load_table(L, frame);
    // What was saved last, to see afterwards whether it changed; of an older version nothing is the same.
    state->arguments.count = 0;
    if (!is_older) cpl_encode(L, -1, &state->arguments);
    lua_pushvalue(L, texts + 1);
    lua_pushlstring(L, (const char *)state->arguments.bytes, state->arguments.count);
    lua_rawset(L, texts);
    lua_pushvalue(L, -1);
    lua_replace(L, tables);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_state_tables);
    lua_replace(L, texts);
    lua_rawset(L, texts);
    lua_settop(L, tables);
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
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_state_tables) != LUA_TTABLE) return 0;
    push_key(L, frame);
    lua_pushnil(L);
    lua_rawset(L, -3);
    return 0;
}

int cpl_finish_state(lua_State *L) {
    cpl_state *state = cpl_of(L);
    cpl_frame *frame = state->frame;
    frame->touched_state = false;
    push_caches(L);
    int texts = lua_gettop(L);
    push_key(L, frame);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, texts - 1) != LUA_TTABLE) return 0;
    state->arguments.count = 0;
    state->encoded_event = false;
    cpl_encode(L, -1, &state->arguments);
    if (state->encoded_event) {
        // A part of the event is kept as what it is now: the table is read from its JSON next time.
        lua_pushvalue(L, texts + 1);
        lua_pushnil(L);
        lua_rawset(L, texts - 1);
    }
    lua_pushvalue(L, texts + 1);
    lua_rawget(L, texts);
    size_t length = 0;
    const char *saved = lua_tolstring(L, -1, &length);
    cpj_buffer *json = &state->arguments;
    if (saved && length == json->count && memcmp(saved, json->bytes, length) == 0) return 0;
    lua_pushvalue(L, texts + 1);
    lua_pushlstring(L, (const char *)json->bytes, json->count);
    lua_rawset(L, texts);
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
