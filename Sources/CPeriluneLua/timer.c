// The module `timer`: calls of onTimer at a time of events, one for each name and ordering key. What an event sets is
// kept in its frame until the event has succeeded, and then saved beside its state, where the host finds it.
#include "internal.h"
#include "stored_table.h"

#include <math.h>

enum { max_name = 128, max_timers = 1000 };
/// 10000-01-01, in microseconds since 1970: no event has a time that late.
static const int64_t end_of_times = 253402300800000000;

/// Checks the name of a timer at an index; the default is `timer`.
static const char *check_name(lua_State *L, int index, size_t *length) {
    const char *name = luaL_optlstring(L, index, "timer", length);
    luaL_argcheck(L, *length > 0 && *length <= max_name, index, "the name of a timer has 1 to 128 bytes");
    for (size_t i = 0; i < *length; i++)
        luaL_argcheck(L, (unsigned char)name[i] >= ' ', index, "the name of a timer has no control characters");
    cpj_buffer *quoted = &cpl_of(L)->scratch;
    quoted->count = 0;
    quoted->failed = false;
    luaL_argcheck(L, cpj_put_string(quoted, name, *length), index, "the name of a timer must be UTF-8");
    return name;
}

/// The frame of the event, with its key determined: a key that is a function of the script cannot be called later.
static cpl_frame *check_event(lua_State *L, const char *function) {
    cpl_state *state = cpl_of(L);
    cpl_frame *frame = state->frame;
    if (!frame || !frame->document.bytes || state->migrating)
        luaL_error(L, "%s can only be called while an event is processed", function);
    cpl_compute_key(L, frame);
    return frame;
}

/// Checks that a timer is due at a valid time of events; one set in onTimer must be later than the timer being
/// called, which could otherwise repeat for ever.
static void check_due(lua_State *L, const cpl_frame *frame, int64_t due) {
    int64_t now;
    luaL_argcheck(L, due < end_of_times, 1, "the timer would be due after the year 9999, when no event can be");
    if (frame->is_timer && cpl_event_time(cpl_of(L), &now) && due <= now)
        luaL_argerror(L, 1, "onTimer can only set a timer for a later time than its own");
}

/// Appends a timer: its name, a 0, and its due time in microseconds, or no time to cancel it.
static void note(lua_State *L, cpl_frame *frame, const char *name, size_t length, const int64_t *due) {
    cpj_buffer *timers = &frame->timers;
    if (frame->timer_count == max_timers) luaL_error(L, "an event can set or cancel at most %d timers", max_timers);
    frame->timer_count++;
    cpj_put(timers, name, length);
    cpj_put_byte(timers, 0);
    if (due) cpj_put_integer(timers, *due);
    cpj_put_byte(timers, 0);
    if (timers->failed) luaL_error(L, "not enough memory");
    cpl_of(L)->steps += 4;
}

static int timer_after(lua_State *L) {
    size_t text_length, length;
    const char *text = luaL_checklstring(L, 1, &text_length);
    const char *name = check_name(L, 2, &length);
    int64_t nanoseconds, due;
    if (!cpl_read_duration(text, text_length, &nanoseconds))
        return luaL_argerror(L, 1, "a duration such as \"30s\", \"10m\" or \"1h30m\" expected");
    cpl_frame *frame = check_event(L, "timer.after");
    if (!cpl_event_time(cpl_of(L), &due))
        return luaL_error(L, "timer.after needs the time of the event, and the event has none");
    if (__builtin_add_overflow(due, nanoseconds / 1000, &due)) return luaL_argerror(L, 1, "out of range");
    check_due(L, frame, due);
    note(L, frame, name, length, &due);
    return 0;
}

static int timer_at(lua_State *L) {
    lua_Number seconds = luaL_checknumber(L, 1);
    size_t length;
    const char *name = check_name(L, 2, &length);
    luaL_argcheck(L, seconds > -1e11 && seconds < 1e12, 1, "a time in seconds since 1970 expected");
    cpl_frame *frame = check_event(L, "timer.at");
    int64_t due = llround(seconds * 1e6);
    check_due(L, frame, due);
    note(L, frame, name, length, &due);
    return 0;
}

static int timer_cancel(lua_State *L) {
    size_t length;
    const char *name = check_name(L, 1, &length);
    note(L, check_event(L, "timer.cancel"), name, length, NULL);
    return 0;
}

static int timer_watermark(lua_State *L) {
    const cpl_frame *frame = cpl_of(L)->frame;
    if (!frame || !frame->document.bytes)
        return luaL_error(L, "timer.watermark can only be called while an event is processed");
    if (frame->watermark == INT64_MIN) lua_pushnil(L);
    else lua_pushnumber(L, (lua_Number)frame->watermark / 1e6);
    return 1;
}

void cpl_finish_timers(cpl_state *state) {
    cpl_frame *frame = state->frame;
    cpj_buffer *timers = &frame->timers;
    if (!timers->count) return;
    const char *at = (const char *)timers->bytes, *end = at + timers->count;
    cpj_buffer *slot = &state->scratch;
    cpj_begin_busy();
    while (at < end) {
        size_t name = strlen(at);
        const char *due = at + name + 1;
        size_t length = strlen(due);
        const cpj_buffer *key = cpl_state_slot(state);
        // Sorts before all keys of state: TimerKey.swift.
        slot->count = 0;
        slot->failed = false;
        cpj_put(slot, "\x1ft\x1f", 3);
        cpj_put(slot, key->bytes, key->count);
        cpj_put_byte(slot, cpl_separator);
        cpj_put(slot, at, name);
        state->callbacks.save(state->callbacks.context, state, slot->bytes, slot->count,
                              length ? (const uint8_t *)due : NULL, length, 0, true);
        at = due + length + 1;
    }
    cpj_end_busy();
    timers->count = 0;
}

void cpl_push_timer(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"after", timer_after}, {"at", timer_at}, {"cancel", timer_cancel}, {"watermark", timer_watermark}, {NULL, NULL},
    };
    lua_createtable(L, 0, 4);
    luaL_setfuncs(L, functions, 0);
}
