// The grammar of numbers, once, for checking and for reading.
#pragma once

#include "CPeriluneJSON.h"
#include "bytes.hpp"

namespace cpj {

template <class Read>
const uint8_t *skip_digits(const uint8_t *at, Read read) {
    if (!is_digit(read(at))) return nullptr;
    do at++; while (is_digit(read(at)));
    return at;
}

/// Where the number that begins at `at` ends, or nullptr if it is none. `read` gives the byte at a
/// place; it has to give something that is no digit at the end of the document.
template <class Read>
const uint8_t *skip_number(const uint8_t *at, Read read) {
    if (read(at) == '-') at++;
    at = read(at) == '0' ? at + 1 : skip_digits(at, read);
    if (at && read(at) == '.') at = skip_digits(at + 1, read);
    if (at && (read(at) | 0x20) == 'e') {
        at++;
        if (read(at) == '+' || read(at) == '-') at++;
        at = skip_digits(at, read);
    }
    return at;
}

/// Where the number at `node` ends, or nullptr if there is none that ends in white space or at a
/// structural character.
inline const uint8_t *number_end(const cpj_document &document, uint32_t node) {
    const uint8_t *const first = document.bytes + document.index[node];
    const uint8_t *const next = document.bytes + document.index[node + 1];
    // Inside a container a bracket ends the last number at the latest; behind the root there may
    // be anything.
    const uint8_t *const last =
        node + 1 < document.count
            ? skip_number(first, [](const uint8_t *at) { return *at; })
            : skip_number(first, [&](const uint8_t *at) { return at < next ? *at : uint8_t(0); });
    if (last == next || (last && last < next && is_space(*last))) return last;
    return nullptr;
}

}  // namespace cpj
