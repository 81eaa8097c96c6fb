#include "checks.h"

#include <stdlib.h>

static _Thread_local int countdown;

void perilune_drawing_fail_at(int value) { countdown = value; }

bool perilune_drawing_fails_here(void) { return countdown > 0 && --countdown == 0; }

void *perilune_drawing_allocate(size_t size) {
    return perilune_drawing_fails_here() ? NULL : malloc(size ? size : 1);
}
