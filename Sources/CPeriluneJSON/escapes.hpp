// Strings with backslashes in them: few, so they are found from their backslashes.
#pragma once

#include "CPeriluneJSON.h"

#include <cstring>

namespace cpj {

/// The last node at or before an offset. Nodes below `from` stand before it.
inline uint32_t node_at(const cpj_document &document, uint32_t from, uint32_t offset) {
    uint32_t below = from, above = document.count;
    while (above - below > 1) {
        const uint32_t middle = below + (above - below) / 2;
        (document.index[middle] <= offset ? below : above) = middle;
    }
    return below;
}

/// Calls `visit(node, first)` for every string that contains a backslash, the first at `first`,
/// as long as it returns true.
template <class Visit>
bool for_each_escaped_string(const cpj_document &document, Visit visit) {
    const uint8_t *const end = document.bytes + document.length;
    const uint8_t *at = document.bytes;
    uint32_t node = 0;
    while (at < end) {
        at = static_cast<const uint8_t *>(std::memchr(at, '\\', size_t(end - at)));
        if (!at) return true;
        node = node_at(document, node, uint32_t(at - document.bytes));
        const uint8_t *const next = document.bytes + document.index[node + 1];
        if (cpj_kind(&document, node) == '"' && !visit(node, at)) return false;
        at = next > at ? next : at + 1;
    }
    return true;
}

}  // namespace cpj
