// The grammar of numbers, for checking and for reading; and of atoms.
#pragma once

#include "CPeriluneJSON.h"
#include "bytes.hpp"
#include "words.hpp"

namespace cpj {

template <class Read>
const uint8_t *skip_digits(const uint8_t *at, Read read) {
    if (!is_digit(read(at))) return nullptr;
    do at++; while (is_digit(read(at)));
    return at;
}

/// The end of the number that starts at `at`; nullptr if it is none. `read` returns the byte at a place, and must
/// return a byte other than a digit at the end of the document.
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

/// The end of the number at `node`; nullptr unless it is a number that ends at white space or a structural character.
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

/// A fast path for nearly all numbers: up to fifteen digits, a point, up to seven digits, and the next node right
/// after them. If false, the number must be checked fully.
inline bool is_plain_number(const uint8_t *first, const uint8_t *next) {
    const uint8_t *at = first + (*first == '-');
    unsigned whole = leading_digits(load64(at));
    if (*at == '0' && whole > 1) return false;
    if (whole == 8) whole += leading_digits(load64(at + 8));
    at += whole;
    if (at == next) return whole != 0;
    if (*at != '.' || whole == 0) return false;
    const unsigned fraction = leading_digits(load64(at + 1));
    return fraction != 0 && at + 1 + fraction == next;
}

/// Whether the four bytes at `first` are these and end an atom.
inline bool is_word(const uint8_t *first, const uint8_t *next, const char *four) {
    const uint8_t *const last = first + 4;
    return load32(first) == load32(four) && (last == next || (last < next && is_space(*last)));
}

/// number_end for the remaining numbers, out of line.
bool is_number(const cpj_document &document, uint32_t node);

/// Whether the number or atom at `node`, which starts with this byte, is valid.
__attribute__((always_inline)) inline bool is_scalar(const cpj_document &document, uint32_t node, uint8_t kind) {
    const uint8_t *const first = document.bytes + document.index[node];
    const uint8_t *const next = document.bytes + document.index[node + 1];
    switch (kind) {
    case '"': return true;
    case 't': return is_word(first, next, "true");
    case 'f': return is_word(first + 1, next, "alse");
    case 'n': return is_word(first, next, "null");
    default:
        // Behind the root there is no bracket that would stop the digits.
        if (node + 1 < document.count && is_plain_number(first, next)) return true;
        return is_number(document, node);
    }
}

}  // namespace cpj
