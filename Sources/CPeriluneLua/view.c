// The event as a script sees it: a userdata that reads the parsed bytes when a field is asked for.
//
// A view is made once for each path a script reads and pointed anew at every event, so reading allocates
// nothing but the strings that are read. Each view remembers where, relative to its object, it last
// found a key; documents of one kind look alike, so the first look is mostly right. It is checked in
// full: the position must be a key, of this object, at its level, spelled like this.
#include "internal.h"

#include <stdio.h>

const char cpl_view_metatable, cpl_null;

enum { cache_size = 8 };

static cpl_view *new_view(lua_State *L, cpl_frame *frame) {
    // A user value for the child view of each cache entry.
    cpl_view *view = lua_newuserdatauv(L, sizeof(cpl_view), cache_size);
    memset(view, 0, sizeof *view);
    view->frame = frame;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_view_metatable);
    lua_setmetatable(L, -2);
    return view;
}

void cpl_push_root_view(lua_State *L, cpl_frame *frame) { new_view(L, frame); }

static void used_late(lua_State *L) {
    luaL_error(L, "the event is used after its handler returned; keep a copy with json.copy(event)");
}

static void check_epoch(lua_State *L, const cpl_view *view) {
    if (view->epoch != view->frame->epoch) used_late(L);
}

cpl_view *cpl_test_view(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return NULL;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_view_metatable);
    bool same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    if (!same) return NULL;
    cpl_view *view = lua_touserdata(L, index);
    check_epoch(L, view);
    // Whoever takes a view as a value reads all of it.
    if (cpl_of(L)->trace) cpl_trace_whole(cpl_of(L)->trace, view);
    return view;
}

static int number_error(lua_State *L, const cpj_document *document, uint32_t node) {
    cpj_text raw = cpj_raw(document, node);
    lua_pushlstring(L, (const char *)raw.bytes, raw.length < 40 ? raw.length : 40);
    return luaL_error(L, "the number %s does not fit a script (64-bit integer or double); "
                         "json.text(object, \"name\") reads its spelling", lua_tostring(L, -1));
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
    case 'n': lua_pushlightuserdata(L, (void *)&cpl_null); return;
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

/// The node of the member `key`, by the remembered distance or by search; sets *entry to its cache entry.
static uint32_t find_member(cpl_view *view, const cpj_document *d, const char *key, size_t length,
                            unsigned *entry) {
    uint32_t object = view->node;
    unsigned n = 0;
    while (n < view->cached && view->cache[n].key != key) n++;
    if (n < view->cached) {
        uint32_t node = object + view->cache[n].distance;
        *entry = n;
        // Where names have escapes, the spelling says nothing.
        if (node < d->close[object] && d->depth[node] == d->depth[object] + 1
            && !d->escaped_keys && cpj_string_is(d, node, key, length)
            && d->index[node + 1] - d->index[node] >= length + 2
            && d->bytes[d->index[node + 1]] == ':')
            return node + 2;
    }
    uint32_t value = cpj_member(d, object, key, length);
    if (!value) return 0;
    if (n == view->cached) {
        // Full: entries take turns. Only what is found is remembered.
        if (n == cache_size) n = view->sequence++ % cache_size;
        else view->cached++;
        view->cache[n].key = key;
    }
    view->cache[n].distance = value - 2 - object;
    *entry = n;
    return value;
}

static uint32_t find_element(cpl_view *view, const cpj_document *d, lua_Integer n) {
    if (n < 1) return 0;
    uint32_t position = (uint32_t)n, node;
    // Scripts mostly count upwards: go on from the element read last.
    if (n <= UINT32_MAX && view->sequence && position >= view->sequence) {
        node = view->sequence_node;
        for (uint32_t i = view->sequence; node && i < position; i++) node = cpj_next(d, view->node, node);
    } else {
        node = cpj_element(d, view->node, (uint64_t)n - 1);
    }
    if (node) { view->sequence = position; view->sequence_node = node; }
    return node;
}

static void push_value(lua_State *L, cpl_view *view, uint32_t node, unsigned entry) {
    const cpj_document *d = &view->frame->document;
    if (!cpj_is_container(cpj_kind(d, node))) { cpl_push_scalar(L, d, node); return; }
    cpl_view *child;
    if (lua_getiuservalue(L, 1, (int)entry + 1) == LUA_TUSERDATA) {
        child = lua_touserdata(L, -1);
        if (child->epoch == view->epoch && child->node != node) {
            // Two places of one event in one cache entry: each needs a view of its own.
            lua_pop(L, 1);
            child = new_view(L, view->frame);
            lua_pushvalue(L, -1);
            lua_setiuservalue(L, 1, (int)entry + 1);
        }
    } else {
        lua_pop(L, 1);
        child = new_view(L, view->frame);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, 1, (int)entry + 1);
    }
    if (child->epoch != view->epoch || child->node != node) {
        child->epoch = view->epoch;
        child->node = node;
        // An array's place in the sequence belongs to the old document.
        if (cpj_kind(d, node) == '[') child->sequence = 0;
    }
}

