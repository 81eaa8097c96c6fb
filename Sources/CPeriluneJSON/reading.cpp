#include "number.hpp"

#include <charconv>
#include <limits>

using namespace cpj;

namespace {

constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Whether a number that is not a valid double is too small rather than too large, by the power of ten of its first
/// non-zero digit.
bool is_tiny(const uint8_t *at, const uint8_t *end) {
    int64_t power = 0;
    bool significant = false, fraction = false;
    for (; at < end && (*at | 0x20) != 'e'; at++) {
        if (*at == '.') fraction = true;
        if (!is_digit(*at)) continue;
        if (*at != '0') significant = true;
        if (fraction && !significant) power--;
        if (!fraction && significant) power++;
    }
    if (at < end) {
        at++;
        const bool negative = *at == '-';
        if (negative || *at == '+') at++;
        int64_t exponent = 0;
        for (; at < end; at++) {
            if (exponent < std::numeric_limits<int64_t>::max() / 100) {
                exponent = exponent * 10 + (*at - '0');
            }
        }
        power += negative ? -exponent : exponent;
    }
    return power < 0;
}

cpj_number read_integer(const uint8_t *first, const uint8_t *last, int64_t *integer) {
    const auto result = std::from_chars(reinterpret_cast<const char *>(first),
                                        reinterpret_cast<const char *>(last), *integer);
    return result.ec == std::errc() ? CPJ_INTEGER : CPJ_OUT_OF_RANGE;
}

cpj_number read_double(const uint8_t *first, const uint8_t *last, double *real) {
    const auto result = std::from_chars(reinterpret_cast<const char *>(first),
                                        reinterpret_cast<const char *>(last), *real);
    if (result.ec == std::errc()) return CPJ_DOUBLE;
    if (!is_tiny(first, last)) return CPJ_OUT_OF_RANGE;
    *real = *first == '-' ? -0.0 : 0.0;
    return CPJ_DOUBLE;
}

}  // namespace

bool cpj::is_number(const cpj_document &document, uint32_t node) {
    return number_end(document, node) != nullptr;
}

cpj_number cpj_read_number(const cpj_document *d, uint32_t node, int64_t *integer, double *real) {
    const uint8_t *const first = d->bytes + d->index[node];
    const uint8_t *const last = number_end(*d, node);
    if (!last) return CPJ_NOT_A_NUMBER;
    const bool negative = *first == '-';
    const uint8_t *at = first + negative;
    if (last - at == 1 && *at == '0' && negative) {
        *real = -0.0;
        return CPJ_DOUBLE;
    }

    // Up to 18 digits fit 64 bits; up to 2^53, and up to 10^22, a double holds them exactly, and
    // then one division rounds correctly.
    uint64_t mantissa = 0;
    int digits = 0, fraction = 0;
    for (; at < last && is_digit(*at); at++, digits++) mantissa = mantissa * 10 + (*at - '0');
    if (at == last) {
        if (digits > 18) return read_integer(first, last, integer);
        *integer = negative ? -int64_t(mantissa) : int64_t(mantissa);
        return CPJ_INTEGER;
    }
    if (*at == '.') {
        for (at++; at < last && is_digit(*at); at++, digits++, fraction++) {
            mantissa = mantissa * 10 + (*at - '0');
        }
    }
    if (at != last || digits > 18 || mantissa >= uint64_t(1) << 53) {
        return read_double(first, last, real);
    }
    const double value = double(mantissa) / powers_of_ten[fraction];
    *real = negative ? -value : value;
    return CPJ_DOUBLE;
}
