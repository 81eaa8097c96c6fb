// Frames: the memory of one event in progress. A state recycles them, so an event that is not suspended allocates
// nothing.
#include "internal.h"

#include <stdlib.h>

static int make_parts(lua_State *L) {
    cpl_frame *frame = lua_touserdata(L, 1);
    lua_settop(L, 0);
    frame->coroutine = lua_newthread(L);
    frame->coroutine_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

cpl_frame *cpl_frame_take(cpl_state *state) {
    cpl_frame *frame = state->idle_frames;
    if (frame) {
        state->idle_frames = frame->next;
        frame->next = NULL;
        return frame;
    }
    frame = calloc(1, sizeof *frame);
    if (!frame) return NULL;
    frame->state = state;
    frame->sibling = state->frames;
    state->frames = frame;
    frame->coroutine_ref = LUA_NOREF;
    lua_State *L = state->main;
    lua_pushcfunction(L, make_parts);
    lua_pushlightuserdata(L, frame);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
        lua_settop(L, 0);
        state->frames = frame->sibling;
        cpl_frame_free(frame);
        return NULL;
    }
    return frame;
}

void cpl_frame_give_back(cpl_frame *frame) {
    cpl_state *state = frame->state;
    free(frame->copy);
    frame->copy = NULL;
    frame->handles = 0;
    frame->next = state->idle_frames;
    state->idle_frames = frame;
}

void cpl_frame_free(cpl_frame *frame) {
    free(frame->copy);
    cpj_buffer_free(&frame->key);
    cpj_buffer_free(&frame->saved);
    cpj_buffer_free(&frame->text);
    cpj_buffer_free(&frame->timers);
    free(frame);
}

bool cpl_frame_keep(cpl_frame *frame) {
    // At the prompt, an event continues after it was suspended and may be suspended again.
    if (frame->copy) return true;
    cpj_document *document = &frame->document;
    size_t nodes = (size_t)document->count + 1;
    size_t bytes = document->length + CPJ_PADDING;
    size_t index = nodes * sizeof(uint32_t);
    // index and close first, for their alignment
    uint8_t *copy = malloc(2 * index + nodes + bytes);
    if (!copy) return false;
    memcpy(copy, document->index, index);
    memcpy(copy + index, document->close, index);
    memcpy(copy + 2 * index, document->depth, nodes);
    memcpy(copy + 2 * index + nodes, document->bytes, document->length);
    memset(copy + 2 * index + nodes + document->length, ' ', CPJ_PADDING);
    document->index = (const uint32_t *)copy;
    document->close = (const uint32_t *)(copy + index);
    document->depth = copy + 2 * index;
    document->bytes = copy + 2 * index + nodes;
    frame->copy = copy;
    return true;
}
