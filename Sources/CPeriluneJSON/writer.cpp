#include "CPeriluneJSON.h"
#include "utf8.hpp"
#include "words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

using namespace cpj;

namespace {

/// The letter after the backslash; 'u' for \u00XX; 0 for a byte that needs no escape.
uint8_t escape_letter(uint8_t byte) {
    switch (byte) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return byte < 0x20 ? 'u' : 0;
    }
}

/// Nonzero if any of eight bytes is not ASCII or needs an escape.
uint64_t special_bytes(uint64_t word) {
    const uint64_t control = zero_bytes(word & 0xE0 * every_byte);
    return (word & 0x80 * every_byte) | control | bytes_equal(word, '"')
        | bytes_equal(word, '\\');
}

inline bool stands_for_itself(uint8_t byte) {
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/// Checks a text and counts the bytes that escapes add to it.
bool measure(const uint8_t *at, const uint8_t *end, size_t &added) {
    const uint8_t *const start = at;
    added = 0;
    while (at < end) {
        if (end - at >= 8) {
            if (!special_bytes(load64(at))) {
                at += 8;
                continue;
            }
        } else if (end - start >= 8) {
            // Check the remaining bytes together with some before them, in one step instead of up to seven.
            if (!special_bytes(load64(end - 8))) return true;
        } else if (stands_for_itself(*at)) {
            at++;
            continue;
        }
        const size_t length = utf8_character(at, end);
        if (!length) return false;
        const uint8_t letter = escape_letter(*at);
        if (letter) added += letter == 'u' ? 5 : 1;
        at += length;
    }
    return true;
}

uint8_t *write_escaped(const uint8_t *at, const uint8_t *end, uint8_t *out) {
    static const char digits[] = "0123456789abcdef";
    for (; at < end; at++) {
        const uint8_t letter = escape_letter(*at);
        if (!letter) {
            *out++ = *at;
            continue;
        }
        *out++ = '\\';
        *out++ = letter;
        if (letter != 'u') continue;
        *out++ = '0';
        *out++ = '0';
        *out++ = uint8_t(digits[*at >> 4]);
        *out++ = uint8_t(digits[*at & 15]);
    }
    return out;
}

constexpr size_t small_capacity = 32 << 10;
constexpr size_t usual_capacity = 512 << 10;

}  // namespace

__thread volatile int cpj_busy;

void cpj_buffer_free(cpj_buffer *buffer) {
    std::free(buffer->bytes);
    *buffer = cpj_buffer{};
}

bool cpj_buffer_grow(cpj_buffer *buffer, size_t more) {
    const size_t most = buffer->limit ? buffer->limit : SIZE_MAX / 2;
    if (buffer->count > most || more > most - buffer->count) {
        buffer->failed = true;
        return false;
    }
    const size_t least = buffer->count + more;
    const size_t doubled = std::max(buffer->capacity * 2, size_t(256));
    size_t capacity = std::max(least, doubled);
    // Buffers that grow this far often hold the output of a chunk of a log. Unused pages cost nothing, and doubling
    // more often would copy as much as is written.
    if (capacity > small_capacity) capacity = std::max(capacity, usual_capacity);
    capacity = std::min(capacity, most);
    cpj_begin_busy();
    void *const bytes = std::realloc(buffer->bytes, capacity);
    if (bytes) {
        buffer->bytes = static_cast<uint8_t *>(bytes);
        buffer->capacity = capacity;
    } else {
        buffer->failed = true;
    }
    cpj_end_busy();
    return bytes;
}

bool cpj_put_string(cpj_buffer *b, const char *text, size_t length) {
    const auto *const begin = reinterpret_cast<const uint8_t *>(text);
    size_t added;
    if (!measure(begin, begin + length, added)) return false;
    const size_t size = length + added + 2;
    uint8_t *out = cpj_buffer_room(b, size);
    if (!out) return true;
    *out++ = '"';
    if (added) {
        out = write_escaped(begin, begin + length, out);
    } else if (length) {
        std::memcpy(out, text, length);
        out += length;
    }
    *out = '"';
    b->count += size;
    return true;
}

void cpj_put_integer(cpj_buffer *b, int64_t value) {
    char text[24];
    const auto result = std::to_chars(text, text + sizeof text, value);
    cpj_put(b, text, size_t(result.ptr - text));
}

bool cpj_put_double(cpj_buffer *b, double value) {
    if (!std::isfinite(value)) return false;
    char text[40];
    char *end = std::to_chars(text, text + sizeof text - 2, value).ptr;
    if (std::find_if(text, end, [](char c) { return c == '.' || c == 'e'; }) == end) {
        *end++ = '.';
        *end++ = '0';
    }
    cpj_put(b, text, size_t(end - text));
    return true;
}
