// Records what a script does with an event, for explanations.
//
// It costs nothing otherwise: while a state is traced, the metatable of its views has other functions, which record a
// read and call the normal ones, and the budget's hook is also called for lines. The records are outside of the
// state's memory, so that a script reaches its limit exactly as it would without a trace.
#include "internal.h"

#include <stdlib.h>

enum { most_reads = 512, most_name_bytes = 1 << 16, most_chunks = 16, most_lines = 1 << 16 };

struct chunk {
    char name[256];
    uint32_t *counts;          // by line
    uint32_t room, last;
};

struct cpl_trace {
    cpl_read reads[most_reads];
    size_t read_count;
    cpj_buffer names;          // of members that are not there
    struct chunk chunks[most_chunks];
    size_t chunk_count;
    uint64_t instructions;
    size_t used_before, allocated;
    bool is_cut;
};

// Reads

static bool is_same(const cpl_trace *trace, const cpl_read *one, const cpl_read *other) {
    return one->node == other->node && one->is_missing == other->is_missing
        && one->name_length == other->name_length
        && memcmp(trace->names.bytes + one->name, trace->names.bytes + other->name,
                  one->name_length) == 0;
}

/// Records a read of a part of the event; `name` is that of a member which is missing in its container `node`.
static void note(cpl_trace *trace, uint32_t node, const char *name, size_t length, bool whole) {
    cpl_read read = {.node = node, .is_missing = name != NULL, .is_whole = whole};
    if (name) {
        if (trace->names.count + length > most_name_bytes) { trace->is_cut = true; return; }
        read.name = (uint32_t)trace->names.count;
        read.name_length = (uint32_t)length;
        cpj_put(&trace->names, name, length);
        if (trace->names.failed) { trace->is_cut = true; return; }
    }
    for (size_t i = 0; i < trace->read_count; i++) {
        if (!is_same(trace, &trace->reads[i], &read)) continue;
        if (whole) trace->reads[i].is_whole = true;
        if (name) trace->names.count -= length;
        return;
    }
    if (trace->read_count == most_reads) { trace->is_cut = true; return; }
    trace->reads[trace->read_count++] = read;
}

void cpl_trace_whole(cpl_trace *trace, uint32_t node) { note(trace, node, NULL, 0, true); }

void cpl_trace_member(cpl_trace *trace, const cpj_document *document, uint32_t object,
                      const char *name, size_t length) {
    uint32_t node = cpj_member(document, object, name, length);
    if (node) note(trace, node, NULL, 0, false);
    else note(trace, object, name, length, false);
}

static void note_element(cpl_trace *trace, const cpj_document *document, uint32_t array,
                         lua_Integer number) {
    uint32_t node = number > 0 ? cpj_element(document, array, (uint64_t)number - 1) : 0;
    if (node) { note(trace, node, NULL, 0, false); return; }
    char name[24];
    int length = lua_integer2str(name, sizeof name, number);
    note(trace, array, name, (size_t)length, false);
}

/// The trace, and the part of the event that is the first argument; NULL if there is nothing to record.
static cpl_trace *trace_of(lua_State *L, uint32_t *node) {
    cpl_trace *trace = cpl_of(L)->trace;
    return trace && cpl_is_view(L, 1, node) ? trace : NULL;
}

static int noted_index(lua_State *L) {
    uint32_t part;
    cpl_trace *trace = trace_of(L, &part);
    if (trace) {
        const cpj_document *document = cpl_document(L);
        if (cpj_kind(document, part) == '{') {
            size_t length;
            const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : NULL;
            if (key) cpl_trace_member(trace, document, part, key, length);
        } else if (lua_type(L, 2) == LUA_TNUMBER) {
            int is_integer;
            lua_Integer number = lua_tointegerx(L, 2, &is_integer);
            if (is_integer) note_element(trace, document, part, number);
        }
    }
    return cpl_view_index(L);
}

static int noted_whole(lua_State *L, lua_CFunction usual) {
    uint32_t part;
    cpl_trace *trace = trace_of(L, &part);
    if (trace) cpl_trace_whole(trace, part);
    return usual(L);
}

static int noted_length(lua_State *L) { return noted_whole(L, cpl_view_length); }
static int noted_pairs(lua_State *L) { return noted_whole(L, cpl_view_pairs); }
static int noted_text(lua_State *L) { return noted_whole(L, cpl_view_text); }

static int set_methods(lua_State *L) {
    static const luaL_Reg usual[] = {
        {"__index", cpl_view_index}, {"__len", cpl_view_length}, {"__pairs", cpl_view_pairs},
        {"__tostring", cpl_view_text}, {NULL, NULL},
    };
    static const luaL_Reg noting[] = {
        {"__index", noted_index}, {"__len", noted_length}, {"__pairs", noted_pairs},
        {"__tostring", noted_text}, {NULL, NULL},
    };
    lua_rawgetp(L, LUA_REGISTRYINDEX, &cpl_view_metatable);
    luaL_setfuncs(L, cpl_of(L)->trace ? noting : usual, 0);
    return 0;
}

