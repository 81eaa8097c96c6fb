// Time and random numbers of an event: both are derived from the event, so that processing it again gives the same
// result.
#include "internal.h"

uint64_t cpl_event_seed(const cpl_state *state) {
    uint64_t hash = state->run_seed ^ 0xCBF29CE484222325u;
    if (!state->frame) return hash;
    const cpj_document *d = &state->frame->document;
    uint32_t id = d->envelope[CPJ_ID];
    if (id) {
        cpj_text text = cpj_raw(d, id);
        for (size_t i = 0; i < text.length; i++) hash = (hash ^ text.bytes[i]) * 0x100000001B3u;
    }
    return hash + state->frame->resumed;
}

bool cpl_event_time(const cpl_state *state, int64_t *microseconds) {
    if (!state->frame) return false;
    cpj_begin_busy();          // a time with escapes is unescaped in memory that a longjmp would leak
    bool has_time = cpj_event_time(&state->frame->document, microseconds);
    cpj_end_busy();
    return has_time;
}

bool cpl_state_time(const cpl_state *state, int64_t *microseconds) {
    if (!cpl_event_time(state, microseconds)) return false;
    if (*microseconds > state->frame->time_bound) *microseconds = state->frame->time_bound;
    return true;
}

int64_t cpl_state_clock(const cpl_state *state) {
    int64_t microseconds;
    return cpl_state_time(state, &microseconds) ? microseconds : 0;
}

int64_t cpl_clock(const cpl_state *state) {
    int64_t microseconds;
    return cpl_event_time(state, &microseconds) ? microseconds : 0;
}
