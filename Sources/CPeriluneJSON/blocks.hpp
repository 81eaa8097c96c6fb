// Sixteen bytes at a time. The first byte in memory is the lowest bit of a mask.
#pragma once

#include "words.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cpj {

#ifdef __SSE2__

struct Block {
    __m128i bytes;

    explicit Block(const uint8_t *from) : bytes(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from))) {}

    /// A mask of the bytes that are equal to this one.
    uint32_t equal(uint8_t byte) const {
        return uint32_t(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(char(byte)))));
    }
};

#else

struct Block {
    uint64_t low, high;

    explicit Block(const uint8_t *from) : low(load64(from)), high(load64(from + 8)) {}

    uint32_t equal(uint8_t byte) const { return bits(bytes_equal(low, byte)) | bits(bytes_equal(high, byte)) << 8; }

private:
    /// The high bits of the bytes of a word, side by side.
    static uint32_t bits(uint64_t found) { return uint32_t((found >> 7) * 0x0102040810204080u >> 56); }
};

#endif

}  // namespace cpj
