// From a Lua error to what the host reports: message, place, traceback.
#include "internal.h"
#include "libraries.h"

#include <stdio.h>
#include <stdlib.h>

const char cpl_error_metatable;

static void copy_text(char *to, size_t size, const char *from, size_t length) {
    if (length >= size) length = size - 1;
    memcpy(to, from, length);
    to[length] = 0;
}

void cpl_set_error(cpl_state *state, cpl_status status, const char *message) {
    cpl_error *error = &state->error;
    memset(error, 0, sizeof *error);
    error->status = status;
    copy_text(error->message, sizeof error->message, message, strlen(message));
}

cpl_status cpl_status_of(cpl_state *state, int lua_status) {
    if (state->killed) return (cpl_status)state->killed;
    switch (lua_status) {
    case LUA_OK: return CPL_OK;
    case LUA_YIELD: return CPL_SUSPENDED;
    case LUA_ERRSYNTAX: return CPL_ERROR_SYNTAX;
    case LUA_ERRMEM: return CPL_ERROR_MEMORY;
    default: return CPL_ERROR_RUNTIME;
    }
}

static const char *text_of(const cpl_state *state, cpl_status status) {
    if (status == CPL_ERROR_MEMORY && state->stack_refused)
        return "calls inside of a __concat function are nested too deeply";
    switch (status) {
    case CPL_ERROR_TIME: return "the script exceeded its time limit";
    case CPL_ERROR_INSTRUCTIONS: return "the script exceeded its instruction limit";
    case CPL_ERROR_MEMORY: return "the script exceeded its memory limit";
    default: return "the script failed";
    }
}

/// Describes parts of the event, which are light userdata and have no name in Lua's messages.
static void name_event(char *message) {
    static const char with_article[] = "a userdata value", bare[] = "userdata";
    if (strncmp(message, "attempt to ", 11) != 0) return;
    char *at = strstr(message, with_article);
    const char *name = at ? "an event value" : "event";
    size_t length = at ? sizeof with_article - 1 : sizeof bare - 1;
    if (!at && !(at = strstr(message, bare))) return;
    memcpy(at, name, strlen(name));
    memmove(at + strlen(name), at + length, strlen(at + length) + 1);
}

/// Splits "@file:12: message", as luaL_where writes it.
static void take_place(cpl_error *error, const char *text, size_t length) {
    const char *line = NULL;
    for (const char *p = memchr(text, ':', length); p; p = memchr(p + 1, ':', length - (size_t)(p + 1 - text))) {
        const char *q = p + 1;
        while (q < text + length && *q >= '0' && *q <= '9') q++;
        if (q > p + 1 && q + 1 < text + length && q[0] == ':' && q[1] == ' ') {
            line = p;
            error->line = atoi(p + 1);
            copy_text(error->chunk, sizeof error->chunk, text, (size_t)(line - text));
            length -= (size_t)(q + 2 - text);
            text = q + 2;
            break;
        }
        if (q == text + length) break;
    }
    copy_text(error->message, sizeof error->message, text, length);
    name_event(error->message);
}

/// Reads "file:12", which cpl_raise_answer puts beside the message.
static void take_line(cpl_error *error, const char *text) {
    const char *colon = strrchr(text, ':');
    if (!colon) return;
    error->line = atoi(colon + 1);
    copy_text(error->chunk, sizeof error->chunk, text, (size_t)(colon - text));
}

/// Puts the error value on top of L into state->error. Allocates nothing on Lua's side.
static void take_value(cpl_state *state, lua_State *L, int index) {
    cpl_error *error = &state->error;
    if (lua_type(L, index) == LUA_TSTRING) {
        size_t length;
        const char *text = lua_tolstring(L, index, &length);
        take_place(error, text, length);
    } else if (lua_type(L, index) == LUA_TTABLE && lua_checkstack(L, 3)) {
        index = lua_absindex(L, index);
        const char *message = NULL, *place = NULL;
        size_t message_length = 0;
        lua_pushnil(L);
        // Use lua_next, since a lookup by name would create a string.
        while (lua_next(L, index)) {
            size_t key_length, length;
            if (lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TSTRING) {
                const char *key = lua_tolstring(L, -2, &key_length);
                const char *text = lua_tolstring(L, -1, &length);
                if (!strcmp(key, "code")) copy_text(error->code, sizeof error->code, text, length);
                if (!strcmp(key, "message")) message = text, message_length = length;
                if (!strcmp(key, "hint")) copy_text(error->hint, sizeof error->hint, text, length);
                if (!strcmp(key, "place")) place = text;
            }
            lua_pop(L, 1);
        }
        // The table still references both strings.
        if (message && place) {
            take_line(error, place);
            copy_text(error->message, sizeof error->message, message, message_length);
        } else if (message) {
            take_place(error, message, message_length);
        }
        if (!error->message[0]) {
            const char *text = "the error is a table without a message";
            copy_text(error->message, sizeof error->message, text, strlen(text));
        }
    } else {
        snprintf(error->message, sizeof error->message, "the error is a %s value",
                 luaL_typename(L, index));
    }
}

/// Whether a frame is in a file of scripts, rather than in the Lua part of a module.
static bool is_of_file(const lua_Debug *debug) {
    return debug->currentline >= 0 && debug->source[0] != '=';
}

