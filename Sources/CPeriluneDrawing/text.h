#pragma once
#include <pango/pangocairo.h>

#include "CPeriluneDrawing.h"

struct perilune_typesetter {
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout;
    PangoGlyphString *glyphs;
};

struct perilune_font {
    perilune_typesetter *typesetter;
    PangoFontDescription *description;
    double ascent, descent;
    /// Tabular figures: the attributes of layouts, and the same for text that is shaped without a layout.
    PangoAttrList *attributes;
    GSList features;
    /// How plain letters are shaped without a layout; its font is NULL if that is not possible.
    PangoAnalysis plain;
};

/// A line of text ready to be drawn: glyphs of one font, or the typesetter's layout.
typedef struct {
    PangoFont *font;
    PangoGlyphString *glyphs;
    double width;
} perilune_line;

perilune_line perilune_font_shape(perilune_font *font, const char *text, size_t length);
