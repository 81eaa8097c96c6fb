// Eight bytes at a time, in one machine word. The first byte in memory is the lowest of the word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cpj {

constexpr uint64_t every_byte = 0x0101010101010101u;

inline uint64_t load64(const void *from) {
    uint64_t word;
    std::memcpy(&word, from, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

inline void store64(void *to, uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    std::memcpy(to, &word, 8);
}

inline uint32_t load32(const void *from) {
    uint32_t word;
    std::memcpy(&word, from, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    return word;
}

/// A mask for the first `count` (0 to 8) bytes of a word.
inline uint64_t low_mask(size_t count) {
    static constexpr uint64_t masks[] = {
        0,           0xFF,          0xFFFF,          0xFFFFFF,         0xFFFFFFFF,
        0xFFFFFFFFFF, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF,
    };
    return masks[count < 8 ? count : 8];
}

inline uint64_t low_bytes(uint64_t word, size_t count) { return word & low_mask(count); }

/// The first 8 bytes of a text, or fewer, without reading beyond its end.
inline uint64_t first_bytes(const char *text, size_t length) {
    if (length >= 8) return load64(text);
    if (length >= 4) {
        return load32(text) | uint64_t(load32(text + length - 4)) << 8 * (length - 4);
    }
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++) word |= uint64_t(uint8_t(text[i])) << 8 * i;
    return word;
}

/// Whether two texts are equal. Both must be followed by 8 readable bytes.
inline bool same_text(const void *a, const void *b, size_t length) {
    const auto *p = static_cast<const uint8_t *>(a), *q = static_cast<const uint8_t *>(b);
    for (; length > 8; p += 8, q += 8, length -= 8) {
        if (load64(p) != load64(q)) return false;
    }
    return low_bytes(load64(p) ^ load64(q), length) == 0;
}

/// The number of leading digits in the word, 0 to 8.
inline unsigned leading_digits(uint64_t word) {
    const uint64_t values = word ^ 0x30 * every_byte;
    // Values up to 9 stay below the high bit. A carry only affects bytes after the first non-digit.
    const uint64_t others = ((values + 0x76 * every_byte) | values) & 0x80 * every_byte;
    return others ? unsigned(__builtin_ctzll(others)) / 8 : 8;
}

/// The high bit of every byte that is zero. Exact: no borrow runs from one byte into the next.
inline uint64_t zero_bytes(uint64_t word) {
    const uint64_t low = 0x7F * every_byte;
    return ~(((word & low) + low) | word | low);
}

inline uint64_t bytes_equal(uint64_t word, uint8_t byte) {
    return zero_bytes(word ^ byte * every_byte);
}

}  // namespace cpj
