#include "names.hpp"

#include <new>

namespace cpj {

namespace {

/// More colliding names than this are probably made to collide.
constexpr unsigned most_probes = 32;

}  // namespace

bool Names::begin(const cpj_document &document) {
    // A member is four nodes at least, so a quarter of the table is used at most.
    const uint32_t count = document.count;
    if (count > size) {
        uint32_t larger = 1024;
        unsigned bits = 10;
        while (larger < count && bits < 31) larger *= 2, bits++;
        slots.reset(new (std::nothrow) uint32_t[larger]());
        size = slots ? larger : 0;
        shift = 64 - bits;
        before = next = 0;
    } else if (next > UINT32_MAX - count) {
        std::memset(slots.get(), 0, size * sizeof slots[0]);
        next = 0;
    }
    before = next;
    next += count;
    found = 0;
    usable = !document.escaped_keys;
    return slots != nullptr;
}

void NameTable::meet(const cpj_document &document, uint32_t object, uint32_t key, const Name &name,
                     uint32_t slot) const {
    if (!names->usable) return;
    for (unsigned probes = 0; probes < most_probes; probes++) {
        uint32_t &entry = slots[slot];
        if (entry <= before) {
            entry = before + key;
            return;
        }
        // A name after the bracket with the same depth is in the same object.
        const uint32_t other = entry - before;
        if (other > object && document.depth[other] == document.depth[key]) {
            const Name known = name_at(document, other);
            if (known.length == name.length && same_text(known.bytes, name.bytes, name.length)) {
                if (names->found == 0) names->found = key;
                return;
            }
        }
        slot = (slot + 1) & (names->size - 1);
    }
    names->usable = false;
}

Names::Result Names::end(const cpj_document &document, uint32_t &duplicate) const {
    if (!usable) return sort_names(document, duplicate);
    duplicate = found;
    return found ? Result::duplicate : Result::unique;
}

}  // namespace cpj
