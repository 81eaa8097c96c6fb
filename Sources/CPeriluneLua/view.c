// The event as a script sees it: handles that read the parsed bytes when a field is accessed.
//
// A handle is a light userdata, which needs no memory. Bit 63 is set, which no pointer has; 31 bits are the number of
// the event; the lower half is the node of the part, or `commander_node`. A handle that a script kept has the number
// of an earlier event, so its use raises an error.
//
// Documents of one kind look alike, so the state remembers where, relative to its object, it last found a key. It is
// checked in full: the position must be a key, of this object, at its level, spelled like this.
#include "internal.h"

#include <stdio.h>

const char cpl_view_metatable;

static const uint32_t commander_node = UINT32_MAX;     // no document has as many nodes

void cpl_renew_handles(cpl_frame *frame) {
    cpl_state *state = frame->state;
    uint32_t number = ++state->event_number;
    frame->handles = (uint64_t)(number | 1u << 31) << 32;
    // The numbers wrap around: elements remembered 2^31 events ago must not be taken for those of this event.
    if (number << 1 == 0) memset(state->elements, 0, sizeof state->elements);
}

static void push_handle(lua_State *L, const cpl_frame *frame, uint32_t node) {
    lua_pushlightuserdata(L, (void *)(uintptr_t)(frame->handles | node));
}

void cpl_push_event(lua_State *L, const cpl_frame *frame) { push_handle(L, frame, 0); }

void cpl_push_commander(lua_State *L, const cpl_frame *frame) { push_handle(L, frame, commander_node); }

static inline uint64_t handle_at(lua_State *L, int index) { return (uintptr_t)lua_touserdata(L, index); }

static inline bool is_handle(uint64_t handle) { return handle >> 63; }

/// Whether the value is a part of the current event: one comparison, since handles of other events differ in the
/// upper half, and the commander's node is greater than all others.
static inline bool find_node(lua_State *L, int index, uint32_t *node) {
    const cpl_frame *frame = cpl_of(L)->frame;
    if (!frame) return false;
    uint64_t at = handle_at(L, index) ^ frame->handles;
    *node = (uint32_t)at;
    return at < frame->document.count;
}

bool cpl_is_view(lua_State *L, int index, uint32_t *node) { return find_node(L, index, node); }

_Noreturn static void used_late(lua_State *L, uint64_t handle) {
    if ((uint32_t)handle == commander_node)
        cpl_raise_error(L, "{\"code\":\"script.kept\",\"message\":\"the commander is used after its delegate returned\","
                           "\"hint\":\"a commander is valid until its delegate returns; use the one that execute is "
                           "called with\"}");
    cpl_raise_error(L, "{\"code\":\"script.kept\",\"message\":\"the event is used after its delegate returned\","
                       "\"hint\":\"an event is valid until its delegate returns; copy what you need: "
                       "local id = event.data.id\"}");
}

bool cpl_test_view(lua_State *L, int index, uint32_t *node) {
    if (!find_node(L, index, node)) {
        uint64_t handle = handle_at(L, index);
        if (is_handle(handle) && (uint32_t)handle != commander_node) used_late(L, handle);
        return false;
    }
    // A view used as a value counts as read completely.
    if (cpl_of(L)->trace) cpl_trace_whole(cpl_of(L)->trace, *node);
    return true;
}

static bool is_commander(lua_State *L) {
    const cpl_frame *frame = cpl_of(L)->frame;
    return frame && frame->handles && handle_at(L, 1) == (frame->handles | commander_node);
}

cpl_frame *cpl_check_commander(lua_State *L, const char *method) {
    if (!is_commander(L)) {
        uint64_t handle = handle_at(L, 1);
        if (is_handle(handle) && (uint32_t)handle == commander_node) used_late(L, handle);
        luaL_error(L, "%s is a method: write commander:%s(...), with a colon", method, method);
    }
    return cpl_of(L)->frame;
}

/// The node of the first argument of a metamethod; raises unless it is a part of the current event.
static uint32_t check_node(lua_State *L, const char *action) {
    uint32_t node;
    if (find_node(L, 1, &node)) return node;
    uint64_t handle = handle_at(L, 1);
    bool commander = is_commander(L);
    if (is_handle(handle) && !commander) used_late(L, handle);
    return (uint32_t)luaL_error(L, "attempt to %s %s", action,
                                commander ? "the commander" : "the result of a method of the commander");
}

