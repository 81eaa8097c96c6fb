#include "builder.h"

#include "diagnosis.hpp"
#include "envelope.hpp"
#include "parser.hpp"
#include "words.hpp"

#include <cstdlib>

using namespace cpj;

namespace {

/// Nodes that one call adds at most, except for a document.
constexpr uint32_t most_nodes = 4;

/// How an attribute begins: `,"id":`.
struct Beginning {
    char text[24];
    uint32_t length;
};
/// The longest.
constexpr size_t longest_beginning = 16;

constexpr Beginning beginnings[] = {
    {",\"id\":", 6}, {",\"source\":", 10}, {",\"type\":", 8}, {",\"specversion\":", 15},
    {",\"time\":", 8}, {",\"subject\":", 11}, {",\"partitionkey\":", 16}, {",\"data\":", 8},
};

template <class Item>
bool enlarge(Item *&items, size_t capacity) {
    void *const larger = std::realloc(items, capacity * sizeof(Item));
    if (larger) items = static_cast<Item *>(larger);
    return larger;
}

bool enlarge_nodes(cpj_builder &b, size_t least) {
    size_t capacity = 256;
    while (capacity < least) capacity *= 2;
    cpj_begin_busy();
    const bool enough = capacity <= UINT32_MAX && enlarge(b.index, capacity)
        && enlarge(b.close, capacity) && enlarge(b.depth, capacity);
    cpj_end_busy();
    if (enough) b.capacity = uint32_t(capacity);
    else b.text.failed = true;
    return enough;
}

bool reserve_more(cpj_builder &b, size_t bytes, size_t nodes) {
    return cpj_buffer_room(&b.text, bytes) && (nodes <= b.capacity || enlarge_nodes(b, nodes));
}

/// Whether so many nodes have room, and the two entries behind the last one; and bytes of text with the padding of a
/// document.
inline bool reserve(cpj_builder &b, size_t bytes, size_t nodes = most_nodes) {
    bytes += CPJ_PADDING;
    nodes += b.count + 2;
    const bool fits = b.text.capacity - b.text.count >= bytes && nodes <= b.capacity;
    return __builtin_expect(fits, true) || reserve_more(b, bytes, nodes);
}

/// Where the next byte and the next node go, for one call: the compiler keeps it in registers.
class Cursor {
public:
    explicit Cursor(cpj_builder &builder)
        : b(builder), start(b.text.bytes), out(start + b.text.count), index(b.index + b.count),
          depth(b.depth + b.count), levels(b.level * 0x01010101u) {}

    uint32_t offset() const { return uint32_t(out - start); }

    /// A comma unless the object is empty, and a name with its colon, of which `copied` bytes are copied.
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

    void node() { node_at(offset()); }

    void node_at(uint32_t offset) {
        *index++ = offset;
        *depth++ = uint8_t(levels);
    }

    void byte(uint8_t value) { *out++ = value; }

    void raw(const uint8_t *text, size_t length) {
        if (length) std::memcpy(out, text, length);
        out += length;
    }

