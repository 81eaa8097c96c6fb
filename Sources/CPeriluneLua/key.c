// The ordering key of an event: the value of the delegate's `key`, else `partitionkey`, else `source`.
#include "internal.h"

/// Appends the unescaped text of a string, or the JSON of another value.
static void put_node(cpl_frame *frame, uint32_t node) {
    bool is_string = cpj_kind(&frame->document, node) == '"';
    cpj_text text = is_string ? cpj_string(&frame->document, node) : cpj_raw(&frame->document, node);
    if (is_string && memchr(text.bytes, '\\', text.length)) {
        uint8_t *room = cpj_buffer_room(&frame->key, text.length);
        if (room) frame->key.count += cpj_unescape(text, room);
    } else {
        cpj_put(&frame->key, text.bytes, text.length);
    }
}

/// `key = "subject"` or `key = "data.account"`: the value at a path, or the empty key if there is none.
static void key_at_path(cpl_frame *frame, const char *path, size_t length) {
    const cpj_document *d = &frame->document;
    const char *end = path + length;
    uint32_t node = 0;
    while (path < end) {
        const char *dot = memchr(path, '.', (size_t)(end - path));
        if (!dot) dot = end;
        if (cpj_kind(d, node) != '{') return;
        node = cpj_member(d, node, path, (size_t)(dot - path));
        if (!node) return;
        path = dot + 1;
    }
    if (node) put_node(frame, node);
}

void cpl_compute_key(lua_State *L, cpl_frame *frame) {
    if (frame->key_known) return;
    frame->key.count = 0;
    luaL_checkstack(L, 6, NULL);
    int top = lua_gettop(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_delegate);
    lua_pushliteral(L, "key");
    int kind = lua_rawget(L, -2);
    const uint32_t *envelope = frame->document.envelope;
    if (frame->is_timer) {
        // A timer has the key of the event that set it, however that was determined.
        if (envelope[CPJ_PARTITIONKEY]) put_node(frame, envelope[CPJ_PARTITIONKEY]);
    } else if (kind == LUA_TSTRING) {
        size_t length;
        const char *path = lua_tolstring(L, -1, &length);
        if (strcmp(path, "all") != 0) key_at_path(frame, path, length);
    } else if (kind == LUA_TFUNCTION) {
        cpl_push_event(L, frame);
        lua_call(L, 1, 1);
        size_t length;
        if (lua_type(L, -1) != LUA_TSTRING && !lua_isinteger(L, -1))
            luaL_error(L, "key must return a string or an integer, got %s",
                       luaL_typename(L, -1));
        const char *text = lua_tolstring(L, -1, &length);
        cpj_put(&frame->key, text, length);
    } else if (envelope[CPJ_PARTITIONKEY]) {
        put_node(frame, envelope[CPJ_PARTITIONKEY]);
    } else if (envelope[CPJ_SOURCE]) {
        put_node(frame, envelope[CPJ_SOURCE]);
    }
    lua_settop(L, top);
    frame->key_known = true;   // only now: a function that fails must not leave an empty key
}
