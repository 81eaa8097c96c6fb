#include "text.h"

#include <CPeriluneLoading.h>
#include <stdlib.h>
#include <string.h>

#include "canvas.h"
#include "checks.h"

/// Makes advances independent of the resolution, so that a text has the same width in PNG and SVG.
static void set_options(PangoContext *context) {
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context, FALSE);
    // Otherwise the language depends on the environment.
    pango_context_set_language(context, pango_language_from_string("en"));
    pango_context_set_base_dir(context, PANGO_DIRECTION_LTR);
}

perilune_drawing_status perilune_typesetter_create(perilune_typesetter **result) {
    // Pango lists families even if no font is installed, and would draw nothing.
    if (perilune_font_count() == 0) return PERILUNE_DRAWING_NO_FONTS;
    perilune_typesetter *made = perilune_drawing_allocate(sizeof *made);
    if (!made) return PERILUNE_DRAWING_NO_MEMORY;
    // Not the default map, which belongs to the thread that first requests it.
    made->map = pango_cairo_font_map_new();
    made->context = pango_font_map_create_context(made->map);
    set_options(made->context);
    made->layout = pango_layout_new(made->context);
    pango_layout_set_single_paragraph_mode(made->layout, TRUE);
    made->glyphs = pango_glyph_string_new();
    *result = made;
    return PERILUNE_DRAWING_OK;
}

/// A letter that a Latin font shapes in one run: ASCII, letters with accents, and some typographic signs. Returns the
/// number of its bytes, or 0 for other characters.
static size_t plain_letter(const uint8_t *text, const uint8_t *end) {
    if (*text < 0x80) return *text >= ' ' && *text < 0x7f;
    if (end - text < 2) return 0;
    // U+00A0 to U+017F, without the soft hyphen and the signs that are also emoji.
    if (*text == 0xc2) {
        bool is_letter =
            text[1] >= 0xa0 && text[1] != 0xa9 && text[1] != 0xad && text[1] != 0xae;
        return is_letter ? 2 : 0;
    }
    if (*text >= 0xc3 && *text <= 0xc5) return 2;
    static const char signs[][4] = {"–", "—", "’", "…", "€"};
    if (end - text < 3) return 0;
    for (size_t index = 0; index < sizeof signs / sizeof *signs; index++)
        if (memcmp(text, signs[index], 3) == 0) return 3;
    return 0;
}

static bool is_plain(const char *text, size_t length) {
    const uint8_t *letter = (const uint8_t *)text, *end = letter + length;
    while (letter < end) {
        size_t size = plain_letter(letter, end);
        if (size == 0) return false;
        letter += size;
    }
    return length > 0;
}

/// Sets the text of the typesetter's layout.
static PangoLayout *lay_out(perilune_font *font, const char *text, size_t length) {
    PangoLayout *layout = font->typesetter->layout;
    pango_layout_set_font_description(layout, font->description);
    pango_layout_set_attributes(layout, font->attributes);
    pango_layout_set_text(layout, text, (int)length);
    return layout;
}

static PangoGlyphString *shape_plain(perilune_font *font, const char *text, size_t length) {
    PangoGlyphString *glyphs = font->typesetter->glyphs;
    pango_shape(text, (int)length, &font->plain, glyphs);
    return glyphs;
}

/// Finds out how a layout shapes plain letters; if it needs more than one run, there is no fast path.
static void learn_plain(perilune_font *font) {
    char all[600];
    size_t length = 0;
    for (unsigned char letter = ' '; letter < 0x7f; letter++) all[length++] = (char)letter;
    for (unsigned char lead = 0xc2; lead <= 0xc5; lead++)
        for (unsigned char next = 0x80; next < 0xc0; next++) {
            uint8_t letter[2] = {lead, next};
            if (plain_letter(letter, letter + 2) == 0) continue;
            memcpy(all + length, letter, 2);
            length += 2;
        }
    static const char signs[] = "–—’…€";
    memcpy(all + length, signs, sizeof signs - 1);
    length += sizeof signs - 1;
    PangoLayoutLine *line =
        pango_layout_get_line_readonly(lay_out(font, all, length), 0);
    if (line && line->runs && !line->runs->next) {
        PangoGlyphItem *run = line->runs->data;
        font->plain = run->item->analysis;
        font->plain.extra_attrs = font->attributes ? &font->features : NULL;
        g_object_ref(font->plain.font);
        PangoGlyphString *glyphs = shape_plain(font, all, length);
        for (int index = 0; index < glyphs->num_glyphs; index++)
            if (glyphs->glyphs[index].glyph & PANGO_GLYPH_UNKNOWN_FLAG) {
                g_object_unref(font->plain.font);
                font->plain.font = NULL;
                break;
            }
    }
}

