#include "types.hpp"

#include "unescape.hpp"
#include "words.hpp"

#include <cstring>
#include <new>

namespace cpj {

namespace {

/// Of the length and up to 16 bytes at both ends; `text` is readable for 8 bytes in any case.
uint64_t hash(const uint8_t *text, size_t length) {
    const uint64_t first = length >= 8 ? load64(text) : low_bytes(load64(text), length);
    const uint64_t last = length >= 8 ? load64(text + length - 8) : 0;
    const uint64_t mixed = (first ^ length) * 0x9E3779B97F4A7C15u ^ last * 0xC2B2AE3D27D4EB4Fu;
    return mixed ^ mixed >> 32;
}

}  // namespace

int32_t TypeTable::number(const uint8_t *text, size_t length) {
    if (length > longest || (!table && !allocate())) return -1;
    uint32_t slot = uint32_t(hash(text, length)) % slots;
    while (const uint32_t found = table[slot]) {
        const Entry &entry = entries[found - 1];
        if (entry.length == length && same_text(entry.text.get(), text, length)) {
            return int32_t(found - 1);
        }
        slot = (slot + 1) % slots;
    }
    return add(text, length, slot);
}

const char *TypeTable::name(int32_t number, size_t *length) const {
    if (number < 0 || uint32_t(number) >= count) return nullptr;
    if (length) *length = entries[number].length;
    return entries[number].text.get();
}

bool TypeTable::leave(const char *text, size_t length) {
    if (left_count == most_left) return false;
    std::unique_ptr<char[]> copy(new (std::nothrow) char[length + 1]());
    if (!copy) return false;
    std::memcpy(copy.get(), text, length);
    left[left_count++] = Entry{std::move(copy), uint32_t(length)};
    return true;
}

int32_t TypeTable::add(const uint8_t *text, size_t length, uint32_t slot) {
    if (count == limit) return -1;
    for (unsigned i = 0; i < left_count; i++) {
        if (spells({text, length}, left[i].text.get(), left[i].length)) return -1;
    }
    std::unique_ptr<char[]> copy(new (std::nothrow) char[length + 8]());
    if (!copy) return -1;
    std::memcpy(copy.get(), text, length);
    entries[count] = Entry{std::move(copy), uint32_t(length)};
    table[slot] = uint16_t(++count);
    return int32_t(count - 1);
}

bool TypeTable::allocate() {
    entries.reset(new (std::nothrow) Entry[limit]);
    table.reset(new (std::nothrow) uint16_t[slots]());
    if (entries && table) return true;
    entries.reset();
    table.reset();
    return false;
}

}  // namespace cpj