int cpl_view_index(lua_State *L) {
    cpl_view *view = lua_touserdata(L, 1);
    check_epoch(L, view);
    const cpj_document *d = &view->frame->document;
    uint32_t node = 0;
    unsigned entry = 0;
    if (cpj_kind(d, view->node) == '{') {
        if (lua_type(L, 2) == LUA_TSTRING) {
            size_t length;
            const char *key = lua_tolstring(L, 2, &length);
            node = find_member(view, d, key, length, &entry);
        }
    } else if (lua_type(L, 2) == LUA_TNUMBER) {
        int is_integer;
        lua_Integer n = lua_tointegerx(L, 2, &is_integer);  // 1.0 is 1, as in a table
        if (is_integer) node = find_element(view, d, n);
        entry = (unsigned)(n - 1) % cache_size;
    }
    if (!node) { lua_pushnil(L); return 1; }
    push_value(L, view, node, entry);
    return 1;
}

static int view_newindex(lua_State *L) {
    return luaL_error(L, "the event is read-only; json.with(event, { ... }) returns a changed copy");
}

int cpl_view_length(lua_State *L) {
    cpl_view *view = lua_touserdata(L, 1);
    check_epoch(L, view);
    const cpj_document *d = &view->frame->document;
    lua_pushinteger(L, cpj_kind(d, view->node) == '[' ? cpj_length(d, view->node) : 0);
    return 1;
}

int cpl_view_text(lua_State *L) {
    cpl_view *view = lua_touserdata(L, 1);
    check_epoch(L, view);
    cpj_text raw = cpj_raw(&view->frame->document, view->node);
    lua_pushlstring(L, (const char *)raw.bytes, raw.length);
    return 1;
}

/// The iterator of pairs(view): upvalue 2 is the node of the entry given last, upvalue 3 its number, and
/// upvalue 4 the epoch in which they mean anything.
static int next_pair(lua_State *L) {
    lua_settop(L, 0);
    lua_pushvalue(L, lua_upvalueindex(1));
    cpl_view *view = lua_touserdata(L, 1);
    check_epoch(L, view);
    if (lua_tointeger(L, lua_upvalueindex(4)) != view->epoch) used_late(L);
    const cpj_document *d = &view->frame->document;
    uint32_t last = (uint32_t)lua_tointeger(L, lua_upvalueindex(2));
    lua_Integer number = lua_tointeger(L, lua_upvalueindex(3)) + 1;
    uint32_t node = last ? cpj_next(d, view->node, last) : cpj_first(d, view->node);
    if (!node) { lua_pushnil(L); return 1; }
    lua_pushinteger(L, node);
    lua_replace(L, lua_upvalueindex(2));
    lua_pushinteger(L, number);
    lua_replace(L, lua_upvalueindex(3));
    bool object = cpj_kind(d, view->node) == '{';
    if (object) cpl_push_scalar(L, d, node);
    else lua_pushinteger(L, number);
    uint32_t value = object ? node + 2 : node;
    if (cpj_is_container(cpj_kind(d, value))) {
        cpl_view *child = new_view(L, view->frame);
        child->epoch = view->epoch;
        child->node = value;
    } else {
        cpl_push_scalar(L, d, value);
    }
    return 2;
}

int cpl_view_pairs(lua_State *L) {
    cpl_view *view = lua_touserdata(L, 1);
    check_epoch(L, view);
    lua_settop(L, 1);
    lua_pushinteger(L, 0);
    lua_pushinteger(L, 0);
    lua_pushinteger(L, view->epoch);
    lua_pushcclosure(L, next_pair, 4);
    return 1;
}

void cpl_open_views(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"__index", cpl_view_index}, {"__newindex", view_newindex}, {"__len", cpl_view_length},
        {"__pairs", cpl_view_pairs}, {"__tostring", cpl_view_text}, {NULL, NULL},
    };
    lua_createtable(L, 0, 8);
    luaL_setfuncs(L, methods, 0);
    lua_pushliteral(L, "event");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &cpl_view_metatable);
}
