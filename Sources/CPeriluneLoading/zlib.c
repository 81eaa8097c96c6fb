#include "loading.h"

#define FUNCTIONS(F) \
    F(crc32) \
    F(deflate) \
    F(deflateBound) \
    F(deflateEnd) \
    F(deflateInit2_) \
    F(inflate) \
    F(inflateEnd) \
    F(inflateInit2_) \
    F(inflateReset)

PERILUNE_LIBRARY(zlib, "libz.so.1", FUNCTIONS)
