#pragma once
// The only code that calls Cairo, Pango and libpng. Functions answer a perilune_drawing_status, and make nothing
// where they fail; nothing here jumps out of a function of ours.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    PERILUNE_DRAWING_OK,
    PERILUNE_DRAWING_NO_MEMORY,
    /// No fonts are installed.
    PERILUNE_DRAWING_NO_FONTS,
    /// The bytes are not a picture that can be read.
    PERILUNE_DRAWING_BAD_IMAGE,
    /// Too many pixels.
    PERILUNE_DRAWING_TOO_LARGE,
    /// Cairo refused for another reason.
    PERILUNE_DRAWING_FAILED,
} perilune_drawing_status;

/// Lets the n-th of the following allocations and checks of this thread fail; 0 ends that. For tests.
void perilune_drawing_fail_at(int countdown);

// Fonts and text. None of these may run on two threads at once: they share one font map.

typedef struct perilune_typesetter perilune_typesetter;
typedef struct perilune_font perilune_font;

typedef struct {
    double width, ascent, descent;
} perilune_extent;

/// The one typesetter of the process; it lives until the end.
perilune_drawing_status perilune_typesetter_create(perilune_typesetter **result);

/// A font of the first of these families, separated by commas, that is there; it lives until the end.
perilune_drawing_status perilune_font_create(
    perilune_typesetter *typesetter, const char *families, double size, int weight, bool italic,
    perilune_font **result);

/// The room that one line of UTF-8 text takes; `length` in bytes.
perilune_drawing_status perilune_font_measure(
    perilune_font *font, const char *text, size_t length, perilune_extent *result);
