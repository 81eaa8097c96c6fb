#include "utf8.hpp"
#include "CPeriluneJSON.h"

#include "simdjson.h"

bool cpj_is_utf8(const uint8_t *bytes, size_t length) {
    return simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}

namespace cpj {

size_t utf8_character(const uint8_t *text, const uint8_t *end) {
    const uint8_t lead = *text;
    if (lead < 0x80) return 1;
    size_t length;
    // The bounds of the second byte exclude overlong and invalid forms.
    uint8_t least = 0x80, most = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        if (lead == 0xE0) least = 0xA0;
        if (lead == 0xED) most = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        if (lead == 0xF0) least = 0x90;
        if (lead == 0xF4) most = 0x8F;
    } else {
        return 0;
    }
    if (size_t(end - text) < length || text[1] < least || text[1] > most) return 0;
    for (size_t i = 2; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) return 0;
    }
    return length;
}

size_t utf8_encode(uint32_t scalar, uint8_t *out) {
    if (scalar < 0x80) {
        out[0] = uint8_t(scalar);
        return 1;
    }
    if (scalar < 0x800) {
        out[0] = uint8_t(0xC0 | scalar >> 6);
        out[1] = uint8_t(0x80 | (scalar & 0x3F));
        return 2;
    }
    if (scalar < 0x10000) {
        out[0] = uint8_t(0xE0 | scalar >> 12);
        out[1] = uint8_t(0x80 | (scalar >> 6 & 0x3F));
        out[2] = uint8_t(0x80 | (scalar & 0x3F));
        return 3;
    }
    out[0] = uint8_t(0xF0 | scalar >> 18);
    out[1] = uint8_t(0x80 | (scalar >> 12 & 0x3F));
    out[2] = uint8_t(0x80 | (scalar >> 6 & 0x3F));
    out[3] = uint8_t(0x80 | (scalar & 0x3F));
    return 4;
}

}  // namespace cpj