static int number_error(lua_State *L, const cpj_document *document, uint32_t node) {
    static const char limits[] = "does not fit a script (64-bit integer or double)";
    enum { longest = 40 };
    // With the name of the member, a secret is masked where the message is shown. The name of a list is not known here.
    bool is_member = node > 1 && document->bytes[document->index[node - 1]] == ':';
    cpj_text name = cpj_raw(document, is_member ? node - 2 : node), raw = cpj_raw(document, node);
    if (!is_member || name.length > longest) return luaL_error(L, "a number %s", limits);
    lua_pushlstring(L, (const char *)name.bytes, name.length);
    lua_pushlstring(L, (const char *)raw.bytes, raw.length < longest ? raw.length : longest);
    return luaL_error(L, "the number %s: %s %s; json.text(object, \"name\") reads its spelling",
                      lua_tostring(L, -2), lua_tostring(L, -1), limits);
}

static void push_escaped(lua_State *L, cpj_text text) {
    cpl_state *state = cpl_of(L);
    state->scratch.count = 0;
    uint8_t *room = cpj_buffer_room(&state->scratch, text.length);
    if (!room) luaL_error(L, "not enough memory");
    size_t length = cpj_unescape(text, room);
    lua_pushlstring(L, (const char *)room, length);
}

void cpl_push_scalar(lua_State *L, const cpj_document *document, uint32_t node) {
    switch (cpj_kind(document, node)) {
    case '"': {
        cpj_text text = cpj_string(document, node);
        if (memchr(text.bytes, '\\', text.length)) push_escaped(L, text);
        else lua_pushlstring(L, (const char *)text.bytes, text.length);
        return;
    }
    case 't': lua_pushboolean(L, 1); return;
    case 'f': lua_pushboolean(L, 0); return;
    case 'n': cpl_push_null(L); return;
    default: {
        int64_t integer;
        double real;
        switch (cpj_read_number(document, node, &integer, &real)) {
        case CPJ_INTEGER: lua_pushinteger(L, integer); return;
        case CPJ_DOUBLE: lua_pushnumber(L, real); return;
        case CPJ_OUT_OF_RANGE: number_error(L, document, node); return;
        default: luaL_error(L, "the event is not valid JSON here"); return;
        }
    }
    }
}

/// The node of the member `key`, by the remembered distance or by search.
static uint32_t find_member(cpl_state *state, const cpj_document *d, uint32_t object, const char *key, size_t length) {
    // A key is the same string at every event. Objects at different levels seldom have the same keys.
    enum { slots = sizeof state->members / sizeof *state->members };
    unsigned slot = (unsigned)(((uintptr_t)key >> 4) + d->depth[object] * 13u) % slots;
    if (state->members[slot].key == key) {
        uint32_t distance = state->members[slot].distance, node = object + distance;
        // If names have escapes, comparing the spelling is not enough.
        if (distance < d->close[object] - object && d->depth[node] == d->depth[object] + 1
            && !d->escaped_keys && cpj_string_is(d, node, key, length)
            && d->index[node + 1] - d->index[node] >= length + 2
            && d->bytes[d->index[node + 1]] == ':')
            return node + 2;
    }
    uint32_t value = cpj_member(d, object, key, length);
    // Only what is found is remembered.
    if (value) {
        state->members[slot].key = key;
        state->members[slot].distance = value - 2 - object;
    }
    return value;
}

static uint32_t find_element(cpl_state *state, const cpj_document *d, uint32_t array, lua_Integer n) {
    if (n < 1 || n > UINT32_MAX) return 0;
    enum { slots = sizeof state->elements / sizeof *state->elements };
    unsigned slot = (array * 2654435761u >> 16) % slots;
    uint64_t handle = state->frame->handles | array;
    uint32_t number = (uint32_t)n, node;
    // Scripts mostly count upwards, so continue from the element read last.
    if (state->elements[slot].handle == handle && number >= state->elements[slot].number) {
        node = state->elements[slot].node;
        for (uint32_t i = state->elements[slot].number; node && i < number; i++) node = cpj_next(d, array, node);
    } else {
        node = cpj_element(d, array, number - 1);
    }
    if (node) {
        state->elements[slot].handle = handle;
        state->elements[slot].number = number;
        state->elements[slot].node = node;
    }
    return node;
}

static void push_value(lua_State *L, const cpl_frame *frame, uint32_t node) {
    if (cpj_is_container(cpj_kind(&frame->document, node))) push_handle(L, frame, node);
    else cpl_push_scalar(L, &frame->document, node);
}

static const char captures_key;

static int keep_captures_key(lua_State *L) {
    // Short strings are unique in a state, so compare addresses.
    lua_pushliteral(L, "captures");
    const char *key = lua_tostring(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &captures_key);
    cpl_of(L)->captures = key;
    return 0;
}

cpl_status cpl_provide_captures(cpl_state *state) { return cpl_protected(state, keep_captures_key); }

