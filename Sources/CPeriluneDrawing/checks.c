#include "checks.h"

#include <CPeriluneLoading.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fonts.h"

const char *perilune_drawing_load(void) {
    static pthread_once_t fonts = PTHREAD_ONCE_INIT;
    const char *problem = perilune_load_pango();
    if (!problem) pthread_once(&fonts, perilune_drawing_use_own_fonts);
    return problem ? problem : perilune_load_png();
}

static _Thread_local int countdown;

void perilune_drawing_fail_at(int value) { countdown = value; }

bool perilune_drawing_fails_here(void) { return countdown > 0 && --countdown == 0; }

void *perilune_drawing_allocate(size_t size) {
    return perilune_drawing_fails_here() ? NULL : malloc(size ? size : 1);
}

void *perilune_drawing_reallocate(void *memory, size_t size) {
    return perilune_drawing_fails_here() ? NULL : realloc(memory, size);
}

bool perilune_bytes_append(
    perilune_bytes *to, size_t *capacity, const uint8_t *bytes, size_t count) {
    if (to->count + count > *capacity) {
        size_t larger = (to->count + count) * 2;
        uint8_t *moved = perilune_drawing_reallocate(to->bytes, larger);
        if (!moved) return false;
        to->bytes = moved;
        *capacity = larger;
    }
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
    return true;
}
