#include "CPeriluneEncoding.h"

#include <CPeriluneLoading.h>
#include <gnutls/crypto.h>
#include <zlib.h>

// Compiles XXH64 from its header, so that no library has to be loaded.
#define XXH_INLINE_ALL
#include <xxhash.h>

static gnutls_digest_algorithm_t digest_of(cpe_digest digest) {
    switch (digest) {
    case CPE_MD5: return GNUTLS_DIG_MD5;
    case CPE_SHA1: return GNUTLS_DIG_SHA1;
    case CPE_SHA256: return GNUTLS_DIG_SHA256;
    case CPE_SHA384: return GNUTLS_DIG_SHA384;
    case CPE_SHA512: return GNUTLS_DIG_SHA512;
    default: return GNUTLS_DIG_UNKNOWN;
    }
}

size_t cpe_digest_length(cpe_digest digest) {
    static const size_t lengths[] = {16, 20, 32, 48, 64, 4, 8};
    return lengths[digest];
}

static void put(uint64_t value, size_t length, uint8_t *result) {
    for (size_t i = 0; i < length; i++) result[i] = (uint8_t)(value >> 8 * (length - 1 - i));
}

static uint32_t checksum(const uint8_t *bytes, size_t length) {
    uLong sum = crc32(0, NULL, 0);
    for (const size_t most = 1 << 30; length > 0;) {
        size_t part = length < most ? length : most;
        sum = crc32(sum, bytes, (uInt)part);
        bytes += part;
        length -= part;
    }
    return (uint32_t)sum;
}

static const char refused[] = "GnuTLS does not compute it on this system";

const char *cpe_compute(cpe_digest digest, const uint8_t *bytes, size_t length, uint8_t *result) {
    const char *problem = NULL;
    switch (digest) {
    case CPE_XXH64: put(XXH64(bytes, length, 0), 8, result); return NULL;
    case CPE_CRC32:
        if ((problem = perilune_load_zlib())) return problem;
        put(checksum(bytes, length), 4, result);
        return NULL;
    default:
        if ((problem = perilune_load_gnutls())) return problem;
        return gnutls_hash_fast(digest_of(digest), bytes, length, result) == 0 ? NULL : refused;
    }
}

const char *cpe_compute_keyed(cpe_digest digest, const uint8_t *key, size_t key_length,
                              const uint8_t *bytes, size_t length, uint8_t *result) {
    const char *problem = perilune_load_gnutls();
    if (problem) return problem;
    // GnuTLS documents that both enumerations have the same values.
    gnutls_mac_algorithm_t algorithm = (gnutls_mac_algorithm_t)digest_of(digest);
    return gnutls_hmac_fast(algorithm, key, key_length, bytes, length, result) == 0 ? NULL : refused;
}
