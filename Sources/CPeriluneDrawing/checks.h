#pragma once
#include "CPeriluneDrawing.h"

/// Allocates memory; NULL without memory, or if a test makes it fail.
void *perilune_drawing_allocate(size_t size);
void *perilune_drawing_reallocate(void *memory, size_t size);

/// Whether a test makes the current step fail.
bool perilune_drawing_fails_here(void);

/// Appends bytes; returns false without memory.
bool perilune_bytes_append(
    perilune_bytes *to, size_t *capacity, const uint8_t *bytes, size_t count);
