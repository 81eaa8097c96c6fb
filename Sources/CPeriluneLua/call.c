// Calls the functions of the delegate: shouldHandle in a protected call, execute in the coroutine of its frame, so
// that a host call can suspend it.
#include "internal.h"
#include "libraries.h"

cpl_status cpl_protected(cpl_state *state, lua_CFunction body) {
    lua_State *L = state->main;
    if (!L) return (cpl_status)state->killed;
    lua_settop(L, 0);
    cpl_make_room(state, L, cpl_room);
    lua_pushcfunction(L, cpl_message_handler);
    lua_pushcfunction(L, body);
    cpl_status status = cpl_status_of(state, cpl_watched_call(state, L, 0, 0));
    if (!state->main) return status;
    // Lua does not call the message handler for an error of memory.
    if (status == CPL_ERROR_MEMORY) cpl_note_error(state, L, status);
    cpl_spend(state, status);
    lua_settop(L, 0);
    return status;
}

void cpl_spend(cpl_state *state, cpl_status status) {
    if (status == CPL_ERROR_MEMORY && !state->killed) state->killed = status;
}

bool cpl_begin(cpl_state *state, const cpl_event *event) {
    if (!state->main) return false;
    cpl_frame *frame = state->frame;
    if (!frame && !(frame = state->frame = cpl_frame_take(state))) {
        // The script may still reference the memory, so only a new state helps.
        cpl_set_error(state, CPL_ERROR_MEMORY, "out of memory for the event");
        cpl_spend(state, CPL_ERROR_MEMORY);
        return false;
    }
    frame->document = *event->document;
    cpl_renew_handles(frame);
    frame->context = event->context;
    frame->key_known = frame->is_timer = frame->timer_handled = false;
    frame->timers.count = 0;
    frame->timer_count = 0;
    frame->watermark = event->watermark;
    frame->time_bound = event->time_bound;
    frame->touched_state = false;
    frame->output = NULL;
    frame->emitted = frame->resumed = 0;
    frame->time_used = frame->instructions_used = 0;
    state->random_seeded = false;
    state->clock_calls = 0;
    return true;
}

void *cpl_context(const cpl_state *state) { return state->frame ? state->frame->context : NULL; }

/// Pushes a field of the delegate without using its metamethods.
static int push_field(lua_State *L, int delegate, const char *name) {
    lua_pushstring(L, name);
    return lua_rawget(L, delegate);
}

/// `function delegate:execute(event)` has a first parameter named `self`, which nobody else would call
/// so. The number of parameters alone cannot tell, since the last ones may be left out.
///
/// `function(_, url, commander, view)` does so too: `_` stands for a self that is not used.
bool cpl_takes_self(lua_State *L, int arguments) {
    const char *first = lua_getlocal(L, NULL, 1);
    if (!first) return false;
    lua_Debug debug;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">u", &debug);
    return strcmp(first, "self") == 0 || (strcmp(first, "_") == 0 && debug.nparams > arguments);
}

/// Finds the functions of the delegate, once after the file is loaded.
int cpl_find_functions(lua_State *L) {
    cpl_state *state = cpl_of(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_delegate);
    int delegate = lua_gettop(L);
    struct { const char *name; int arguments; struct cpl_function *function; bool link; } found[] = {
        {"shouldHandle", 1, &state->should_handle, false},
        {"shouldHandleLinkDrillNavigation", 0, &state->should_handle, true},
        {"execute", 2, &state->execute, false},
        {"executeURL", 3, &state->execute, true},
        {"onTimer", 3, &state->on_timer, false},
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        int kind = push_field(L, delegate, found[i].name);
        if (kind == LUA_TFUNCTION && !found[i].function->known) {
            found[i].function->known = true;
            found[i].function->link = found[i].link;
            found[i].function->self = cpl_takes_self(L, found[i].arguments);
            found[i].function->ref = luaL_ref(L, LUA_REGISTRYINDEX);
        } else if (kind != LUA_TNIL && kind != LUA_TFUNCTION) {
            return luaL_error(L, "%s must be a function, got %s", found[i].name,
                              luaL_typename(L, -1));
        }
        lua_settop(L, delegate);
    }
    if (!state->execute.known)
        return luaL_error(L, "the delegate has neither execute nor executeURL");
    if (state->uses_timers && !state->on_timer.known)
        return luaL_error(L, "the delegate has no onTimer, which the modules timer, window and join call: "
                             "add onTimer = function(name, commander, event) ... end");
    return 0;
}

