#include <math.h>
#include <stdlib.h>

#include "canvas.h"
#include "checks.h"

static const cairo_user_data_key_t pixels_key;

perilune_drawing_status perilune_canvas_image(
    perilune_canvas *canvas, const uint8_t *png, size_t length, const double *rect, bool fills) {
    uint8_t *pixels = NULL;
    int width, height;
    perilune_drawing_status status = perilune_png_decode(png, length, &pixels, &width, &height);
    if (status != PERILUNE_DRAWING_OK) return status;
    cairo_surface_t *image = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
    // A PDF reads the pixels when it is finished, so they are freed with the surface.
    if (cairo_surface_set_user_data(image, &pixels_key, pixels, free) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(image);
        free(pixels);
        return PERILUNE_DRAWING_NO_MEMORY;
    }
    cairo_t *cairo = canvas->cairo;
    double across = rect[2] / width, down = rect[3] / height;
    if (fills) across = down = fmax(across, down);
    cairo_save(cairo);
    cairo_rectangle(cairo, rect[0], rect[1], rect[2], rect[3]);
    cairo_clip(cairo);
    cairo_translate(
        cairo, rect[0] + (rect[2] - across * width) / 2, rect[1] + (rect[3] - down * height) / 2);
    if (across > 0 && down > 0) {
        cairo_scale(cairo, across, down);
        cairo_set_source_surface(cairo, image, 0, 0);
        // Without this, the edges would be blended with transparency.
        cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
        cairo_paint(cairo);
    }
    cairo_restore(cairo);
    cairo_surface_destroy(image);
    return PERILUNE_DRAWING_OK;
}