    inline __attribute__((always_inline)) void string(const uint8_t *text, size_t length);

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

/// Nonzero if a byte needs an escape.
inline uint64_t special_bytes(uint64_t word) {
    const uint64_t quote = word ^ '"' * every_byte, backslash = word ^ '\\' * every_byte;
    const uint64_t control = (word - 0x20 * every_byte) & ~word;
    return (control | ((quote - every_byte) & ~quote) | ((backslash - every_byte) & ~backslash))
        & 0x80 * every_byte;
}

uint8_t *put_escape(uint8_t *out, uint8_t byte) {
    static const char digits[] = "0123456789abcdef";
    *out++ = '\\';
    switch (byte) {
    case '"': case '\\': *out++ = byte; return out;
    case '\n': *out++ = 'n'; return out;
    case '\r': *out++ = 'r'; return out;
    case '\t': *out++ = 't'; return out;
    default: break;
    }
    std::memcpy(out, "u00", 3);
    out[3] = uint8_t(digits[byte >> 4]);
    out[4] = uint8_t(digits[byte & 15]);
    return out + 5;
}

/// Writes text with escapes.
__attribute__((noinline)) uint8_t *put_escaped(uint8_t *out, const uint8_t *text, size_t length) {
    for (const uint8_t *const end = text + length; text < end; text++) {
        if (*text < 0x20 || *text == '"' || *text == '\\') out = put_escape(out, *text);
        else *out++ = *text;
    }
    return out;
}

/// Writes text as between quotes: nearly always it needs no escape. `out` has room for six times its length, and 8
/// bytes at least.
inline __attribute__((always_inline)) uint8_t *put_text(uint8_t *out, const uint8_t *text, size_t length) {
    uint64_t special = 0;
    if (length >= 8) {
        // The last word overlaps the one before.
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

inline __attribute__((always_inline)) void Cursor::string(const uint8_t *text, size_t length) {
    byte('"');
    out = put_text(out, text, length);
    byte('"');
}

}  // namespace

void cpj_builder_free(cpj_builder *b) {
    cpj_buffer_free(&b->text);
    std::free(b->index);
    std::free(b->close);
    std::free(b->depth);
    *b = cpj_builder{};
}

void cpj_build_event(cpj_builder *b) {
    b->text.count = 0;
    b->text.failed = false;
    b->count = b->level = 0;
    std::memset(b->envelope, 0, sizeof b->envelope);
    b->escaped_keys = b->must_parse = false;
    cpj_build_open(b);
}

void cpj_build_open(cpj_builder *b) {
    if (!reserve(*b, 1)) return;
    if (b->level == sizeof b->openers / sizeof b->openers[0]) b->must_parse = true;
    else b->openers[b->level] = b->count;
    Cursor cursor(*b);
    cursor.node();
    cursor.byte('{');
    cursor.end();
    b->level++;
}

void cpj_build_close(cpj_builder *b) {
    if (!reserve(*b, 1) || b->level == 0) return;
    b->level--;
    if (!b->must_parse) b->close[b->openers[b->level]] = b->count;
    Cursor cursor(*b);
    cursor.node();
    cursor.byte('}');
    cursor.end();
}

void cpj_build_attribute(cpj_builder *b, cpj_attribute attribute) {
    if (attribute >= CPJ_DATA_BASE64 || !reserve(*b, longest_beginning)) return;
    Cursor cursor(*b);
    const Beginning &beginning = beginnings[attribute];
    cursor.name(beginning.text + 1, beginning.length - 1, longest_beginning);
    cursor.end();
    b->envelope[attribute] = b->count;
}

void cpj_build_constant(cpj_builder *b, cpj_attribute attribute, const uint8_t *text, size_t length) {
    if (attribute >= CPJ_DATA_BASE64 || !reserve(*b, longest_beginning + length)) return;
    Cursor cursor(*b);
    const Beginning &beginning = beginnings[attribute];
    cursor.name(beginning.text + 1, beginning.length - 1, longest_beginning);
    b->envelope[attribute] = cursor.nodes();
    cursor.node();
    cursor.raw(text, length);
    cursor.end();
}

void cpj_build_name(cpj_builder *b, const cpj_name *name) {
    if (!reserve(*b, name->length + CPJ_NAME_PADDING)) return;
    Cursor cursor(*b);
    cursor.name(name->text, name->length, name->length);
    cursor.end();
    b->escaped_keys |= name->is_escaped;
}

void cpj_build_member(cpj_builder *b, const cpj_name *name, const uint8_t *text, size_t length) {
    if (!reserve(*b, name->length + CPJ_NAME_PADDING + 6 * length + 12)) return;
    Cursor cursor(*b);
    cursor.name(name->text, name->length, name->length);
    cursor.node();
    cursor.string(text, length);
    cursor.end();
    b->escaped_keys |= name->is_escaped;
}

void cpj_build_members(cpj_builder *b, const cpj_name *names, const cpj_range *ranges, size_t count,
                       const uint8_t *text, size_t length) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        if (ranges[i].start > ranges[i].end || ranges[i].end > length) return;
        bytes += names[i].length + 6 * (ranges[i].end - ranges[i].start);
        b->escaped_keys |= names[i].is_escaped;
    }
    if (!reserve(*b, bytes + (CPJ_NAME_PADDING + 12) * count, 4 * count)) return;
    Cursor cursor(*b);
    for (size_t i = 0; i < count; i++) {
        cursor.name(names[i].text, names[i].length, names[i].length);
        cursor.node();
        cursor.string(text + ranges[i].start, ranges[i].end - ranges[i].start);
    }
    cursor.end();
}

void cpj_build_plain_name(cpj_builder *b, const uint8_t *text, size_t length) {
    if (!reserve(*b, 6 * length + 16)) return;
    Cursor cursor(*b);
    if (cursor.out[-1] != '{') {
        cursor.node();
        cursor.byte(',');
    }
    cursor.node();
    const uint8_t *const name = cursor.out;
    cursor.string(text, length);
    b->escaped_keys |= std::memchr(name, '\\', size_t(cursor.out - name)) != nullptr;
    cursor.node();
    cursor.byte(':');
    cursor.end();
}

void cpj_build_string(cpj_builder *b, const uint8_t *text, size_t length) {
    if (!reserve(*b, 6 * length + 12)) return;
    Cursor cursor(*b);
    cursor.node();
    cursor.string(text, length);
    cursor.end();
}

void cpj_build_scalar(cpj_builder *b, const uint8_t *text, size_t length) {
    if (!reserve(*b, length)) return;
    Cursor cursor(*b);
    cursor.node();
    cursor.raw(text, length);
    cursor.end();
}

void cpj_build_open_string(cpj_builder *b, cpj_attribute attribute) {
    if (attribute >= CPJ_DATA_BASE64 || !reserve(*b, longest_beginning + 1)) return;
    Cursor cursor(*b);
    const Beginning &beginning = beginnings[attribute];
    cursor.name(beginning.text + 1, beginning.length - 1, longest_beginning);
    b->envelope[attribute] = cursor.nodes();
    cursor.node();
    cursor.byte('"');
    cursor.end();
}

void cpj_build_text(cpj_builder *b, const uint8_t *text, size_t length) {
    if (!reserve(*b, 6 * length + 8)) return;
    Cursor cursor(*b);
    cursor.out = put_text(cursor.out, text, length);
    cursor.end();
}

void cpj_build_close_string(cpj_builder *b) { cpj_put_byte(&b->text, '"'); }

void cpj_build_document(cpj_builder *b, const cpj_document *document) {
    const uint32_t count = document->count;
    if (!reserve(*b, document->length, size_t(count) + most_nodes)) return;
    const uint32_t offset = uint32_t(b->text.count), node = b->count;
    const uint8_t level = uint8_t(b->level);
    const uint32_t *__restrict const index = document->index, *__restrict const close = document->close;
    const uint8_t *__restrict const depth = document->depth;
    uint32_t *__restrict const our_index = b->index + node, *__restrict const our_close = b->close + node;
    uint8_t *__restrict const our_depth = b->depth + node;
    uint8_t deepest = 0;
    for (uint32_t i = 0; i < count; i++) our_index[i] = index[i] + offset;
    for (uint32_t i = 0; i < count; i++) our_close[i] = close[i] + node;
    for (uint32_t i = 0; i < count; i++) {
        deepest = depth[i] > deepest ? depth[i] : deepest;
        our_depth[i] = uint8_t(depth[i] + level);
    }
    b->must_parse |= deepest + level >= CPJ_MAXIMUM_DEPTH;
    b->escaped_keys |= document->escaped_keys;
    b->count += count;
    cpj_put(&b->text, document->bytes, document->length);
}

void cpj_build_back(cpj_builder *b, size_t text, uint32_t count, cpj_attribute attribute) {
    b->text.count = text;
    b->count = count;
    b->envelope[attribute] = 0;
}

cpj_status cpj_adopt(cpj_parser *parser, cpj_builder *b, cpj_document *document, cpj_error *error) {
    const size_t length = b->text.count;
    if (!reserve(*b, 0)) {
        *document = cpj_document{};
        document->type_id = -1;
        return fail(error, CPJ_NO_MEMORY, 0, "out of memory for the event");
    }
    if (b->must_parse || length > UINT32_MAX) {
        return cpj_parse(parser, b->text.bytes, length, false, document, error);
    }
    b->index[b->count] = b->index[b->count + 1] = uint32_t(length);
    document->bytes = b->text.bytes;
    document->length = length;
    document->index = b->index;
    document->count = b->count;
    document->close = b->close;
    document->depth = b->depth;
    document->escaped_keys = b->escaped_keys;
    std::memcpy(document->envelope, b->envelope, sizeof b->envelope);
    document->type_id = -1;
    if (parser->numbers_types) note_type(*document, parser->types);
    return CPJ_OK;
}
