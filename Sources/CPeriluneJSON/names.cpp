#include "names.hpp"

#include "unescape.hpp"

#include <algorithm>
#include <memory>
#include <new>

namespace cpj {

namespace {

struct Name {
    const uint8_t *bytes;
    size_t length;
    uint32_t node;
};

int compare(const Name &a, const Name &b) {
    const int order = std::memcmp(a.bytes, b.bytes, std::min(a.length, b.length));
    if (order != 0) return order;
    return a.length < b.length ? -1 : a.length > b.length;
}

}  // namespace

bool Names::is_known(uint32_t object, uint32_t key) const {
    const cpj_text name = cpj_string(&document, key);
    for (uint32_t other = object + 1; other < key; other = cpj_after(&document, other + 2) + 1) {
        const cpj_text known = cpj_string(&document, other);
        if (known.length == name.length
            && std::memcmp(known.bytes, name.bytes, name.length) == 0) {
            return true;
        }
    }
    return false;
}

Grammar Names::sort_names(const Object &object, uint32_t &duplicate) const {
    const std::unique_ptr<Name[]> names(new (std::nothrow) Name[object.count]);
    if (!names) return Grammar::no_memory;
    size_t count = 0, escaped_bytes = 0;
    const uint32_t end = document.close[object.node];
    for (uint32_t key = object.node + 1; key < end; key = cpj_after(&document, key + 2) + 1) {
        const cpj_text name = cpj_string(&document, key);
        names[count++] = Name{name.bytes, name.length, key};
        escaped_bytes += name.length;
    }
    std::unique_ptr<uint8_t[]> unescaped;
    if (document.escaped_keys) {
        unescaped.reset(new (std::nothrow) uint8_t[escaped_bytes + 1]);
        if (!unescaped) return Grammar::no_memory;
        uint8_t *at = unescaped.get();
        for (size_t i = 0; i < count; i++) {
            const size_t length = cpj_unescape({names[i].bytes, names[i].length}, at);
            names[i] = Name{at, length, names[i].node};
            at += length;
        }
    }
    std::sort(names.get(), names.get() + count, [](const Name &a, const Name &b) {
        const int order = compare(a, b);
        return order < 0 || (order == 0 && a.node < b.node);
    });
    uint32_t first = UINT32_MAX;  // the earliest name that was there before
    for (size_t i = 1; i < count; i++) {
        if (compare(names[i - 1], names[i]) == 0) first = std::min(first, names[i].node);
    }
    if (first == UINT32_MAX) return Grammar::valid;
    duplicate = first;
    return Grammar::duplicate;
}

}  // namespace cpj
