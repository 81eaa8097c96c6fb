// The write position of a builder: text with escapes, and the nodes of the index.
#pragma once

#include "builder.h"

#include "words.hpp"

namespace cpj {

/// The maximum number of nodes that one call adds, except for a document and for the members of a row.
constexpr uint32_t most_nodes = 4;

/// Reserves memory for so many more bytes, and for nodes in all; false without memory.
bool reserve_more(cpj_builder &builder, size_t bytes, size_t nodes);

/// Reserves memory for so many more nodes and the two entries after the last one, and for bytes of text with the
/// padding of a document.
inline bool reserve(cpj_builder &b, size_t bytes, size_t nodes = most_nodes) {
    bytes += CPJ_PADDING;
    nodes += b.count + 2;
    const bool fits =
        b.text.capacity - b.text.count >= bytes && nodes <= b.capacity && !b.text.failed;
    return __builtin_expect(fits, true) || reserve_more(b, bytes, nodes);
}

/// Nonzero if a byte needs an escape.
inline uint64_t special_bytes(uint64_t word) {
    const uint64_t quote = word ^ '"' * every_byte, backslash = word ^ '\\' * every_byte;
    const uint64_t control = (word - 0x20 * every_byte) & ~word;
    return (control | ((quote - every_byte) & ~quote) | ((backslash - every_byte) & ~backslash))
        & 0x80 * every_byte;
}

/// Writes text with escapes.
uint8_t *put_escaped(uint8_t *out, const uint8_t *text, size_t length);

/// Writes text as between quotes; it rarely needs escapes. `out` has room for six times its length, and for at least
/// 8 bytes.
inline __attribute__((always_inline)) uint8_t *put_text(uint8_t *out, const uint8_t *text, size_t length) {
    uint64_t special = 0;
    if (length >= 8) {
        // The last word overlaps the previous one.
        const size_t last = length - 8;
        for (size_t at = 0; at < last; at += 8) {
            const uint64_t word = load64(text + at);
            store64(out + at, word);
            special |= special_bytes(word);
        }
        const uint64_t word = load64(text + last);
        store64(out + last, word);
        special |= special_bytes(word);
    } else if (length >= 4) {
        const uint64_t word = load32(text) | uint64_t(load32(text + length - 4)) << 8 * (length - 4);
        store64(out, word);
        special = special_bytes(word | ~low_mask(length));
    } else if (length > 0) {
        const uint64_t word = text[0] | uint64_t(text[length / 2]) << 8 * (length / 2)
            | uint64_t(text[length - 1]) << 8 * (length - 1);
        store64(out, word);
        special = special_bytes(word | ~low_mask(length));
    }
    return special ? put_escaped(out, text, length) : out + length;
}

/// The positions of the next byte and the next node during one call, which the compiler keeps in registers.
class Cursor {
public:
    explicit Cursor(cpj_builder &builder)
        : b(builder), start(b.text.bytes), out(start + b.text.count), index(b.index + b.count),
          depth(b.depth + b.count), levels(b.level * 0x01010101u) {}

    uint32_t offset() const { return uint32_t(out - start); }

    /// Writes a comma unless the object is empty, and a name with its colon, of which `copied` bytes are copied.
    inline __attribute__((always_inline)) void name(const void *text, size_t length, size_t copied) {
        const bool follows = out[-1] != '{';
        const uint32_t comma = offset();
        *out = ',';
        index[0] = comma;
        index += follows;
        out += follows;
        const uint32_t at = comma + follows;
        std::memcpy(out, text, CPJ_NAME_PADDING);
        if (__builtin_expect(copied > CPJ_NAME_PADDING, false)) std::memcpy(out, text, copied);
        out += length;
        index[0] = at;
        index[1] = at + uint32_t(length) - 1;
        index += 2;
        std::memcpy(depth, &levels, 4);
        depth += 2 + follows;
    }

    void node() {
        *index++ = offset();
        *depth++ = uint8_t(levels);
    }

    void byte(uint8_t value) { *out++ = value; }

    void raw(const uint8_t *text, size_t length) {
        if (length) std::memcpy(out, text, length);
        out += length;
    }

    inline __attribute__((always_inline)) void string(const uint8_t *text, size_t length) {
        byte('"');
        out = put_text(out, text, length);
        byte('"');
    }

    uint32_t nodes() const { return uint32_t(index - b.index); }

    void end() {
        b.text.count = size_t(out - start);
        b.count = nodes();
    }

    cpj_builder &b;
    uint8_t *const start;
    uint8_t *out;
    uint32_t *index;
    uint8_t *depth;
    const uint32_t levels;
};

}  // namespace cpj
