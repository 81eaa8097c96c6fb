#include "loading.h"

#define FUNCTIONS(F) \
    F(crc32) \
    F(inflate) \
    F(inflateEnd) \
    F(inflateInit2_) \
    F(inflateReset)

PERILUNE_LIBRARY(zlib, "libz.so.1", FUNCTIONS)
