#include "canvas.h"

#include <cairo-pdf.h>
#include <stdlib.h>

#include "checks.h"

perilune_drawing_status perilune_cairo_status(cairo_status_t status) {
    if (status == CAIRO_STATUS_SUCCESS) return PERILUNE_DRAWING_OK;
    return status == CAIRO_STATUS_NO_MEMORY || status == CAIRO_STATUS_WRITE_ERROR
        ? PERILUNE_DRAWING_NO_MEMORY
        : PERILUNE_DRAWING_FAILED;
}

static perilune_drawing_status begin(perilune_canvas *canvas, perilune_canvas **result) {
    perilune_drawing_status status =
        perilune_cairo_status(cairo_surface_status(canvas->surface));
    if (status == PERILUNE_DRAWING_OK) {
        canvas->cairo = cairo_create(canvas->surface);
        status = perilune_cairo_status(cairo_status(canvas->cairo));
    }
    if (perilune_drawing_fails_here()) status = PERILUNE_DRAWING_FAILED;
    if (status != PERILUNE_DRAWING_OK) {
        perilune_canvas_destroy(canvas);
        return status;
    }
    *result = canvas;
    return PERILUNE_DRAWING_OK;
}

perilune_drawing_status perilune_canvas_create_image(
    int width, int height, double scale, bool alpha, perilune_canvas **result) {
    cairo_format_t format = alpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24;
    int stride = cairo_format_stride_for_width(format, width);
    if (stride < 0 || width <= 0 || height <= 0) return PERILUNE_DRAWING_TOO_LARGE;
    perilune_canvas *canvas = perilune_drawing_allocate(sizeof *canvas);
    if (!canvas) return PERILUNE_DRAWING_NO_MEMORY;
    *canvas = (perilune_canvas){
        .width = width, .height = height, .stride = stride, .scale = scale, .alpha = alpha};
    // For a block of this size, calloc gets pages that the system has zeroed.
    canvas->pixels = perilune_drawing_fails_here() ? NULL : calloc((size_t)height, (size_t)stride);
    if (!canvas->pixels) {
        free(canvas);
        return PERILUNE_DRAWING_NO_MEMORY;
    }
    canvas->surface = cairo_image_surface_create_for_data(
        canvas->pixels, format, width, height, stride);
    perilune_drawing_status status = begin(canvas, result);
    if (status == PERILUNE_DRAWING_OK) cairo_scale(canvas->cairo, scale, scale);
    return status;
}

static cairo_status_t collect(void *closure, const unsigned char *bytes, unsigned int count) {
    perilune_canvas *canvas = closure;
    return perilune_bytes_append(&canvas->pdf, &canvas->pdf_capacity, bytes, count)
        ? CAIRO_STATUS_SUCCESS
        : CAIRO_STATUS_WRITE_ERROR;
}

perilune_drawing_status perilune_canvas_create_pdf(
    double width, double height, const char *title, perilune_canvas **result) {
    perilune_canvas *canvas = perilune_drawing_allocate(sizeof *canvas);
    if (!canvas) return PERILUNE_DRAWING_NO_MEMORY;
    *canvas = (perilune_canvas){.scale = 1};
    canvas->surface = cairo_pdf_surface_create_for_stream(collect, canvas, width, height);
    if (cairo_surface_status(canvas->surface) == CAIRO_STATUS_SUCCESS) {
        cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_TITLE, title);
        // Otherwise Cairo writes the current time, and the same picture would have other bytes each time.
        cairo_pdf_surface_set_metadata(
            canvas->surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
        cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_CREATOR, "Perilune");
    }
    return begin(canvas, result);
}

void perilune_canvas_destroy(perilune_canvas *canvas) {
    if (canvas->cairo) cairo_destroy(canvas->cairo);
    if (canvas->surface) {
        cairo_surface_finish(canvas->surface);
        cairo_surface_destroy(canvas->surface);
    }
    free(canvas->pixels);
    free(canvas->pdf.bytes);
    free(canvas);
}

perilune_drawing_status perilune_canvas_finish(
    perilune_canvas *canvas, unsigned pixels_per_metre, perilune_bytes *result) {
    perilune_drawing_status status = perilune_cairo_status(cairo_status(canvas->cairo));
    if (status != PERILUNE_DRAWING_OK) return status;
    if (perilune_drawing_fails_here()) return PERILUNE_DRAWING_FAILED;
    if (canvas->pixels) {
        cairo_surface_flush(canvas->surface);
        return perilune_png_encode(canvas, pixels_per_metre, result);
    }
    cairo_show_page(canvas->cairo);
    cairo_surface_finish(canvas->surface);
    status = perilune_cairo_status(cairo_surface_status(canvas->surface));
    if (status != PERILUNE_DRAWING_OK) return status;
    *result = canvas->pdf;
    canvas->pdf = (perilune_bytes){NULL, 0};
    return PERILUNE_DRAWING_OK;
}

void perilune_canvas_push(
    perilune_canvas *canvas, double x, double y, const double *clip, double opacity) {
    cairo_t *cairo = canvas->cairo;
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    if (clip) {
        cairo_rectangle(cairo, clip[0], clip[1], clip[2], clip[3]);
        cairo_clip(cairo);
    }
    if (opacity < 1) cairo_push_group(cairo);
}

void perilune_canvas_pop(perilune_canvas *canvas, double opacity) {
    if (opacity < 1) {
        cairo_pop_group_to_source(canvas->cairo);
        cairo_paint_with_alpha(canvas->cairo, opacity);
    }
    cairo_restore(canvas->cairo);
}
