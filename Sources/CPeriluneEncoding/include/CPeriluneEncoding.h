#pragma once
// Base64, hexadecimal digits and digests. Nothing here allocates; the caller provides the memory for results.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The alphabets of RFC 4648: the standard one with padding, and the one for URLs (`-` and `_`) without.
typedef enum cpe_alphabet { CPE_STANDARD, CPE_URL } cpe_alphabet;

/// The maximum number of bytes that encoding writes.
static inline size_t cpe_base64_room(size_t length) { return (length + 2) / 3 * 4; }

/// Writes bytes as Base64. Returns the length of the text.
size_t cpe_base64_encode(const uint8_t *bytes, size_t length, cpe_alphabet alphabet, uint8_t *text);

/// Decodes Base64 into at most 3/4 of its length. Returns the number of bytes; for a text that no encoder writes, -1
/// minus the offset of the first wrong byte.
ptrdiff_t cpe_base64_decode(const uint8_t *text, size_t length, cpe_alphabet alphabet, uint8_t *bytes);

/// Writes two lower-case digits for each byte.
void cpe_hex_encode(const uint8_t *bytes, size_t length, uint8_t *text);

/// Decodes digits of either case. The result is that of cpe_base64_decode.
ptrdiff_t cpe_hex_decode(const uint8_t *text, size_t length, uint8_t *bytes);

typedef enum cpe_digest {
    CPE_MD5, CPE_SHA1, CPE_SHA256, CPE_SHA384, CPE_SHA512,   // with GnuTLS
    CPE_CRC32,                 // computed with zlib, most significant byte first
    CPE_XXH64,                 // the same
} cpe_digest;

enum { cpe_longest_digest = 64 };

/// The number of bytes of a digest.
size_t cpe_digest_length(cpe_digest digest);

/// Writes a digest. Returns NULL, or an error message if the library that computes it failed or cannot be loaded.
const char *cpe_compute(cpe_digest digest, const uint8_t *bytes, size_t length, uint8_t *result);

/// Writes a keyed digest (RFC 2104); only with the digests of GnuTLS. Returns as cpe_compute.
const char *cpe_compute_keyed(cpe_digest digest, const uint8_t *key, size_t key_length,
                              const uint8_t *bytes, size_t length, uint8_t *result);
