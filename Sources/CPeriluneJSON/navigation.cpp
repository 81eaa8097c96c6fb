// A document that cpj_parse has accepted has the structure of JSON, even if it was trusted: members are name, colon
// and value, and commas separate them. This is not checked again here.
#include "bytes.hpp"
#include "names.hpp"
#include "unescape.hpp"

#include <algorithm>

using namespace cpj;

namespace {

/// Calls `matches(key)` for each member until it is true, and returns that member's value, or 0.
template <class Matches>
uint32_t find_member(const cpj_document &d, uint32_t object, Matches matches) {
    const uint32_t end = d.close[object];
    for (uint32_t key = object + 1; key < end; key = cpj_after(&d, key + 2) + 1) {
        if (matches(key)) return key + 2;
    }
    return 0;
}

}  // namespace

cpj_text cpj_raw(const cpj_document *d, uint32_t node) {
    const uint8_t *const first = d->bytes + d->index[node];
    if (cpj_is_container(*first)) {
        const uint8_t *const closer = d->bytes + d->index[d->close[node]];
        return {first, size_t(closer + 1 - first)};
    }
    const uint8_t *end = d->bytes + d->index[node + 1];
    while (end > first && is_space(end[-1])) end--;
    return {first, size_t(end - first)};
}

uint32_t cpj_deepest(const cpj_document *d) {
    uint8_t deepest = 0;
    for (uint32_t node = 0; node < d->count; node++) deepest = std::max(deepest, d->depth[node]);
    return deepest;
}

uint32_t cpj_member(const cpj_document *d, uint32_t object, const char *key, size_t length) {
    if (cpj_kind(d, object) != '{') return 0;
    if (d->escaped_keys) {
        return find_member(*d, object, [=](uint32_t at) {
            return spells(cpj_string(d, at), key, length);
        });
    }
    const uint64_t first = first_bytes(key, length);
    return find_member(*d, object, [=](uint32_t at) { return is_name(*d, at, key, length, first); });
}

cpj_key cpj_key_of(const char *text, size_t length) {
    return {text, length, low_mask(length), first_bytes(text, length)};
}

void cpj_members(const cpj_document *d, uint32_t object, const cpj_key *keys, uint32_t count, uint32_t *nodes) {
    std::fill(nodes, nodes + count, 0);
    if (cpj_kind(d, object) != '{') return;
    if (d->escaped_keys) {
        for (uint32_t i = 0; i < count; i++) nodes[i] = cpj_member(d, object, keys[i].text, keys[i].length);
        return;
    }
    const uint32_t end = d->close[object];
    uint32_t next = 0;
    for (uint32_t at = object + 1; at < end; at = cpj_after(d, at + 2) + 1) {
        const uint64_t first = load64(d->bytes + d->index[at] + 1);
        // Try the name after the last one found first, then all of them.
        for (uint32_t tried = 0; tried < count; tried++) {
            const uint32_t i = next + tried < count ? next + tried : next + tried - count;
            const cpj_key &key = keys[i];
            if ((first & key.mask) != key.first) continue;
            if (!is_name(*d, at, key.text, key.length, key.first)) continue;
            nodes[i] = at + 2;
            next = i + 1;
            break;
        }
    }
}

bool cpj_hash_plain(const cpj_document *d, uint32_t node, uint64_t *hash) {
    const cpj_text text = cpj_string(d, node);
    uint64_t sum = text.length, backslashes = 0;
    // Behind the document bytes are readable.
    for (size_t at = 0; at < text.length; at += 8) {
        const uint64_t word = low_bytes(load64(text.bytes + at), text.length - at);
        backslashes |= bytes_equal(word, '\\');
        sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
        sum ^= sum >> 32;
    }
    *hash = sum;
    return !backslashes;
}

uint32_t cpj_element(const cpj_document *d, uint32_t array, uint64_t nth) {
    if (cpj_kind(d, array) != '[') return 0;
    uint32_t at = cpj_first(d, array);
    for (; at && nth; nth--) at = cpj_next(d, array, at);
    return at;
}

uint32_t cpj_length(const cpj_document *d, uint32_t container) {
    uint32_t count = 0;
    for (uint32_t at = cpj_first(d, container); at; at = cpj_next(d, container, at)) count++;
    return count;
}

uint32_t cpj_first(const cpj_document *d, uint32_t container) {
    if (!cpj_is_container(cpj_kind(d, container))) return 0;
    return d->close[container] == container + 1 ? 0 : container + 1;
}

uint32_t cpj_next(const cpj_document *d, uint32_t container, uint32_t node) {
    const uint32_t value = cpj_kind(d, container) == '{' ? node + 2 : node;
    const uint32_t behind = cpj_after(d, value);
    return behind < d->close[container] ? behind + 1 : 0;
}
