// JSON to Lua: whole values, for json.decode, answers of the host and saved state. (The event itself is
// never converted: view.c.)
#include "internal.h"

const char cpl_array_metatable, cpl_object_metatable;

static void push_array(lua_State *L, const cpj_document *d, uint32_t array) {
    lua_createtable(L, (int)cpj_length(d, array), 0);
    lua_Integer n = 0;
    for (uint32_t node = cpj_first(d, array); node; node = cpj_next(d, array, node)) {
        cpl_push_node(L, d, node);
        lua_rawseti(L, -2, ++n);
    }
    // The metatable makes an empty array encode as [] again.
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_array_metatable);
    lua_setmetatable(L, -2);
}

static void push_object(lua_State *L, const cpj_document *d, uint32_t object) {
    lua_createtable(L, 0, (int)cpj_length(d, object));
    for (uint32_t node = cpj_first(d, object); node; node = cpj_next(d, object, node)) {
        cpl_push_scalar(L, d, node);
        cpl_push_node(L, d, node + 2);
        lua_rawset(L, -3);
    }
}

void cpl_push_node(lua_State *L, const cpj_document *d, uint32_t node) {
    luaL_checkstack(L, 6, "the value is nested too deeply");
    cpl_check_budget(L);
    int64_t integer;
    double real;
    switch (cpj_kind(d, node)) {
    case '[': push_array(L, d, node); break;
    case '{':
        if (!cpl_of(L)->reading_state || !cpl_push_marked(L, d, node)) push_object(L, d, node);
        break;
    case '"': case 't': case 'f': case 'n': cpl_push_scalar(L, d, node); break;
    default:
        switch (cpj_read_number(d, node, &integer, &real)) {
        case CPJ_INTEGER: lua_pushinteger(L, integer); break;
        case CPJ_DOUBLE: lua_pushnumber(L, real); break;
        case CPJ_OUT_OF_RANGE: cpl_push_long_number(L, cpj_raw(d, node)); break;
        default: cpl_push_scalar(L, d, node);
        }
    }
}

void cpl_push_json(lua_State *L, const uint8_t *bytes, size_t length, const char *what) {
    cpl_state *state = cpl_of(L);
    cpj_begin_busy();
    if (!state->parser) state->parser = cpj_parser_new();
    cpj_end_busy();
    if (!state->parser) luaL_error(L, "not enough memory");
    // The parser reads beyond the end, which strings of Lua and bytes of callbacks do not allow.
    cpj_buffer *padded = &state->padded;
    padded->count = 0;
    uint8_t *room = cpj_buffer_room(padded, length + CPJ_PADDING);
    if (!room) luaL_error(L, "not enough memory");
    state->steps += length / 16;
    if (length) memcpy(room, bytes, length);  // an empty answer may have no address
    memset(room + length, ' ', CPJ_PADDING);
    cpj_document document;
    cpj_error error;
    cpj_begin_busy();
    cpj_status status = cpj_parse(state->parser, room, length, false, &document, &error);
    cpj_end_busy();
    if (status != CPJ_OK)
        luaL_error(L, "%s is not valid JSON: %s at byte %d", what, error.message, (int)error.offset + 1);
    cpl_push_node(L, &document, 0);
}