perilune_drawing_status perilune_font_create(
    perilune_typesetter *typesetter, const char *families, double size, int weight, bool italic,
    bool tabular, perilune_font **result) {
    perilune_font *made = perilune_drawing_allocate(sizeof *made);
    if (!made) return PERILUNE_DRAWING_NO_MEMORY;
    memset(made, 0, sizeof *made);
    made->typesetter = typesetter;
    PangoFontDescription *description = pango_font_description_new();
    pango_font_description_set_family(description, families);
    pango_font_description_set_weight(description, (PangoWeight)weight);
    pango_font_description_set_style(description, italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    pango_font_description_set_absolute_size(description, size * PANGO_SCALE);
    made->description = description;
    if (tabular) {
        made->attributes = pango_attr_list_new();
        pango_attr_list_insert(made->attributes, pango_attr_font_features_new("tnum=1"));
        made->features.data = pango_attr_font_features_new("tnum=1");
    }
    PangoFontMetrics *metrics = pango_context_get_metrics(typesetter->context, description, NULL);
    made->ascent = (double)pango_font_metrics_get_ascent(metrics) / PANGO_SCALE;
    made->descent = (double)pango_font_metrics_get_descent(metrics) / PANGO_SCALE;
    pango_font_metrics_unref(metrics);
    learn_plain(made);
    *result = made;
    return PERILUNE_DRAWING_OK;
}

perilune_line perilune_font_shape(perilune_font *font, const char *text, size_t length) {
    if (font->plain.font && is_plain(text, length)) {
        PangoGlyphString *glyphs = shape_plain(font, text, length);
        return (perilune_line){
            font->plain.font, glyphs, (double)pango_glyph_string_get_width(glyphs) / PANGO_SCALE};
    }
    PangoLayout *layout = lay_out(font, text, length);
    PangoRectangle extents;
    pango_layout_line_get_extents(pango_layout_get_line_readonly(layout, 0), NULL, &extents);
    return (perilune_line){NULL, NULL, (double)extents.width / PANGO_SCALE};
}

/// A character in the layout that no font has, or 0.
static uint32_t missing_character(PangoLayout *layout) {
    if (pango_layout_get_unknown_glyphs_count(layout) == 0) return 0;
    PangoLayoutLine *line = pango_layout_get_line_readonly(layout, 0);
    for (GSList *next = line ? line->runs : NULL; next; next = next->next) {
        PangoGlyphString *glyphs = ((PangoGlyphItem *)next->data)->glyphs;
        for (int index = 0; index < glyphs->num_glyphs; index++) {
            PangoGlyph glyph = glyphs->glyphs[index].glyph;
            if (glyph != PANGO_GLYPH_EMPTY && (glyph & PANGO_GLYPH_UNKNOWN_FLAG))
                return glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
        }
    }
    return 0;
}

uint32_t perilune_script_of(uint32_t character) {
    return g_unicode_script_to_iso15924(g_unichar_get_script(character));
}

perilune_drawing_status perilune_font_measure(
    perilune_font *font, const char *text, size_t length, perilune_extent *result) {
    if (perilune_drawing_fails_here()) return PERILUNE_DRAWING_NO_MEMORY;
    perilune_line line = perilune_font_shape(font, text, length);
    // The font has all plain letters.
    uint32_t missing = line.glyphs ? 0 : missing_character(font->typesetter->layout);
    *result = (perilune_extent){line.width, font->ascent, font->descent, missing};
    return PERILUNE_DRAWING_OK;
}

perilune_drawing_status perilune_canvas_text(
    perilune_canvas *canvas, perilune_font *font, const char *text, size_t length, double x,
    double y, double anchor, double degrees) {
    if (perilune_drawing_fails_here()) return PERILUNE_DRAWING_FAILED;
    cairo_t *cairo = canvas->cairo;
    perilune_line line = perilune_font_shape(font, text, length);
    if (degrees != 0) {
        cairo_save(cairo);
        cairo_translate(cairo, x, y);
        cairo_rotate(cairo, degrees * G_PI / 180);
        cairo_move_to(cairo, -anchor * line.width, 0);
    } else {
        cairo_move_to(cairo, x - anchor * line.width, y);
    }
    // For PDF a layout also records the characters of its glyphs.
    if (line.glyphs && canvas->pixels) {
        pango_cairo_show_glyph_string(cairo, line.font, line.glyphs);
    } else {
        PangoLayout *layout =
            line.glyphs ? lay_out(font, text, length) : font->typesetter->layout;
        pango_cairo_show_layout_line(cairo, pango_layout_get_line_readonly(layout, 0));
    }
    if (degrees != 0) cairo_restore(cairo);
    cairo_new_path(cairo);
    return PERILUNE_DRAWING_OK;
}
