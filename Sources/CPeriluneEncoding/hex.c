#include "CPeriluneEncoding.h"

void cpe_hex_encode(const uint8_t *bytes, size_t length, uint8_t *text) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < length; i++) {
        text[2 * i] = (uint8_t)digits[bytes[i] >> 4];
        text[2 * i + 1] = (uint8_t)digits[bytes[i] & 15];
    }
}

static int digit_of(uint8_t c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

ptrdiff_t cpe_hex_decode(const uint8_t *text, size_t length, uint8_t *bytes) {
    for (size_t at = 0; at < length; at++) {
        int digit = digit_of(text[at]);
        if (digit < 0) return -1 - (ptrdiff_t)at;
        if (at % 2 == 0) bytes[at / 2] = (uint8_t)(digit << 4);
        else bytes[at / 2] |= (uint8_t)digit;
    }
    return length % 2 == 0 ? (ptrdiff_t)(length / 2) : -1 - (ptrdiff_t)length;
}
