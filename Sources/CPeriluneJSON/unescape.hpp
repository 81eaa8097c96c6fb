#pragma once

#include "bytes.hpp"
#include "utf8.hpp"

#include "CPeriluneJSON.h"

#include <cstring>

namespace cpj {

/// The value of `\uXXXX` at `at`, or -1.
inline int32_t unicode_escape(const uint8_t *at, const uint8_t *end) {
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
    int32_t value = 0;
    for (int i = 2; i < 6; i++) {
        const int digit = hexadecimal(at[i]);
        if (digit < 0) return -1;
        value = value << 4 | digit;
    }
    return value;
}

/// The character of one escape `\\uXXXX` at `at`, or of two that are a surrogate pair, behind which `at` is moved. -1 for
/// half of a pair; `at` stays where there is no escape, which is -2.
inline int32_t escaped_scalar(const uint8_t *&at, const uint8_t *end) {
    const int32_t unit = unicode_escape(at, end);
    if (unit < 0) return -2;
    at += 6;
    if (unit < 0xD800 || unit >= 0xE000) return unit;
    const int32_t low = unit < 0xDC00 ? unicode_escape(at, end) : -1;
    if (low < 0xDC00 || low >= 0xE000) return -1;
    at += 6;
    return 0x10000 + (unit - 0xD800) * 0x400 + low - 0xDC00;
}

/// Passes the unescaped text on in pieces, never more bytes than were read. An invalid escape (in an unchecked
/// document) is passed on as spelled.
template <class Sink>
void unescape(cpj_text text, Sink sink) {
    const uint8_t *at = text.bytes, *const end = text.bytes + text.length;
    while (at < end) {
        const void *const found = std::memchr(at, '\\', size_t(end - at));
        const uint8_t *const backslash = found ? static_cast<const uint8_t *>(found) : end;
        if (backslash > at) sink(at, size_t(backslash - at));
        at = backslash;
        if (end - at < 2) {
            if (at < end) sink(at, 1);
            return;
        }
        uint8_t out[4];
        switch (at[1]) {
        case '"': case '\\': case '/': out[0] = at[1]; break;
        case 'b': out[0] = '\b'; break;
        case 'f': out[0] = '\f'; break;
        case 'n': out[0] = '\n'; break;
        case 'r': out[0] = '\r'; break;
        case 't': out[0] = '\t'; break;
        case 'u': {
            const int32_t scalar = escaped_scalar(at, end);
            if (scalar == -2) sink(at++, 1);
            else sink(out, utf8_encode(scalar < 0 ? 0xFFFD : uint32_t(scalar), out));
            continue;
        }
        default: sink(at++, 1); continue;
        }
        sink(out, 1);
        at += 2;
    }
}

/// Whether the unescaped string equals this text.
bool spells(cpj_text string, const char *text, size_t length);

}  // namespace cpj
