// Sixteen bytes at a time, in what every 64-bit processor has.
#pragma once

#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace cpj {

typedef uint8_t Vector __attribute__((vector_size(16)));

inline Vector load(const uint8_t *from) {
    Vector vector;
    std::memcpy(&vector, from, 16);
    return vector;
}

inline void store(uint8_t *to, Vector vector) { std::memcpy(to, &vector, 16); }

inline Vector splat(uint8_t byte) { return Vector{} + byte; }

/// 0xFF where the bytes are equal, else 0.
inline Vector equal(Vector vector, uint8_t byte) { return Vector(vector == splat(byte)); }

/// Every byte moves to the next place; a 0 comes in.
inline Vector shift_up(Vector v) {
    return __builtin_shufflevector(Vector{}, v, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
                                   28, 29, 30);
}

/// Every byte plus all before it.
inline Vector running_sum(Vector v) {
    const Vector zero{};
    v += shift_up(v);
    v += __builtin_shufflevector(zero, v, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                                 29);
    v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                                 27);
    v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    return v;
}

/// A bit for each byte of a comparison, the first byte lowest.
inline unsigned match_bits(Vector v) {
#if defined(__SSE2__)
    __m128i whole;
    std::memcpy(&whole, &v, 16);
    return unsigned(_mm_movemask_epi8(whole));
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 16; i++) bits |= unsigned(v[i] & 1) << i;
    return bits;
#endif
}

}  // namespace cpj
