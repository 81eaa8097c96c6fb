#include "names.hpp"

#include <algorithm>
#include <new>

namespace cpj {

namespace {

struct Entry {
    uint32_t object, key;
    const uint8_t *bytes;
    size_t length;
};

/// Compares two names, first by their objects: less than, equal to or greater than 0.
int compare(const Entry &a, const Entry &b) {
    if (a.object != b.object) return a.object < b.object ? -1 : 1;
    const int order = std::memcmp(a.bytes, b.bytes, std::min(a.length, b.length));
    if (order != 0) return order;
    return a.length < b.length ? -1 : a.length > b.length;
}

}  // namespace

Names::Result sort_names(const cpj_document &document, uint32_t &duplicate) {
    // A member has at least four nodes; unescaped text is never longer than the document.
    const std::unique_ptr<Entry[]> entries(new (std::nothrow) Entry[document.count / 4 + 1]);
    const std::unique_ptr<uint8_t[]> texts(new (std::nothrow) uint8_t[document.length]);
    if (!entries || !texts) return Names::Result::no_memory;

    size_t count = 0;
    uint8_t *text = texts.get();
    uint32_t object_at[CPJ_MAXIMUM_DEPTH + 1];  // the object around the names at a depth
    for (uint32_t node = 0; node < document.count; node++) {
        const uint8_t kind = cpj_kind(&document, node), depth = document.depth[node];
        if (kind == '{') object_at[depth + 1] = node;
        if (kind != '"' || cpj_kind(&document, node + 1) != ':' || depth == 0) continue;
        const size_t length = cpj_unescape(cpj_string(&document, node), text);
        entries[count++] = Entry{object_at[depth], node, text, length};
        text += length;
    }
    std::sort(entries.get(), entries.get() + count, [](const Entry &a, const Entry &b) {
        const int order = compare(a, b);
        return order < 0 || (order == 0 && a.key < b.key);
    });
    duplicate = UINT32_MAX;
    for (size_t i = 1; i < count; i++) {
        if (compare(entries[i - 1], entries[i]) == 0) {
            duplicate = std::min(duplicate, entries[i].key);
        }
    }
    return duplicate == UINT32_MAX ? Names::Result::unique : Names::Result::duplicate;
}

}  // namespace cpj
