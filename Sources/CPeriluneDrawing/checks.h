#pragma once
#include "CPeriluneDrawing.h"

/// Memory, or NULL: also where a test wants it.
void *perilune_drawing_allocate(size_t size);
void *perilune_drawing_reallocate(void *memory, size_t size);

/// Whether a test wants something to fail here.
bool perilune_drawing_fails_here(void);

/// Adds to bytes; answers whether there was memory.
bool perilune_bytes_append(
    perilune_bytes *to, size_t *capacity, const uint8_t *bytes, size_t count);