/// Pushes a function of the delegate and, if it was declared with a colon, the delegate. Cannot raise, since both
/// values are in the registry.
static int push_function(lua_State *L, const struct cpl_function *function) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, function->ref);
    if (!function->self) return 0;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_delegate);
    return 1;
}

cpl_status cpl_should_handle(cpl_state *state, bool *claims) {
    const struct cpl_function *function = &state->should_handle;
    *claims = true;
    if (!function->known) return CPL_OK;
    lua_State *L = state->main;
    if (!L) return (cpl_status)state->killed;
    lua_settop(L, 0);
    cpl_make_room(state, L, cpl_room);
    lua_pushcfunction(L, cpl_message_handler);
    int arguments = push_function(L, function);
    if (!function->link) { cpl_push_event(L, state->frame); arguments++; }
    cpl_status status = cpl_status_of(state, cpl_watched_call(state, L, arguments, 1));
    if (!state->main) {
        *claims = false;
        return status;
    }
    if (status == CPL_ERROR_MEMORY) cpl_note_error(state, L, status);
    cpl_spend(state, status);
    *claims = status == CPL_OK && lua_toboolean(L, -1);
    lua_settop(L, 0);
    return status;
}

void cpl_push_member(lua_State *L, const cpj_document *d, uint32_t object, const char *name) {
    uint32_t node = object && cpj_kind(d, object) == '{' ? cpj_member(d, object, name, strlen(name)) : 0;
    if (node && !cpj_is_container(cpj_kind(d, node))) cpl_push_scalar(L, d, node);
    else lua_pushnil(L);
}

/// The link-drill SDK's arguments, left on the coroutine's stack. Reading the link makes strings, which
/// may raise: below a protected call.
static int prepare_link(lua_State *L) {
    cpl_state *state = cpl_of(L);
    cpl_frame *frame = state->frame;
    int first = lua_gettop(L);
    push_function(L, &state->execute);
    uint32_t data = frame->document.envelope[CPJ_DATA];
    if (state->trace && data && cpj_kind(&frame->document, data) == '{') {
        cpl_trace_member(state->trace, &frame->document, data, "url", 3);
        cpl_trace_member(state->trace, &frame->document, data, "view", 4);
    }
    cpl_push_member(L, &frame->document, data, "url");
    cpl_push_commander(L, frame);
    cpl_push_member(L, &frame->document, data, "view");
    lua_xmove(L, frame->coroutine, lua_gettop(L) - first);
    return 0;
}

/// Leaves `onTimer` and its arguments: the timer's name, the commander and the event of the timer.
static int prepare_timer(lua_State *L) {
    cpl_state *state = cpl_of(L);
    cpl_frame *frame = state->frame;
    int first = lua_gettop(L);
    push_function(L, &state->on_timer);
    cpl_push_member(L, &frame->document, frame->document.envelope[CPJ_DATA], "name");
    cpl_push_commander(L, frame);
    cpl_push_event(L, frame);
    lua_xmove(L, frame->coroutine, lua_gettop(L) - first);
    return 0;
}

