// The attributes of a CloudEvents envelope, found by their names.
#pragma once

#include "names.hpp"
#include "types.hpp"

#include <cstring>

namespace cpj {

/// An attribute; its name is two words, which overlap if it is shorter than 16 bytes.
struct Attribute {
    const char *name = nullptr;
    size_t length = 0;
    uint64_t first = 0, last = 0;
    cpj_attribute number = CPJ_ATTRIBUTE_COUNT;
};

/// All attributes, in a table indexed by a hash of the first bytes of their names.
struct Attributes {
    static constexpr unsigned slots = 16;
    static constexpr unsigned slot(uint64_t first) { return (first >> 9 ^ first >> 34) % slots; }

    Attribute at[slots];
    unsigned count = 0;

    constexpr Attributes() {
        add("id", 2, CPJ_ID);
        add("source", 6, CPJ_SOURCE);
        add("type", 4, CPJ_TYPE);
        add("specversion", 11, CPJ_SPECVERSION);
        add("time", 4, CPJ_TIME);
        add("subject", 7, CPJ_SUBJECT);
        add("partitionkey", 12, CPJ_PARTITIONKEY);
        add("data", 4, CPJ_DATA);
        add("data_base64", 11, CPJ_DATA_BASE64);
    }

private:
    static constexpr uint64_t word(const char *text, size_t from, size_t length) {
        uint64_t word = 0;
        for (size_t i = 0; i < 8 && from + i < length; i++) {
            word |= uint64_t(uint8_t(text[from + i])) << 8 * i;
        }
        return word;
    }

    constexpr void add(const char *name, size_t length, cpj_attribute number) {
        const uint64_t first = word(name, 0, length);
        if (at[slot(first)].name == nullptr) count++;
        at[slot(first)] = {name, length, first, length > 8 ? word(name, length - 8, length) : 0,
                           number};
    }
};

constexpr Attributes attributes;
static_assert(attributes.count == CPJ_ATTRIBUTE_COUNT, "two attributes share a slot");

/// The attribute whose name is spelled with escapes; CPJ_ATTRIBUTE_COUNT if there is none.
cpj_attribute escaped_attribute(cpj_text name);

/// Stores the member of the root at `key` if it is an attribute, unless the attribute was found before.
inline void note_attribute(cpj_document &document, uint32_t key, const Name &name) {
    cpj_attribute number;
    if (__builtin_expect(document.escaped_keys, false)) {
        number = escaped_attribute({name.bytes, name.length});
        if (number == CPJ_ATTRIBUTE_COUNT) return;
    } else {
        const Attribute &candidate = attributes.at[Attributes::slot(name.first)];
        if (candidate.first != name.first || candidate.length != name.length) return;
        if (name.length > 8 && load64(name.bytes + name.length - 8) != candidate.last) return;
        number = candidate.number;
    }
    if (document.envelope[number] == 0) document.envelope[number] = key + 2;
}

/// Sets the number of the type, once the attributes are known.
void note_type(cpj_document &document, TypeTable &types);

/// Points a document at an event with known nodes, as stored by a builder or an index.
template <class Index>
void adopt(cpj_document &document, const uint8_t *bytes, size_t length, const Index &index) {
    document.bytes = bytes;
    document.length = length;
    document.index = index.index;
    document.count = index.count;
    document.close = index.close;
    document.depth = index.depth;
    document.escaped_keys = index.escaped_keys;
    std::memcpy(document.envelope, index.envelope, sizeof index.envelope);
    document.type_id = -1;
}

}  // namespace cpj
