// The commander that `execute` receives. Its methods store the decision in the frame, so that `commander:reject("…")`
// works with and without `return` in front of it.
#include "internal.h"

/// The value that the deciding methods return, so that `return commander:default()` is accepted.
static const char decision;

static int decide(lua_State *L, const char *method, cpl_decision what, bool has_text) {
    cpl_frame *frame = cpl_check_commander(L, method);
    if (has_text) luaL_checkstring(L, 2);
    size_t length = 0;
    const char *text = has_text ? lua_tolstring(L, 2, &length) : NULL;
    frame->decision = what;
    frame->text.count = 0;
    if (length) cpj_put(&frame->text, text, length);
    lua_pushlightuserdata(L, (void *)&decision);
    return 1;
}

/// The output named by the second argument; NULL for the default output.
static const char *named_output(lua_State *L, size_t *length) {
    luaL_checkany(L, 2);
    // `emit(text:gsub(…))` and `emit(pcall(…))` pass additional results that are not names.
    if (lua_type(L, 3) != LUA_TSTRING) return NULL;
    const char *name = lua_tolstring(L, 3, length);
    cpl_state *state = cpl_of(L);
    for (size_t at = 0; at < state->outputs.count; at += strlen((char *)state->outputs.bytes + at) + 1) {
        const char *known = (char *)state->outputs.bytes + at;
        if (strlen(known) == *length && memcmp(known, name, *length) == 0) return name;
    }
    cpl_raise_unknown_output(L, 3);
}

/// Inserts the name before the value, which is written first because encoding it may raise an error.
static void put_name(cpj_buffer *output, size_t start, const char *name, size_t length) {
    size_t head = length + 2, value = output->count - start;
    for (size_t i = 0; i < head; i++) cpj_put_byte(output, cpl_output_mark);
    if (output->failed) return;
    memmove(output->bytes + start + head, output->bytes + start, value);
    output->bytes[start] = output->bytes[start + head - 1] = cpl_output_mark;
    memcpy(output->bytes + start + 1, name, length);
}

static int commander_emit(lua_State *L) {
    cpl_frame *frame = cpl_check_commander(L, "emit");
    size_t length = 0;
    const char *name = lua_gettop(L) == 2 ? NULL : named_output(L, &length);
    if (!frame->output) return luaL_error(L, "emit is not allowed in shouldHandle; call it in execute");
    cpl_settle(frame->state);
    size_t start = frame->output->count;
    cpl_encode(L, 2, frame->output);
    // An event that was not read from a line may contain line ends between its members.
    uint8_t *at = frame->output->bytes + start, *end = frame->output->bytes + frame->output->count;
    while ((at = memchr(at, '\n', (size_t)(end - at)))) *at++ = ' ';
    if (name) put_name(frame->output, start, name, length);
    cpj_put_byte(frame->output, '\n');
    frame->emitted++;
    return 0;
}

/// Redirects a link to the default handling; only once, since a second link would silently replace the first.
static int redirect(lua_State *L, const char *method) {
    cpl_frame *frame = cpl_check_commander(L, method);
    size_t length;
    luaL_checklstring(L, 2, &length);
    if (length == 0)
        return luaL_error(L, "%s: the link is empty; write commander:default() for the event's own link", method);
    if (frame->redirected)
        return luaL_error(L, "%s: the event has been left to another link before; call it once per event", method);
    frame->redirected = true;
    return decide(L, method, CPL_DEFAULT, true);
}

static int commander_default(lua_State *L) {
    if (lua_isnoneornil(L, 2)) return decide(L, "default", CPL_DEFAULT, false);
    return redirect(L, "default");
}

static int commander_url(lua_State *L) { return redirect(L, "handleURLLink"); }

/// Rejects the event, whatever follows: a sender that waits for the answer would otherwise continue.
static int commander_reject(lua_State *L) {
    cpl_check_commander(L, "reject");
    lua_settop(L, 2);
    cpl_decision what = CPL_REJECT;
    if (lua_istable(L, 2)) {
        lua_pushliteral(L, "continue");
        lua_rawget(L, 2);
        if (lua_toboolean(L, -1)) what = CPL_REJECT_PART;
        lua_pop(L, 1);
        lua_pushliteral(L, "reason");
        lua_rawget(L, 2);
        lua_replace(L, 2);
    }
    if (!lua_isstring(L, 2) || (lua_type(L, 2) == LUA_TSTRING && lua_rawlen(L, 2) == 0)) {
        lua_pushliteral(L, "rejected without a reason");
        lua_replace(L, 2);
    }
    return decide(L, "reject", what, true);
}

static int commander_pass(lua_State *L) { return decide(L, "pass", CPL_PASS, false); }

bool cpl_is_decision(lua_State *L, int index) {
    return lua_touserdata(L, index) == (void *)&decision;
}

/// The methods are in a table that scripts cannot reach; the host adds its own (modules.c).
void cpl_open_commander(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"emit", commander_emit}, {"default", commander_default},
        {"handleURLLink", commander_url}, {"reject", commander_reject}, {"pass", commander_pass},
        {NULL, NULL},
    };
    cpl_push_module(L, "commander");
    luaL_setfuncs(L, methods, 0);
    cpl_of(L)->commander_methods_ref = luaL_ref(L, LUA_REGISTRYINDEX);
}
