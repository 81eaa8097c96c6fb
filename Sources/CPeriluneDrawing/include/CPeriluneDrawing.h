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

/// Loads the libraries, once; answers NULL, or what is wrong. Nothing else here may be called before.
const char *perilune_drawing_load(void);

/// Lets the n-th of the following allocations and checks of this thread fail; 0 ends that. For tests.
void perilune_drawing_fail_at(int countdown);

// Fonts and text. None of these may run on two threads at once: they share one font map.

typedef struct perilune_typesetter perilune_typesetter;
typedef struct perilune_font perilune_font;

typedef struct {
    double width, ascent, descent;
    /// A character that no font of the machine has, or 0.
    uint32_t missing;
} perilune_extent;

/// The one typesetter of the process; it lives until the end.
perilune_drawing_status perilune_typesetter_create(perilune_typesetter **result);

/// A font of the first of these families, separated by commas, that is there; it lives until the end. All
/// figures of a tabular one are equally wide, if the family has such figures.
perilune_drawing_status perilune_font_create(
    perilune_typesetter *typesetter, const char *families, double size, int weight, bool italic,
    bool tabular, perilune_font **result);

/// The script of a character as in ISO 15924: the bytes of a name such as Arab, the first one highest.
uint32_t perilune_script_of(uint32_t character);

/// The room that one line of UTF-8 text takes; `length` in bytes.
perilune_drawing_status perilune_font_measure(
    perilune_font *font, const char *text, size_t length, perilune_extent *result);

// Pictures. Coordinates are points; those of rectangles are x, y, width and height, those of points x and y.
// Once something has failed, a canvas ignores what follows, and the end of it tells what failed.

typedef struct perilune_canvas perilune_canvas;
typedef struct perilune_pattern perilune_pattern;

typedef struct {
    double red, green, blue, alpha;
} perilune_color;

typedef struct {
    double width;
    const double *dash;
    size_t dash_count;
} perilune_stroke;

/// Pixels in memory: `scale` pixels for each point. Transparent where `alpha` is set, else black.
perilune_drawing_status perilune_canvas_create_image(
    int width, int height, double scale, bool alpha, perilune_canvas **result);
/// A page of PDF; the title in UTF-8.
perilune_drawing_status perilune_canvas_create_pdf(
    double width, double height, const char *title, perilune_canvas **result);
void perilune_canvas_destroy(perilune_canvas *canvas);

/// Moves what follows, cuts it off at the clip (or NULL), and makes it transparent, until the pop.
void perilune_canvas_push(
    perilune_canvas *canvas, double x, double y, const double *clip, double opacity);
void perilune_canvas_pop(perilune_canvas *canvas, double opacity);

/// What the following is painted with.
void perilune_canvas_set_color(perilune_canvas *canvas, perilune_color color);
void perilune_canvas_set_pattern(perilune_canvas *canvas, perilune_pattern *pattern);

/// Lines over a ground, repeated each `period` points; a line is four numbers, x and y of both ends.
perilune_drawing_status perilune_canvas_create_hatch(
    perilune_canvas *canvas, double period, const double *lines, size_t count, double width,
    perilune_color color, perilune_color ground, perilune_pattern **result);
void perilune_pattern_destroy(perilune_pattern *pattern);

/// Rectangles, in PNG along whole pixels and at least one wide and high.
void perilune_canvas_fill_rects(perilune_canvas *canvas, const double *rects, size_t count);
void perilune_canvas_stroke_rects(
    perilune_canvas *canvas, const double *rects, size_t count, perilune_stroke stroke);
/// A line; in PNG one along the axes covers whole pixels.
void perilune_canvas_line(
    perilune_canvas *canvas, const double *ends, perilune_stroke stroke);
/// A line through many points, in short strokes: Cairo takes long for one that crosses itself often.
void perilune_canvas_polyline(
    perilune_canvas *canvas, const double *points, size_t count, perilune_stroke stroke,
    bool in_parts);

/// Adds to the path; verbs are 0 move, 1 line, 2 curve, 3 close.
void perilune_canvas_add_path(
    perilune_canvas *canvas, const uint8_t *verbs, size_t count, const double *points);
void perilune_canvas_add_circle(perilune_canvas *canvas, double x, double y, double radius);
/// In PNG, a rectangle with round corners lies along whole pixels: its edges, or the lines on them of this width.
void perilune_canvas_add_rounded(
    perilune_canvas *canvas, const double *rect, double radius, double line);
/// Fills the path and keeps it.
void perilune_canvas_fill(perilune_canvas *canvas);
void perilune_canvas_stroke(perilune_canvas *canvas, perilune_stroke stroke);
void perilune_canvas_end_path(perilune_canvas *canvas);

/// A line of text; `anchor` is the part of its width that stands left of x. Not on two threads at once.
perilune_drawing_status perilune_canvas_text(
    perilune_canvas *canvas, perilune_font *font, const char *text, size_t length, double x,
    double y, double anchor, double degrees);

/// A PNG within a rectangle, stretched, or else cut off where it does not fit.
perilune_drawing_status perilune_canvas_image(
    perilune_canvas *canvas, const uint8_t *png, size_t length, const double *rect, bool fills);
/// The pixels of a PNG, four bytes each in the order of Cairo, colours multiplied with alpha; the caller frees
/// them.
perilune_drawing_status perilune_png_decode(
    const uint8_t *png, size_t length, uint8_t **pixels, int *width, int *height);

/// Bytes that are the caller's to free.
typedef struct {
    uint8_t *bytes;
    size_t count;
} perilune_bytes;

/// Ends the picture; nothing may be drawn afterwards. `pixels_per_metre` is written into a PNG.
perilune_drawing_status perilune_canvas_finish(
    perilune_canvas *canvas, unsigned pixels_per_metre, perilune_bytes *result);
