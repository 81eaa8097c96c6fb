#include "loading.h"

#define FUNCTIONS(F) \
    F(png_create_info_struct) \
    F(png_create_write_struct_2) \
    F(png_destroy_write_struct) \
    F(png_error) \
    F(png_get_io_ptr) \
    F(png_image_begin_read_from_memory) \
    F(png_image_finish_read) \
    F(png_image_free) \
    F(png_longjmp) \
    F(png_set_IHDR) \
    F(png_set_compression_buffer_size) \
    F(png_set_compression_level) \
    F(png_set_filter) \
    F(png_set_longjmp_fn) \
    F(png_set_pHYs) \
    F(png_set_sRGB) \
    F(png_set_write_fn) \
    F(png_write_end) \
    F(png_write_info) \
    F(png_write_row)

PERILUNE_LIBRARY(png, "libpng16.so.16", FUNCTIONS)