/// Leaves `execute` and its arguments on the coroutine's stack.
static cpl_status prepare(cpl_state *state, cpl_frame *frame) {
    lua_State *co = frame->coroutine;
    if (!lua_checkstack(co, 8)) {
        cpl_set_error(state, CPL_ERROR_MEMORY, "not enough memory to call execute");
        return CPL_ERROR_MEMORY;
    }
    if (frame->is_timer) return cpl_protected(state, prepare_timer);
    if (state->execute.link) return cpl_protected(state, prepare_link);
    push_function(co, &state->execute);
    cpl_push_event(co, frame);
    cpl_push_commander(co, frame);
    return CPL_OK;
}

/// Closes a coroutine that failed. Its pending `__close` functions run, so it is watched like any other call.
static void reset(cpl_state *state, lua_State *co) {
    cpl_watched_reset(state, co);
    if (state->killed && state->main) cpl_note_error(state, co, (cpl_status)state->killed);
}

/// Handles the result of a coroutine that returned, failed or yielded.
static cpl_status settle(cpl_state *state, cpl_frame *frame, int result, int values,
                         cpl_reply *reply) {
    lua_State *co = frame->coroutine;
    cpl_status status = cpl_status_of(state, result);
    if (!state->main) return status;
    cpl_settle(state);
    if (status == CPL_SUSPENDED) {
        bool host = values == 1 && lua_touserdata(co, -1) == (void *)&cpl_host_yield;
        // The marker stays on the stack, so that the coroutine functions of scripts recognize a waiting coroutine.
        if (host) { reply->frame = frame; return status; }
        cpl_set_error(state, CPL_ERROR_RUNTIME, "coroutine.yield outside a coroutine of the script");
        status = CPL_ERROR_RUNTIME;
        reset(state, co);
    } else if (status != CPL_OK) {
        cpl_note_error(state, co, status);
        cpl_spend(state, status);
        if (!state->killed) reset(state, co);
    } else if (values > 0 && !lua_isnil(co, -values) && !lua_isboolean(co, -values)
               && !cpl_is_decision(co, -values)) {
        cpl_set_error(state, CPL_ERROR_RUNTIME,
                      "execute must return nothing; to emit a value use commander:emit(value), to reject the "
                      "event commander:reject(reason)");
        status = CPL_ERROR_RUNTIME;
    } else if (frame->is_timer && !frame->timer_handled) {
        status = cpl_protected(state, cpl_check_timer_handled);
    }
    if (state->killed) status = (cpl_status)state->killed;
    else lua_settop(co, 0);
    reply->decision = frame->decision;
    reply->text = (cpj_text){frame->text.bytes, frame->text.count};
    reply->emitted = frame->emitted;
    return status;
}

static cpl_status run(cpl_state *state, cpl_frame *frame, int arguments, cpl_reply *reply) {
    int values = 0;
    int result = cpl_watched_resume(state, frame->coroutine, arguments, &values);
    return settle(state, frame, result, values, reply);
}

cpl_status cpl_enter(cpl_state *state, cpl_status (*prepare)(cpl_state *, cpl_frame *),
                     cpj_buffer *output, cpl_reply *reply) {
    cpl_frame *frame = state->frame;
    memset(reply, 0, sizeof *reply);
    if (!state->main) return (cpl_status)state->killed;
    frame->output = output;
    frame->emitted = 0;
    frame->decision = CPL_HANDLED;
    frame->redirected = false;
    frame->text.count = 0;
    lua_settop(frame->coroutine, 0);
    cpl_make_room(state, frame->coroutine, cpl_room);
    cpl_status status = prepare(state, frame);
    if (status != CPL_OK) return status;
    status = run(state, frame, lua_gettop(frame->coroutine) - 1, reply);
    if (status == CPL_SUSPENDED) {
        cpl_suspend_budget(state, frame, 0);
        // The frame is kept for the suspended event; the next event gets another one.
        if (!cpl_frame_keep(frame)) {
            cpl_set_error(state, CPL_ERROR_HOST, "not enough memory to suspend the event");
            state->killed = CPL_ERROR_HOST;
            return CPL_ERROR_HOST;
        }
        frame->output = NULL;
        state->frame = NULL;
    }
    return status;
}

