// Strings with backslashes are rare, so they are found by searching for backslashes.
#include "bytes.hpp"
#include "structure.hpp"

#include <cstring>

namespace cpj {

namespace {

/// The last node at or before an offset; `from` is a node before it.
uint32_t node_at(const cpj_document &document, uint32_t from, uint32_t offset) {
    uint32_t below = from, above = document.count;
    while (above - below > 1) {
        const uint32_t middle = below + (above - below) / 2;
        (document.index[middle] <= offset ? below : above) = middle;
    }
    return below;
}

/// Whether all escapes of a string are valid, from its first backslash on.
bool valid_escapes(const uint8_t *at) {
    // Stage 1 has seen the closing quote: this loop ends there at the latest.
    for (; *at != '"'; at++) {
        if (*at != '\\') continue;
        switch (*++at) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': break;
        case 'u':
            for (int i = 0; i < 4; i++) {
                if (hexadecimal(*++at) < 0) return false;
            }
            break;
        default: return false;
        }
    }
    return true;
}

}  // namespace

bool note_escapes(cpj_document &document, bool check) {
    const uint8_t *const end = document.bytes + document.length;
    const uint8_t *at = document.bytes;
    uint32_t node = 0;
    while (at < end) {
        at = static_cast<const uint8_t *>(std::memchr(at, '\\', size_t(end - at)));
        if (!at) return true;
        node = node_at(document, node, uint32_t(at - document.bytes));
        if (cpj_kind(&document, node) == '"') {
            if (cpj_kind(&document, node + 1) == ':') document.escaped_keys = true;
            if (check && !valid_escapes(at)) return false;
        }
        at = document.bytes + document.index[node + 1];
    }
    return true;
}

}  // namespace cpj
