#pragma once
#include <cairo.h>

#include "CPeriluneDrawing.h"

struct perilune_canvas {
    cairo_t *cairo;
    cairo_surface_t *surface;
    /// The pixels of an image; NULL for PDF.
    uint8_t *pixels;
    int width, height, stride;
    double scale;
    bool alpha;
    /// The buffer for the PDF.
    perilune_bytes pdf;
    size_t pdf_capacity;
};

perilune_drawing_status perilune_cairo_status(cairo_status_t status);

perilune_drawing_status perilune_png_encode(
    perilune_canvas *canvas, unsigned pixels_per_metre, perilune_bytes *result);
