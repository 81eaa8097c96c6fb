#include "navigation.hpp"

#include "unescape.hpp"

using namespace cpj;

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

uint32_t cpj_member(const cpj_document *d, uint32_t object, const char *key, size_t length) {
    if (cpj_kind(d, object) != '{') return 0;
    for (uint32_t at = first_member(*d, object); at; at = next_member(*d, object, at)) {
        if (d->escaped_keys) {
            if (spells(cpj_string(d, at), key, length)) return at + 2;
            continue;
        }
        const uint8_t *const quote = d->bytes + d->index[at];
        if (size_t(d->index[at + 1] - d->index[at]) >= length + 2 && quote[length + 1] == '"'
            && std::memcmp(quote + 1, key, length) == 0) {
            return at + 2;
        }
    }
    return 0;
}

uint32_t cpj_element(const cpj_document *d, uint32_t array, uint64_t nth) {
    if (cpj_kind(d, array) != '[') return 0;
    uint32_t at = first_element(*d, array);
    for (; at && nth; nth--) at = next_element(*d, array, at);
    return at;
}

uint32_t cpj_length(const cpj_document *d, uint32_t container) {
    uint32_t count = 0;
    for (uint32_t at = cpj_first(d, container); at; at = cpj_next(d, container, at)) count++;
    return count;
}

uint32_t cpj_first(const cpj_document *d, uint32_t container) {
    switch (cpj_kind(d, container)) {
    case '{': return first_member(*d, container);
    case '[': return first_element(*d, container);
    default: return 0;
    }
}

uint32_t cpj_next(const cpj_document *d, uint32_t container, uint32_t node) {
    return cpj_kind(d, container) == '{' ? next_member(*d, container, node)
                                         : next_element(*d, container, node);
}