/// Replaces existing fields, whose names the table references, so that nothing is allocated.
static bool change_methods(cpl_state *state) {
    lua_pushcfunction(state->main, set_methods);
    bool done = lua_pcall(state->main, 0, 0, 0) == LUA_OK;
    lua_settop(state->main, 0);
    return done;
}

// Lines and instructions

static struct chunk *chunk_of(cpl_trace *trace, const char *name) {
    for (size_t i = 0; i < trace->chunk_count; i++)
        if (strcmp(trace->chunks[i].name, name) == 0) return &trace->chunks[i];
    if (trace->chunk_count == most_chunks || strlen(name) >= sizeof trace->chunks[0].name) return NULL;
    struct chunk *chunk = &trace->chunks[trace->chunk_count++];
    strcpy(chunk->name, name);
    return chunk;
}

static bool make_room(struct chunk *chunk, uint32_t line) {
    if (line < chunk->room) return true;
    if (line >= most_lines) return false;
    uint32_t room = 256;
    while (room <= line) room *= 2;
    cpj_begin_busy();
    uint32_t *counts = realloc(chunk->counts, room * sizeof *counts);
    if (counts) {
        memset(counts + chunk->room, 0, (room - chunk->room) * sizeof *counts);
        chunk->counts = counts;
        chunk->room = room;
    }
    cpj_end_busy();
    return counts;
}

void cpl_trace_line(cpl_trace *trace, lua_State *L, lua_Debug *debug) {
    // The Lua parts of modules belong to the host, not to the script.
    if (!lua_getinfo(L, "Sl", debug) || debug->source[0] != '@' || debug->currentline < 1) return;
    struct chunk *chunk = chunk_of(trace, debug->source + 1);
    uint32_t line = (uint32_t)debug->currentline;
    if (!chunk || !make_room(chunk, line)) { trace->is_cut = true; return; }
    if (chunk->counts[line] < UINT32_MAX) chunk->counts[line]++;
    chunk->last = line;
}

void cpl_trace_count(cpl_trace *trace, uint64_t instructions) { trace->instructions += instructions; }

// Beginning and end

bool cpl_trace_begin(cpl_state *state) {
    cpl_trace_free(state);
    cpl_trace *trace = state->noted = calloc(1, sizeof *trace);
    if (!trace) return false;
    state->trace = trace;
    if (!change_methods(state)) { state->trace = NULL; return false; }
    // Collection is stopped unless the limit is reached, so additional memory is what was allocated.
    lua_gc(state->main, LUA_GCSTOP);
    trace->used_before = state->memory.used;
    return true;
}

void cpl_trace_end(cpl_state *state) {
    cpl_trace *trace = state->trace;
    if (!trace) return;
    if (!state->main) { state->trace = NULL; return; }
    size_t used = state->memory.used;
    trace->allocated = used > trace->used_before ? used - trace->used_before : 0;
    state->trace = NULL;
    lua_gc(state->main, LUA_GCRESTART);
    // A state whose budget ran out is freed next, and keeps the hook that stops its script.
    if (state->killed) return;
    lua_sethook(state->main, NULL, 0, 0);
    change_methods(state);
}

void cpl_trace_free(cpl_state *state) {
    cpl_trace *trace = state->noted;
    state->noted = NULL;
    if (!trace) return;
    for (size_t i = 0; i < trace->chunk_count; i++) free(trace->chunks[i].counts);
    cpj_buffer_free(&trace->names);
    free(trace);
}

// What was noted

const cpl_read *cpl_trace_reads(const cpl_state *state, size_t *count) {
    *count = state->noted ? state->noted->read_count : 0;
    return state->noted ? state->noted->reads : NULL;
}

const char *cpl_trace_name(const cpl_state *state, const cpl_read *read) {
    return (const char *)state->noted->names.bytes + read->name;
}

const char *cpl_trace_lines(const cpl_state *state, size_t number, const uint32_t **counts,
                            size_t *count, uint32_t *last) {
    const cpl_trace *trace = state->noted;
    if (!trace || number >= trace->chunk_count) return NULL;
    const struct chunk *chunk = &trace->chunks[number];
    *counts = chunk->counts;
    *count = chunk->room;
    *last = chunk->last;
    return chunk->name;
}

cpl_cost cpl_trace_cost(const cpl_state *state) {
    const cpl_trace *trace = state->noted;
    if (!trace) return (cpl_cost){0};
    return (cpl_cost){
        .instructions = trace->instructions, .allocated = trace->allocated, .is_cut = trace->is_cut,
    };
}
