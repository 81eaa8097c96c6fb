// The module `json`: converts between text and values, and has null and modified copies of parts of the event.
#include "internal.h"

static int json_encode(lua_State *L) {
    luaL_checkany(L, 1);
    cpl_state *state = cpl_of(L);
    // Not `scratch`, which is used when a key of a modified event is unescaped.
    state->arguments.count = 0;
    cpl_encode(L, 1, &state->arguments);
    lua_pushlstring(L, (const char *)state->arguments.bytes, state->arguments.count);
    return 1;
}

static int json_decode(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    cpl_push_json(L, (const uint8_t *)text, length, "the text");
    return 1;
}

/// Copies a part of the event, or any value that json.encode accepts, to a new table.
static int json_copy(lua_State *L) {
    luaL_checkany(L, 1);
    uint32_t node;
    if (cpl_test_view(L, 1, &node)) {
        cpl_push_node(L, cpl_document(L), node);
    } else if (lua_istable(L, 1) || lua_isuserdata(L, 1)) {
        json_encode(L);
        cpl_state *state = cpl_of(L);
        cpl_push_json(L, state->arguments.bytes, state->arguments.count, "the value");
    } else {
        lua_settop(L, 1);
    }
    return 1;
}

/// The bytes of a member exactly as in the event.
static int json_text(lua_State *L) {
    uint32_t node;
    luaL_argcheck(L, cpl_test_view(L, 1, &node), 1, "expected a part of the event");
    const cpj_document *d = cpl_document(L);
    if (!lua_isnoneornil(L, 2)) {
        size_t length;
        const char *key = luaL_checklstring(L, 2, &length);
        node = cpj_kind(d, node) == '{' ? cpj_member(d, node, key, length) : 0;
        if (!node) { lua_pushnil(L); return 1; }
    }
    cpj_text raw = cpj_raw(d, node);
    lua_pushlstring(L, (const char *)raw.bytes, raw.length);
    return 1;
}

static int mark(lua_State *L, const char *metatable) {
    if (lua_isnoneornil(L, 1)) { lua_settop(L, 0); lua_createtable(L, 0, 0); }
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, metatable);
    lua_setmetatable(L, 1);
    return 1;
}

static int json_array(lua_State *L) { return mark(L, &cpl_array_metatable); }
static int json_object(lua_State *L) { return mark(L, &cpl_object_metatable); }

static int null_text(lua_State *L) {
    lua_pushliteral(L, "null");
    return 1;
}

static const char null_value;

void cpl_push_null(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &null_value); }

bool cpl_is_null(lua_State *L, int index) { return lua_touserdata(L, index) == cpl_of(L)->null; }

/// Lua's messages use the type name of a userdata: "attempt to perform arithmetic on a null value (field 'amount')".
static void make_null(lua_State *L) {
    cpl_of(L)->null = lua_newuserdatauv(L, 0, 0);
    lua_createtable(L, 0, 3);
    lua_pushcfunction(L, null_text);
    lua_setfield(L, -2, "__tostring");
    lua_pushliteral(L, "null");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &null_value);
}

static void new_marker(lua_State *L, const char *name, const char *key) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

void cpl_open_json(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"encode", json_encode}, {"decode", json_decode}, {"copy", json_copy}, {"text", json_text},
        {"array", json_array}, {"object", json_object}, {"with", cpl_patch_new},
        {"without", cpl_patch_remove}, {NULL, NULL},
    };
    new_marker(L, "array", &cpl_array_metatable);
    new_marker(L, "object", &cpl_object_metatable);
    cpl_push_module(L, "json");
    luaL_setfuncs(L, functions, 0);
    make_null(L);
    lua_setfield(L, -2, "null");
    lua_pop(L, 1);
}
