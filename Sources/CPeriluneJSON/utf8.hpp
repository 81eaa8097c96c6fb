#pragma once

#include <cstddef>
#include <cstdint>

namespace cpj {

/// The length of the character that begins here, 1 to 4; 0 if it is not well-formed: overlong forms, surrogates, and
/// values above U+10FFFF are not.
size_t utf8_character(const uint8_t *text, const uint8_t *end);

/// Writes a Unicode scalar value and returns the number of bytes.
size_t utf8_encode(uint32_t scalar, uint8_t *out);

}  // namespace cpj
