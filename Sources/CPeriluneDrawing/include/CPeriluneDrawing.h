#pragma once
// The only code that calls Cairo, Pango and libpng. Functions return a perilune_drawing_status, and create nothing if
// they fail; none of them jumps out.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    PERILUNE_DRAWING_OK,
    PERILUNE_DRAWING_NO_MEMORY,
    /// No fonts are installed.
    PERILUNE_DRAWING_NO_FONTS,
    /// The bytes are not a valid picture.
    PERILUNE_DRAWING_BAD_IMAGE,
    /// Too many pixels.
    PERILUNE_DRAWING_TOO_LARGE,
    /// Cairo failed for another reason.
    PERILUNE_DRAWING_FAILED,
} perilune_drawing_status;

/// Loads the libraries once; returns NULL or an error message. Must be called before all other functions.
const char *perilune_drawing_load(void);

/// Makes the n-th of the following allocations and checks of this thread fail, for tests; 0 ends that.
void perilune_drawing_fail_at(int countdown);

// Fonts and text. None of these functions may run on two threads at once, since they share a font map.

typedef struct perilune_typesetter perilune_typesetter;
typedef struct perilune_font perilune_font;

typedef struct {
    double width, ascent, descent;
    /// A character that no installed font has, or 0.
    uint32_t missing;
} perilune_extent;

/// Gets the typesetter of the process, which is never freed.
perilune_drawing_status perilune_typesetter_create(perilune_typesetter **result);

/// Opens a font of the first installed one of these families (separated by commas); it is never freed. With
/// `tabular`, all digits have the same width, if the family has such digits.
perilune_drawing_status perilune_font_create(
    perilune_typesetter *typesetter, const char *families, double size, int weight, bool italic,
    bool tabular, perilune_font **result);

/// The script of a character as in ISO 15924: the bytes of a name such as Arab, the first one highest.
uint32_t perilune_script_of(uint32_t character);

/// Measures one line of UTF-8 text; `length` in bytes.
perilune_drawing_status perilune_font_measure(
    perilune_font *font, const char *text, size_t length, perilune_extent *result);

// Pictures. Coordinates are in points; rectangles are x, y, width and height. After a failure, a canvas ignores
// further calls, and perilune_canvas_finish returns the status.

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

/// Creates an image in memory with `scale` pixels per point; transparent if `alpha` is set, else black.
perilune_drawing_status perilune_canvas_create_image(
    int width, int height, double scale, bool alpha, perilune_canvas **result);
/// Creates a PDF page; the title is UTF-8.
perilune_drawing_status perilune_canvas_create_pdf(
    double width, double height, const char *title, perilune_canvas **result);
void perilune_canvas_destroy(perilune_canvas *canvas);

/// Translates what follows, clips it (unless the clip is NULL), and makes it transparent, until the matching pop.
void perilune_canvas_push(
    perilune_canvas *canvas, double x, double y, const double *clip, double opacity);
void perilune_canvas_pop(perilune_canvas *canvas, double opacity);

/// Sets the colour of what follows.
void perilune_canvas_set_color(perilune_canvas *canvas, perilune_color color);
void perilune_canvas_set_pattern(perilune_canvas *canvas, perilune_pattern *pattern);

/// Creates a hatch pattern: lines on a background, repeated every `period` points; each line is given by x and y of
/// both ends.
perilune_drawing_status perilune_canvas_create_hatch(
    perilune_canvas *canvas, double period, const double *lines, size_t count, double width,
    perilune_color color, perilune_color ground, perilune_pattern **result);
void perilune_pattern_destroy(perilune_pattern *pattern);

/// Fills rectangles; in PNG they are aligned to whole pixels and at least one pixel in size.
void perilune_canvas_fill_rects(perilune_canvas *canvas, const double *rects, size_t count);
void perilune_canvas_stroke_rects(
    perilune_canvas *canvas, const double *rects, size_t count, perilune_stroke stroke);
/// Draws a line; in PNG, horizontal and vertical lines cover whole pixels.
void perilune_canvas_line(
    perilune_canvas *canvas, const double *ends, perilune_stroke stroke);
/// Draws a line through many points, in short strokes, because Cairo is slow for lines that cross themselves often.
void perilune_canvas_polyline(
    perilune_canvas *canvas, const double *points, size_t count, perilune_stroke stroke,
    bool in_parts);

/// Adds segments to the path; verbs are 0 move, 1 line, 2 curve, 3 close.
void perilune_canvas_add_path(
    perilune_canvas *canvas, const uint8_t *verbs, size_t count, const double *points);
void perilune_canvas_add_circle(perilune_canvas *canvas, double x, double y, double radius);
/// Adds a rounded rectangle to the path; in PNG its edges, or lines of this width along them, are aligned to whole
/// pixels.
void perilune_canvas_add_rounded(
    perilune_canvas *canvas, const double *rect, double radius, double line);
/// Fills the path without clearing it.
void perilune_canvas_fill(perilune_canvas *canvas);
void perilune_canvas_stroke(perilune_canvas *canvas, perilune_stroke stroke);
void perilune_canvas_end_path(perilune_canvas *canvas);

/// Draws a line of text; `anchor` is the fraction of its width that is left of x. Not on two threads at once.
perilune_drawing_status perilune_canvas_text(
    perilune_canvas *canvas, perilune_font *font, const char *text, size_t length, double x,
    double y, double anchor, double degrees);

/// Draws a PNG in a rectangle, stretched to it or else cropped.
perilune_drawing_status perilune_canvas_image(
    perilune_canvas *canvas, const uint8_t *png, size_t length, const double *rect, bool fills);
/// Decodes a PNG to pixels of four bytes in Cairo's order, with colours multiplied by alpha; the caller frees them.
perilune_drawing_status perilune_png_decode(
    const uint8_t *png, size_t length, uint8_t **pixels, int *width, int *height);

/// Bytes that the caller must free.
typedef struct {
    uint8_t *bytes;
    size_t count;
} perilune_bytes;

/// Finishes the picture; nothing may be drawn afterwards. `pixels_per_metre` is written to a PNG.
perilune_drawing_status perilune_canvas_finish(
    perilune_canvas *canvas, unsigned pixels_per_metre, perilune_bytes *result);
