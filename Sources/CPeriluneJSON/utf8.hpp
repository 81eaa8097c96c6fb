#pragma once

#include <cstddef>
#include <cstdint>

namespace cpj {

/// Length of the character that begins here, 1 to 4, or 0 where no well-formed one does: neither
/// overlong forms, nor surrogates, nor anything above U+10FFFF.
size_t utf8_character(const uint8_t *text, const uint8_t *end);

/// Writes a Unicode scalar value and returns the number of bytes.
size_t utf8_encode(uint32_t scalar, uint8_t *out);

}  // namespace cpj
