#include "cursor.hpp"

#include <cstdlib>

namespace cpj {

namespace {

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

}  // namespace

bool reserve_more(cpj_builder &b, size_t bytes, size_t nodes) {
    return cpj_buffer_room(&b.text, bytes) && (nodes <= b.capacity || enlarge_nodes(b, nodes));
}

uint8_t *put_escaped(uint8_t *out, const uint8_t *text, size_t length) {
    for (const uint8_t *const end = text + length; text < end; text++) {
        if (*text < 0x20 || *text == '"' || *text == '\\') out = put_escape(out, *text);
        else *out++ = *text;
    }
    return out;
}

}  // namespace cpj
