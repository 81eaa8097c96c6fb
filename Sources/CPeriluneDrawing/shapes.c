#include <math.h>

#include "canvas.h"

/// The number of points of a long line that are stroked together.
enum { POINTS_IN_A_STROKE = 50 };

static const double pi = 3.14159265358979323846;

/// Limits a coordinate: Cairo's fixed-point numbers have 23 bits before the point, and larger values would wrap
/// around.
static double sane(double value) {
    const double most = 250000;
    if (!(value > -most)) return value <= -most ? -most : 0;
    return value < most ? value : most;
}

static void set_stroke(cairo_t *cairo, perilune_stroke stroke, double offset) {
    cairo_set_line_width(cairo, stroke.width);
    cairo_set_dash(cairo, stroke.dash, (int)stroke.dash_count, offset);
}

/// The nearest pixel boundary, in points.
static double snap(double value, double origin, double scale) {
    return (round(value * scale + origin) - origin) / scale;
}

/// The end of a box that begins at `start`: at least one pixel farther, unless its length is zero.
static double snapped_end(double start, double end, double length, double origin, double scale) {
    double snapped = snap(end, origin, scale);
    return length > 0 && snapped - start < 0.5 / scale ? start + 1 / scale : snapped;
}

void perilune_canvas_fill_rects(perilune_canvas *canvas, const double *rects, size_t count) {
    cairo_t *cairo = canvas->cairo;
    if (!canvas->pixels) {
        for (size_t index = 0; index < count; index++, rects += 4)
            cairo_rectangle(
                cairo, sane(rects[0]), sane(rects[1]), sane(rects[2]), sane(rects[3]));
        cairo_fill(cairo);
        return;
    }
    cairo_matrix_t matrix;
    cairo_get_matrix(cairo, &matrix);
    cairo_antialias_t antialias = cairo_get_antialias(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    for (size_t index = 0; index < count; index++, rects += 4) {
        double left = sane(rects[0]), top = sane(rects[1]);
        double width = sane(rects[2]), height = sane(rects[3]);
        double x = snap(left, matrix.x0, matrix.xx);
        double y = snap(top, matrix.y0, matrix.yy);
        double right = snapped_end(x, left + width, width, matrix.x0, matrix.xx);
        double bottom = snapped_end(y, top + height, height, matrix.y0, matrix.yy);
        cairo_rectangle(cairo, x, y, right - x, bottom - y);
        cairo_fill(cairo);
    }
    cairo_set_antialias(cairo, antialias);
}

/// The position at which a line of this width covers whole pixels.
static double snapped_line(double value, double pixels, double origin, double scale) {
    return (round(value * scale + origin - pixels / 2) + pixels / 2 - origin) / scale;
}

static double whole_pixels(double width, double scale) { return fmax(1, round(width * scale)); }

void perilune_canvas_stroke_rects(
    perilune_canvas *canvas, const double *rects, size_t count, perilune_stroke stroke) {
    cairo_t *cairo = canvas->cairo;
    set_stroke(cairo, stroke, 0);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_matrix_t matrix;
    cairo_get_matrix(cairo, &matrix);
    double pixels = whole_pixels(stroke.width, matrix.xx);
    if (canvas->pixels) cairo_set_line_width(cairo, pixels / matrix.xx);
    for (size_t index = 0; index < count; index++, rects += 4) {
        double x = sane(rects[0]), y = sane(rects[1]);
        double right = x + sane(rects[2]), bottom = y + sane(rects[3]);
        if (canvas->pixels) {
            x = snapped_line(x, pixels, matrix.x0, matrix.xx);
            y = snapped_line(y, pixels, matrix.y0, matrix.yy);
            right = snapped_line(right, pixels, matrix.x0, matrix.xx);
            bottom = snapped_line(bottom, pixels, matrix.y0, matrix.yy);
        }
        cairo_rectangle(cairo, x, y, right - x, bottom - y);
        cairo_stroke(cairo);
    }
}

void perilune_canvas_line(perilune_canvas *canvas, const double *ends, perilune_stroke stroke) {
    cairo_t *cairo = canvas->cairo;
    double x1 = sane(ends[0]), y1 = sane(ends[1]), x2 = sane(ends[2]), y2 = sane(ends[3]);
    bool is_upright = x1 == x2, is_level = y1 == y2;
    set_stroke(cairo, stroke, 0);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    if (canvas->pixels && (is_upright || is_level)) {
        cairo_matrix_t matrix;
        cairo_get_matrix(cairo, &matrix);
        double pixels = whole_pixels(stroke.width, matrix.xx);
        cairo_set_line_width(cairo, pixels / matrix.xx);
        if (is_upright) {
            x1 = x2 = snapped_line(x1, pixels, matrix.x0, matrix.xx);
            y1 = snap(y1, matrix.y0, matrix.yy);
            y2 = snap(y2, matrix.y0, matrix.yy);
        } else {
            y1 = y2 = snapped_line(y1, pixels, matrix.y0, matrix.yy);
            x1 = snap(x1, matrix.x0, matrix.xx);
            x2 = snap(x2, matrix.x0, matrix.xx);
        }
    }
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
    cairo_stroke(cairo);
}

void perilune_canvas_polyline(
    perilune_canvas *canvas, const double *points, size_t count, perilune_stroke stroke,
    bool in_parts) {
    if (count == 0) return;
    cairo_t *cairo = canvas->cairo;
    bool is_dashed = stroke.dash_count > 0;
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, is_dashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    double drawn = 0;
    set_stroke(cairo, stroke, 0);
    double x = sane(points[0]), y = sane(points[1]);
    cairo_move_to(cairo, x, y);
    if (count == 1) cairo_line_to(cairo, x, y);
    for (size_t index = 1; index < count; index++) {
        double next_x = sane(points[2 * index]), next_y = sane(points[2 * index + 1]);
        drawn += hypot(next_x - x, next_y - y);
        x = next_x;
        y = next_y;
        cairo_line_to(cairo, x, y);
        if (!in_parts || index % POINTS_IN_A_STROKE != 0 || index + 1 == count) continue;
        cairo_stroke(cairo);
        // The dash pattern continues where the last stroke ended.
        if (is_dashed) set_stroke(cairo, stroke, drawn);
        cairo_move_to(cairo, x, y);
    }
    cairo_stroke(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT);
}

void perilune_canvas_add_path(
    perilune_canvas *canvas, const uint8_t *verbs, size_t count, const double *points) {
    cairo_t *cairo = canvas->cairo;
    for (size_t index = 0; index < count; index++) {
        switch (verbs[index]) {
            case 0:
                cairo_move_to(cairo, sane(points[0]), sane(points[1]));
                points += 2;
                break;
            case 1:
                cairo_line_to(cairo, sane(points[0]), sane(points[1]));
                points += 2;
                break;
            case 2:
                cairo_curve_to(
                    cairo, sane(points[0]), sane(points[1]), sane(points[2]), sane(points[3]),
                    sane(points[4]), sane(points[5]));
                points += 6;
                break;
            default: cairo_close_path(cairo);
        }
    }
}

void perilune_canvas_add_circle(perilune_canvas *canvas, double x, double y, double radius) {
    cairo_new_sub_path(canvas->cairo);
    cairo_arc(canvas->cairo, sane(x), sane(y), fmax(0, sane(radius)), 0, 2 * pi);
    cairo_close_path(canvas->cairo);
}

void perilune_canvas_add_rounded(
    perilune_canvas *canvas, const double *rect, double radius, double line) {
    cairo_t *cairo = canvas->cairo;
    double x = sane(rect[0]), y = sane(rect[1]);
    double right = x + sane(rect[2]), bottom = y + sane(rect[3]);
    if (canvas->pixels) {
        cairo_matrix_t matrix;
        cairo_get_matrix(cairo, &matrix);
        double pixels = line > 0 ? whole_pixels(line, matrix.xx) : 0;
        x = snapped_line(x, pixels, matrix.x0, matrix.xx);
        y = snapped_line(y, pixels, matrix.y0, matrix.yy);
        right = snapped_line(right, pixels, matrix.x0, matrix.xx);
        bottom = snapped_line(bottom, pixels, matrix.y0, matrix.yy);
    }
    double r = fmin(radius, fmin(right - x, bottom - y) / 2);
    if (r <= 0) {
        cairo_rectangle(cairo, x, y, right - x, bottom - y);
        return;
    }
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, right - r, y + r, r, -pi / 2, 0);
    cairo_arc(cairo, right - r, bottom - r, r, 0, pi / 2);
    cairo_arc(cairo, x + r, bottom - r, r, pi / 2, pi);
    cairo_arc(cairo, x + r, y + r, r, pi, 3 * pi / 2);
    cairo_close_path(cairo);
}

void perilune_canvas_fill(perilune_canvas *canvas) { cairo_fill_preserve(canvas->cairo); }

void perilune_canvas_stroke(perilune_canvas *canvas, perilune_stroke stroke) {
    set_stroke(canvas->cairo, stroke, 0);
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_MITER);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_BUTT);
    cairo_stroke_preserve(canvas->cairo);
}

void perilune_canvas_end_path(perilune_canvas *canvas) { cairo_new_path(canvas->cairo); }
