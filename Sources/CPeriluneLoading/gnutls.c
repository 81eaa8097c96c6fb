#include "loading.h"

#define FUNCTIONS(F) \
    F(gnutls_hash_fast) \
    F(gnutls_record_send) \
    F(gnutls_rnd)

PERILUNE_LIBRARY(gnutls, "libgnutls.so.30", FUNCTIONS)
