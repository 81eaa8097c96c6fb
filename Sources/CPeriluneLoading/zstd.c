#include "loading.h"

#define FUNCTIONS(F) \
    F(ZSTD_DCtx_setParameter) \
    F(ZSTD_createDCtx) \
    F(ZSTD_decompressStream) \
    F(ZSTD_freeDCtx) \
    F(ZSTD_getErrorName) \
    F(ZSTD_isError)

PERILUNE_LIBRARY(zstd, "libzstd.so.1", FUNCTIONS)
