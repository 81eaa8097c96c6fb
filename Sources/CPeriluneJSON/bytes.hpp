// Classes of bytes.
#pragma once

#include <cstdint>

namespace cpj {

inline bool is_space(uint8_t byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

inline bool is_digit(uint8_t byte) { return uint8_t(byte - '0') < 10; }

/// The value of a hexadecimal digit, or -1.
inline int hexadecimal(uint8_t byte) {
    if (is_digit(byte)) return byte - '0';
    const uint8_t letter = byte | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

inline bool is_opener(uint8_t byte) { return (byte | 0x20) == '{'; }
inline bool is_closer(uint8_t byte) { return (byte | 0x20) == '}'; }

struct ValueBytes {
    bool begins[256] = {};

    constexpr ValueBytes() {
        for (const char *byte = "{[\"tfn-0123456789"; *byte; byte++) begins[uint8_t(*byte)] = true;
    }
};

/// Whether a value can begin with this byte.
inline bool begins_value(uint8_t byte) {
    static constexpr ValueBytes bytes;
    return bytes.begins[byte];
}

}  // namespace cpj
