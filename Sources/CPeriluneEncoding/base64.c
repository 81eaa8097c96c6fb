#include "CPeriluneEncoding.h"

static const char alphabets[2][65] = {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
};

size_t cpe_base64_encode(const uint8_t *bytes, size_t length, cpe_alphabet alphabet, uint8_t *text) {
    const char *letters = alphabets[alphabet];
    uint8_t *to = text;
    for (; length >= 3; bytes += 3, length -= 3) {
        uint32_t group = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
        for (int shift = 18; shift >= 0; shift -= 6) *to++ = (uint8_t)letters[group >> shift & 63];
    }
    if (length == 0) return (size_t)(to - text);
    uint32_t group = (uint32_t)bytes[0] << 16 | (length > 1 ? (uint32_t)bytes[1] << 8 : 0);
    *to++ = (uint8_t)letters[group >> 18 & 63];
    *to++ = (uint8_t)letters[group >> 12 & 63];
    if (length > 1) *to++ = (uint8_t)letters[group >> 6 & 63];
    if (alphabet == CPE_URL) return (size_t)(to - text);
    if (length == 1) *to++ = '=';
    *to++ = '=';
    return (size_t)(to - text);
}

static int digit_of(uint8_t letter, cpe_alphabet alphabet) {
    if (letter >= 'A' && letter <= 'Z') return letter - 'A';
    if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9') return letter - '0' + 52;
    if (letter == (uint8_t)alphabets[alphabet][62]) return 62;
    if (letter == (uint8_t)alphabets[alphabet][63]) return 63;
    return -1;
}

ptrdiff_t cpe_base64_decode(const uint8_t *text, size_t length, cpe_alphabet alphabet, uint8_t *bytes) {
    size_t digits = length;
    if (alphabet == CPE_STANDARD) {
        for (int padding = 0; padding < 2 && digits > 0 && text[digits - 1] == '='; padding++) digits--;
    }
    uint8_t *to = bytes;
    uint32_t bits = 0;
    int count = 0;
    for (size_t at = 0; at < digits; at++) {
        int digit = digit_of(text[at], alphabet);
        if (digit < 0) return -1 - (ptrdiff_t)at;
        bits = bits << 6 | (uint32_t)digit;
        if ((count += 6) < 8) continue;
        count -= 8;
        *to++ = (uint8_t)(bits >> count);
    }
    // A single leftover digit is not a byte, and encoders write zeros in the leftover bits.
    if (count >= 6 || (bits & ((1u << count) - 1)) != 0) return -1 - (ptrdiff_t)(digits - 1);
    // The padding must be complete.
    if (alphabet == CPE_STANDARD && length % 4 != 0) return -1 - (ptrdiff_t)length;
    return to - bytes;
}
