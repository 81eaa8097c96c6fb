#include "loading.h"

#define FUNCTIONS(F) \
    F(lzma_code) \
    F(lzma_end) \
    F(lzma_stream_decoder) \
    F(lzma_version_string)

PERILUNE_LIBRARY(lzma, "liblzma.so.5", FUNCTIONS)