/// Writes the traceback, one call per line as "file:line: in function 'name'", at most 20 lines.
static void take_traceback(cpl_error *error, lua_State *L, int level) {
    lua_Debug debug;
    size_t used = 0;
    bool is_of_part = false;
    for (int n = 0; n < 20 && lua_getstack(L, level, &debug); level++) {
        // Not 'f', which would push the function; these options allocate nothing.
        if (!lua_getinfo(L, "Sln", &debug)) continue;
        // Errors of Lua name the line in the module's part, but the line of the calling script is more helpful.
        is_of_part |= n == 0 && debug.currentline >= 0 && strcmp(debug.short_src, error->chunk) == 0 && !is_of_file(&debug);
        if (!is_of_file(&debug)) continue;
        int count = snprintf(error->traceback + used, sizeof error->traceback - used,
                             "%s:%d: in %s%s%s%s\n", debug.short_src, debug.currentline,
                             debug.what[0] == 'm' ? "the top level of the file" : "function",
                             debug.name ? " '" : "", debug.name ? debug.name : "",
                             debug.name ? "'" : "");
        if (count < 0 || used + (size_t)count >= sizeof error->traceback) break;
        used += (size_t)count;
        if ((!error->line || is_of_part) && n == 0) {
            error->line = debug.currentline;
            copy_text(error->chunk, sizeof error->chunk, debug.short_src, strlen(debug.short_src));
        }
        n++;
    }
    error->traceback[used] = 0;
}

/// A script that exceeds a limit at this depth is probably in an infinite recursion.
enum { deep_level = 5000 };

/// Reports the recursion and its function, since memory or time is only what ran out first.
static void explain_depth(cpl_error *error, lua_State *L, const char *text) {
    lua_Debug debug;
    if (!lua_getstack(L, deep_level, &debug)) return;
    snprintf(error->message, sizeof error->message, "stack overflow: more than %d calls are nested; %s",
             deep_level, text);
    // The frame may belong to the host or a library.
    for (int level = deep_level; level > deep_level - 10; level--) {
        if (!lua_getstack(L, level, &debug) || !lua_getinfo(L, "Sln", &debug) || !is_of_file(&debug)) continue;
        snprintf(error->hint, sizeof error->hint,
                 "the function%s%s%s at line %d calls itself, directly or through others; end the recursion under a condition",
                 debug.name ? " '" : "", debug.name ? debug.name : "", debug.name ? "'" : "", debug.linedefined);
        return;
    }
}

static void note(cpl_state *state, lua_State *L, int index, int level, cpl_status status) {
    cpl_error *error = &state->error;
    memset(error, 0, sizeof *error);
    error->status = status;
    bool budget = status == CPL_ERROR_TIME || status == CPL_ERROR_INSTRUCTIONS
        || status == CPL_ERROR_MEMORY;
    if (budget) {
        const char *text = text_of(state, status);
        copy_text(error->message, sizeof error->message, text, strlen(text));
        if (status == CPL_ERROR_MEMORY && state->stack_refused) {
            const char *hint = "make what takes many calls before the values are joined";
            copy_text(error->hint, sizeof error->hint, hint, strlen(hint));
        } else {
            explain_depth(error, L, text);
        }
    }
    else take_value(state, L, index);
    take_traceback(error, L, level);
}

int cpl_message_handler(lua_State *L) {
    cpl_state *state = cpl_of(L);
    cpl_status status = state->killed ? (cpl_status)state->killed : CPL_ERROR_RUNTIME;
    note(state, L, 1, 1, status);
    return 1;
}

void cpl_note_error(cpl_state *state, lua_State *co, cpl_status status) {
    note(state, co, -1, 0, status);
}

void cpl_note_leaving(cpl_state *state) {
    cpl_status status = (cpl_status)state->killed;
    cpl_set_error(state, status, text_of(state, status));
    static const char hint[] =
        "it ran where Lua cannot tell the line: a __call that leads back to itself, a huge expression, a collection";
    copy_text(state->error.hint, sizeof state->error.hint, hint, sizeof hint - 1);
}

const cpl_error *cpl_last_error(const cpl_state *state) { return &state->error; }

/// "file:line" of the nearest frame that belongs to a file, or nil.
static void push_place(lua_State *L) {
    lua_Debug debug;
    for (int level = 1; lua_getstack(L, level, &debug); level++) {
        if (!lua_getinfo(L, "Sl", &debug) || !is_of_file(&debug)) continue;
        lua_pushfstring(L, "%s:%d", debug.short_src, debug.currentline);
        return;
    }
    lua_pushnil(L);
}

static int error_text(lua_State *L) {
    bool placed = lua_getfield(L, 1, "place") == LUA_TSTRING;
    if (placed) lua_pushliteral(L, ": ");
    lua_getfield(L, 1, "message");
    // The script may have put any value there. The strings joined here have no `__concat` function.
    if (!lua_isstring(L, -1)) cpl_push_text(L, -1, NULL), lua_replace(L, -2);
    if (placed) lua_concat(L, 3);
    return 1;
}

_Noreturn static void raise_error(lua_State *L, const uint8_t *json, size_t length) {
    luaL_checkstack(L, 6, NULL);
    cpl_push_json(L, json, length, "the host's error");
    if (lua_type(L, -1) != LUA_TTABLE) {
        lua_createtable(L, 0, 2);
        lua_insert(L, -2);
        lua_setfield(L, -2, "message");
    }
    // Beside the message instead of in it, so that a script that catches the error sees the host's text.
    push_place(L);
    lua_setfield(L, -2, "place");
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_error_metatable) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_createtable(L, 0, 2);
        lua_pushcfunction(L, error_text);
        lua_setfield(L, -2, "__tostring");
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &cpl_error_metatable);
    }
    lua_setmetatable(L, -2);
    lua_error(L);
    abort();
}

void cpl_raise_answer(lua_State *L) {
    cpl_state *state = cpl_of(L);
    raise_error(L, state->answer.bytes, state->answer.count);
}

void cpl_raise_error(lua_State *L, const char *json) { raise_error(L, (const uint8_t *)json, strlen(json)); }
