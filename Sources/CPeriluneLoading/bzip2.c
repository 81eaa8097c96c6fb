#include "loading.h"

#define FUNCTIONS(F) \
    F(BZ2_bzDecompress) \
    F(BZ2_bzDecompressEnd) \
    F(BZ2_bzDecompressInit) \
    F(BZ2_bzlibVersion)

PERILUNE_LIBRARY(bzip2, "libbz2.so.1.0", FUNCTIONS)
