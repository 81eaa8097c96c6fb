// A cache of the texts of recent keys of `state` and members of its large tables, in the memory of the host, so that an event need not read from the
// store what an earlier one saved. It does not count toward the script's memory limit, so what an event may use
// does not depend on the keys before it.
#include "internal.h"

#include <stdlib.h>

enum { most_keys = 1024, fewest_slots = 16, most_slots = 2 * most_keys, most_bytes = 8 << 20 };

struct cpl_kept_text {
    uint8_t *bytes;            // the key, then the JSON; NULL in a free slot
    size_t key_length, length;
    uint64_t hash;
};

static uint64_t hash_of(const uint8_t *key, size_t length) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ key[i]) * 0x100000001B3u;
    return hash ^ hash >> 32;
}

/// The slot of a key, or the free slot for it. There is always one.
static struct cpl_kept_text *slot_of(const cpl_state *state, const uint8_t *key, size_t length, uint64_t hash) {
    for (size_t at = hash % state->text_slots;; at = (at + 1) % state->text_slots) {
        struct cpl_kept_text *text = &state->texts[at];
        if (!text->bytes) return text;
        if (text->hash != hash || text->key_length != length) continue;
        // The empty key may have no bytes at all.
        if (length == 0 || memcmp(text->bytes, key, length) == 0) return text;
    }
}

cpj_text cpl_find_text(const cpl_state *state, const cpj_buffer *key) {
    if (!state->texts) return (cpj_text){NULL, 0};
    const struct cpl_kept_text *text =
        slot_of(state, key->bytes, key->count, hash_of(key->bytes, key->count));
    if (!text->bytes) return (cpj_text){NULL, 0};
    return (cpj_text){text->bytes + text->key_length, text->length};
}

void cpl_forget_texts(cpl_state *state) {
    cpj_begin_busy();
    for (size_t i = 0; i < state->text_slots; i++) free(state->texts[i].bytes);
    free(state->texts);
    state->texts = NULL;
    state->text_slots = state->text_count = state->text_bytes = 0;
    cpj_end_busy();
}

/// Makes room for one more key: at least half of the slots stay free. The table starts empty and grows, because most
/// scripts have few keys and tests reset the state often.
static bool make_room(cpl_state *state) {
    if (state->text_slots && 2 * (state->text_count + 1) <= state->text_slots) return true;
    struct cpl_kept_text *old = state->texts;
    size_t count = state->text_slots;
    size_t slots = count ? 4 * count : fewest_slots;
    if (slots > most_slots) slots = most_slots;
    struct cpl_kept_text *texts = calloc(slots, sizeof *texts);
    if (!texts) return false;
    state->texts = texts;
    state->text_slots = slots;
    for (size_t i = 0; i < count; i++)
        if (old[i].bytes) *slot_of(state, old[i].bytes, old[i].key_length, old[i].hash) = old[i];
    free(old);
    return true;
}

void cpl_keep_text(cpl_state *state, const cpj_buffer *key, const uint8_t *json, size_t length) {
    size_t size = key->count + length;
    uint64_t hash = hash_of(key->bytes, key->count);
    cpj_begin_busy();
    if (state->text_count == most_keys || state->text_bytes + size > most_bytes) cpl_forget_texts(state);
    // One byte more, because malloc(0) may return NULL.
    uint8_t *bytes = size <= most_bytes && make_room(state) ? malloc(size + 1) : NULL;
    if (bytes) {
        if (key->count) memcpy(bytes, key->bytes, key->count);
        if (length) memcpy(bytes + key->count, json, length);
        struct cpl_kept_text *text = slot_of(state, key->bytes, key->count, hash);
        if (text->bytes) state->text_bytes -= text->key_length + text->length;
        else state->text_count++;
        free(text->bytes);
        *text = (struct cpl_kept_text){bytes, key->count, length, hash};
        state->text_bytes += size;
    } else {
        // The outdated text of the key must not stay in the cache.
        cpl_forget_texts(state);
    }
    cpj_end_busy();
}
