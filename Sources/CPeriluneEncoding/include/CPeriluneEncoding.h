#pragma once
// Bytes as text, and digests of bytes. Nothing here allocates; the caller has made room for what is written.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The alphabets of RFC 4648: the usual one has padding; the one for URLs (`-` and `_`) has none.
typedef enum cpe_alphabet { CPE_STANDARD, CPE_URL } cpe_alphabet;

/// The most bytes that encoding writes.
static inline size_t cpe_base64_room(size_t length) { return (length + 2) / 3 * 4; }

/// Writes bytes as Base64. Returns the length of the text.
size_t cpe_base64_encode(const uint8_t *bytes, size_t length, cpe_alphabet alphabet, uint8_t *text);

/// Reads Base64 into at most 3/4 of the room. Returns the number of bytes; if the text is not what an encoder writes, -1
/// minus the offset of the first wrong byte.
ptrdiff_t cpe_base64_decode(const uint8_t *text, size_t length, cpe_alphabet alphabet, uint8_t *bytes);

/// Writes two lower-case digits for each byte.
void cpe_hex_encode(const uint8_t *bytes, size_t length, uint8_t *text);

/// Reads digits of either case. Returns like cpe_base64_decode.
ptrdiff_t cpe_hex_decode(const uint8_t *text, size_t length, uint8_t *bytes);

typedef enum cpe_digest {
    CPE_MD5, CPE_SHA1, CPE_SHA256, CPE_SHA384, CPE_SHA512,   // with GnuTLS
    CPE_CRC32,                 // with zlib, most significant byte first
    CPE_XXH64,                 // the same
} cpe_digest;

enum { cpe_longest_digest = 64 };

/// The number of bytes of a digest.
size_t cpe_digest_length(cpe_digest digest);

/// Writes a digest. NULL, or why there is none: the library that computes it could not be loaded, or refused.
const char *cpe_compute(cpe_digest digest, const uint8_t *bytes, size_t length, uint8_t *result);

/// Writes a keyed digest (RFC 2104), of those that GnuTLS computes.
const char *cpe_compute_keyed(cpe_digest digest, const uint8_t *key, size_t key_length,
                              const uint8_t *bytes, size_t length, uint8_t *result);