/// What the script's condition captured from the event, in one table: by position, and by name.
static int push_captures(lua_State *L) {
    cpl_state *state = cpl_of(L);
    state->answer.count = 0;
    state->answered = false;
    cpj_begin_busy();
    cpl_call result = state->callbacks.captures(state->callbacks.context, state, &state->frame->document);
    cpj_end_busy();
    cpl_check_budget(L);
    if (result == CPL_CALL_FAILED) cpl_raise_answer(L);
    cpl_push_json(L, state->answer.bytes, state->answer.count, "the list of captures");
    lua_rawgeti(L, -1, 2);
    lua_rawgeti(L, -2, 1);
    lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, i);
        lua_rawseti(L, -3, i);
    }
    lua_pop(L, 1);
    return 1;
}

/// Returns a field of a light userdata that is not a part of the event: a method of the commander.
static int other_index(lua_State *L) {
    if (!is_commander(L)) check_node(L, "index");
    lua_settop(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, cpl_of(L)->commander_methods_ref);
    lua_insert(L, 2);
    lua_rawget(L, 2);
    return 1;
}

int cpl_view_index(lua_State *L) {
    uint32_t part;
    if (!find_node(L, 1, &part)) return other_index(L);
    cpl_state *state = cpl_of(L);
    const cpj_document *d = &state->frame->document;
    uint32_t node = 0;
    if (cpj_kind(d, part) == '{') {
        if (lua_type(L, 2) == LUA_TSTRING) {
            size_t length;
            const char *key = lua_tolstring(L, 2, &length);
            if (key == state->captures && part == 0) return push_captures(L);
            node = find_member(state, d, part, key, length);
        }
    } else if (lua_type(L, 2) == LUA_TNUMBER) {
        int is_integer;
        lua_Integer n = lua_tointegerx(L, 2, &is_integer);  // 1.0 is 1, as in a table
        if (is_integer) node = find_element(state, d, part, n);
    }
    if (!node) { lua_pushnil(L); return 1; }
    push_value(L, state->frame, node);
    return 1;
}

static int view_newindex(lua_State *L) {
    if (is_commander(L)) return luaL_error(L, "the commander cannot be changed");
    check_node(L, "index");
    return luaL_error(L, "the event is read-only; json.with(event, { ... }) returns a changed copy");
}

int cpl_view_length(lua_State *L) {
    uint32_t part = check_node(L, "get length of");
    const cpj_document *d = cpl_document(L);
    lua_pushinteger(L, cpj_kind(d, part) == '[' ? cpj_length(d, part) : 0);
    return 1;
}

int cpl_view_text(lua_State *L) {
    if (is_commander(L)) {
        lua_pushliteral(L, "commander");
        return 1;
    }
    if (!is_handle(handle_at(L, 1))) {
        // The return value of `commander:reject` and similar methods.
        lua_pushliteral(L, "userdata");
        return 1;
    }
    cpj_text raw = cpj_raw(cpl_document(L), check_node(L, "show"));
    lua_pushlstring(L, (const char *)raw.bytes, raw.length);
    return 1;
}

/// The iterator of pairs(view): upvalue 2 is the node of the entry given last, upvalue 3 its number.
static int next_pair(lua_State *L) {
    lua_settop(L, 0);
    lua_pushvalue(L, lua_upvalueindex(1));
    uint32_t part = check_node(L, "iterate");
    const cpl_frame *frame = cpl_of(L)->frame;
    const cpj_document *d = &frame->document;
    uint32_t last = (uint32_t)lua_tointeger(L, lua_upvalueindex(2));
    lua_Integer number = lua_tointeger(L, lua_upvalueindex(3)) + 1;
    uint32_t node = last ? cpj_next(d, part, last) : cpj_first(d, part);
    if (!node) { lua_pushnil(L); return 1; }
    lua_pushinteger(L, node);
    lua_replace(L, lua_upvalueindex(2));
    lua_pushinteger(L, number);
    lua_replace(L, lua_upvalueindex(3));
    bool object = cpj_kind(d, part) == '{';
    if (object) cpl_push_scalar(L, d, node);
    else lua_pushinteger(L, number);
    push_value(L, frame, object ? node + 2 : node);
    return 2;
}

int cpl_view_pairs(lua_State *L) {
    check_node(L, "iterate");
    lua_settop(L, 1);
    lua_pushinteger(L, 0);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_pair, 3);
    return 1;
}

/// All light userdata of a state share one metatable.
void cpl_open_views(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"__index", cpl_view_index}, {"__newindex", view_newindex}, {"__len", cpl_view_length},
        {"__pairs", cpl_view_pairs}, {"__tostring", cpl_view_text}, {NULL, NULL},
    };
    lua_pushlightuserdata(L, NULL);
    lua_createtable(L, 0, 8);
    luaL_setfuncs(L, methods, 0);
    lua_pushliteral(L, "event");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &cpl_view_metatable);
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}