cpl_status cpl_execute(cpl_state *state, cpj_buffer *output, cpl_reply *reply) {
    return cpl_enter(state, prepare, output, reply);
}

cpl_status cpl_take(cpl_state *state, const cpl_event *event, bool asking, cpj_buffer *output,
                    cpl_reply *reply) {
    memset(reply, 0, sizeof *reply);
    if (!cpl_begin(state, event)) return CPL_ERROR_MEMORY;
    if (asking && state->should_handle.known) {
        bool claims;
        cpl_status status = cpl_should_handle(state, &claims);
        if (status != CPL_OK) return status;
        if (!claims) {
            reply->decision = CPL_DECLINED;
            return cpl_finish(state, true);
        }
    }
    cpl_status status = cpl_execute(state, output, reply);
    if (status != CPL_OK) return status;
    // The state's text lives until the next call: what the reply points at is in the frame, which stays.
    return cpl_finish(state, true);
}

cpl_status cpl_fire(cpl_state *state, const cpl_event *event, cpj_buffer *output, cpl_reply *reply) {
    memset(reply, 0, sizeof *reply);
    if (!cpl_begin(state, event)) return CPL_ERROR_MEMORY;
    // A new version of the script may have none; its timers end without a call.
    if (!state->on_timer.known) return CPL_OK;
    state->frame->is_timer = true;
    cpl_status status = cpl_execute(state, output, reply);
    return status == CPL_OK ? cpl_finish(state, true) : status;
}

cpl_status cpl_resume(cpl_state *state, cpl_frame *frame, bool failed, const uint8_t *answer,
                      size_t length, cpj_buffer *output, cpl_reply *reply) {
    memset(reply, 0, sizeof *reply);
    if (!state->main) return (cpl_status)state->killed;
    // The recycled frame of events that are not suspended goes back; this one is current until it ends.
    if (state->frame) cpl_frame_give_back(state->frame);
    state->frame = frame;
    frame->output = output;
    // Random numbers restart after each answer, with the event's seed and the number of answers.
    state->random_seeded = false;
    frame->resumed++;
    if (answer) cpl_answer(state, answer, length);
    else state->answered = false;
    lua_State *co = frame->coroutine;
    lua_pop(co, 1);  // the marker
    lua_pushboolean(co, failed);
    uint64_t start = cpl_resume_budget(state, frame);
    cpl_status status = run(state, frame, 1, reply);
    cpl_suspend_budget(state, status == CPL_SUSPENDED ? frame : NULL, start);
    if (status == CPL_SUSPENDED) {
        frame->output = NULL;
        state->frame = NULL;
    }
    return status;
}

void cpl_abandon(cpl_state *state, cpl_frame *frame, cpj_buffer *output) {
    if (!state->main) return;
    if (state->frame) cpl_frame_give_back(state->frame);
    state->frame = frame;
    frame->output = output;
    state->answered = false;
    reset(state, frame->coroutine);
    if (!state->killed) lua_settop(frame->coroutine, 0);
}

cpl_status cpl_finish(cpl_state *state, bool commit) {
    cpl_frame *frame = state->frame;
    if (!frame) return CPL_OK;
    cpl_status status = CPL_OK;
    if (frame->touched_state) {
        status = cpl_protected(state, commit ? cpl_finish_state : cpl_forget_state);
        state->saving = 0;
        // The cache may contain the JSON of members that were not saved.
        if (status != CPL_OK && commit) cpl_forget_texts(state);
        if (status != CPL_OK && commit) cpl_protected(state, cpl_forget_state);
    }
    if (commit && status == CPL_OK) cpl_finish_timers(state);
    if (frame->copy) {
        // It was suspended: its copy of the document ends with it.
        state->frame = NULL;
        cpl_frame_give_back(frame);
    }
    return status;
}
