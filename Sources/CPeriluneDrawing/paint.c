#include <math.h>
#include <stdlib.h>

#include "canvas.h"
#include "checks.h"

struct perilune_pattern {
    cairo_pattern_t *pattern;
};

void perilune_canvas_set_color(perilune_canvas *canvas, perilune_color color) {
    cairo_set_source_rgba(canvas->cairo, color.red, color.green, color.blue, color.alpha);
}

void perilune_canvas_set_pattern(perilune_canvas *canvas, perilune_pattern *pattern) {
    cairo_set_source(canvas->cairo, pattern->pattern);
}

static void draw_tile(
    cairo_t *cairo, const double *lines, size_t count, double width, perilune_color color,
    perilune_color ground) {
    cairo_set_source_rgba(cairo, ground.red, ground.green, ground.blue, ground.alpha);
    cairo_paint(cairo);
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
    cairo_set_line_width(cairo, width);
    for (size_t index = 0; index < count; index++, lines += 4) {
        bool is_dot = lines[0] == lines[2] && lines[1] == lines[3];
        cairo_set_line_cap(cairo, is_dot ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
        cairo_move_to(cairo, lines[0], lines[1]);
        cairo_line_to(cairo, lines[2], lines[3]);
        cairo_stroke(cairo);
    }
}

perilune_drawing_status perilune_canvas_create_hatch(
    perilune_canvas *canvas, double period, const double *lines, size_t count, double width,
    perilune_color color, perilune_color ground, perilune_pattern **result) {
    perilune_pattern *made = perilune_drawing_allocate(sizeof *made);
    if (!made) return PERILUNE_DRAWING_NO_MEMORY;
    cairo_surface_t *tile;
    // Use whole pixels, so that a tile is copied and not resampled.
    double side = period, scale = 1;
    if (canvas->pixels) {
        side = fmax(1, round(period * canvas->scale));
        scale = side / period;
        tile = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)side, (int)side);
    } else {
        cairo_rectangle_t extents = {0, 0, period, period};
        tile = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents);
    }
    cairo_t *cairo = cairo_create(tile);
    cairo_scale(cairo, scale, scale);
    draw_tile(cairo, lines, count, width, color, ground);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    made->pattern = cairo_pattern_create_for_surface(tile);
    cairo_surface_destroy(tile);
    cairo_pattern_set_extend(made->pattern, CAIRO_EXTEND_REPEAT);
    if (canvas->pixels) cairo_pattern_set_filter(made->pattern, CAIRO_FILTER_NEAREST);
    // Maps the pattern to user space, which the canvas scales.
    cairo_matrix_t matrix;
    cairo_matrix_init_scale(&matrix, canvas->scale, canvas->scale);
    if (canvas->pixels) cairo_pattern_set_matrix(made->pattern, &matrix);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_pattern_status(made->pattern);
    if (status != CAIRO_STATUS_SUCCESS || perilune_drawing_fails_here()) {
        perilune_pattern_destroy(made);
        return status == CAIRO_STATUS_SUCCESS ? PERILUNE_DRAWING_FAILED
                                              : perilune_cairo_status(status);
    }
    *result = made;
    return PERILUNE_DRAWING_OK;
}

void perilune_pattern_destroy(perilune_pattern *pattern) {
    cairo_pattern_destroy(pattern->pattern);
    free(pattern);
}
