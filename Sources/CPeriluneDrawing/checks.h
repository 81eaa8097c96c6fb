#pragma once
#include "CPeriluneDrawing.h"

/// Memory, or NULL: also where a test wants it.
void *perilune_drawing_allocate(size_t size);

/// Whether a test wants something to fail here.
bool perilune_drawing_fails_here(void);
