#include "bytes.hpp"
#include "parser.hpp"
#include "unescape.hpp"
#include "words.hpp"

namespace cpj {

namespace {

/// The name of an attribute, as two words that overlap where it is shorter than 16 bytes.
struct Attribute {
    uint64_t first = 0, last = 0;
    size_t length = 0;
    cpj_attribute number = CPJ_ATTRIBUTE_COUNT;
    const char *name = nullptr;
};

constexpr uint64_t word_of(const char *text, size_t from, size_t length) {
    uint64_t word = 0;
    for (size_t i = 0; i < 8 && from + i < length; i++) {
        word |= uint64_t(uint8_t(text[from + i])) << 8 * i;
    }
    return word;
}

/// No two of the eight names share a slot: the static_assert below says so.
constexpr unsigned slots = 16;
constexpr unsigned slot(uint64_t first) { return (first >> 9 ^ first >> 4) % slots; }

struct Attributes {
    Attribute at[slots];
    unsigned count = 0;

    constexpr void add(const char *name, size_t length, cpj_attribute number) {
        const uint64_t first = word_of(name, 0, length);
        if (at[slot(first)].name == nullptr) count++;
        at[slot(first)] = {first, length > 8 ? word_of(name, length - 8, length) : first, length,
                           number, name};
    }

    constexpr Attributes() {
        add("id", 2, CPJ_ID);
        add("source", 6, CPJ_SOURCE);
        add("type", 4, CPJ_TYPE);
        add("specversion", 11, CPJ_SPECVERSION);
        add("time", 4, CPJ_TIME);
        add("subject", 7, CPJ_SUBJECT);
        add("partitionkey", 12, CPJ_PARTITIONKEY);
        add("data", 4, CPJ_DATA);
    }
};

constexpr Attributes attributes;
static_assert(attributes.count == CPJ_ATTRIBUTE_COUNT, "two attributes share a slot");

cpj_attribute find(const uint8_t *name, size_t length) {
    const uint64_t word = load64(name);
    const uint64_t first = low_bytes(word, length);
    const uint64_t last = length > 8 ? load64(name + length - 8) : first;
    const Attribute &found = attributes.at[slot(first)];
    const bool same = found.first == first && found.last == last && found.length == length;
    return same ? found.number : CPJ_ATTRIBUTE_COUNT;
}

cpj_attribute find_escaped(cpj_text name) {
    for (const Attribute &candidate : attributes.at) {
        if (candidate.name && spells(name, candidate.name, candidate.length)) {
            return candidate.number;
        }
    }
    return CPJ_ATTRIBUTE_COUNT;
}

}  // namespace

void note_envelope(cpj_document &document, const Nodes &nodes, TypeTable &types) {
    const uint8_t *const kind = nodes.kind.get();
    if (kind[0] != '{') return;
    const uint32_t end = nodes.close[0];
    uint32_t found[CPJ_ATTRIBUTE_COUNT + 1] = {};  // the last one for every other name
    for (uint32_t key = 1; key + 2 < end;) {
        if (kind[key] != '"' || kind[key + 1] != ':' || !begins_value(kind[key + 2])) break;
        const uint32_t value = key + 2;
        const uint8_t *const name = document.bytes + document.index[key] + 1;
        size_t length = document.index[key + 1] - document.index[key] - 2;
        cpj_attribute number;
        if (document.escaped_keys) {
            number = find_escaped(cpj_string(&document, key));
        } else {
            if (name[length] != '"') length = cpj_string(&document, key).length;
            number = find(name, length);
        }
        if (found[number] == 0) found[number] = value;
        const uint32_t comma = (is_opener(kind[value]) ? nodes.close[value] : value) + 1;
        if (kind[comma] != ',') break;
        key = comma + 1;
    }
    std::memcpy(document.envelope, found, sizeof document.envelope);
    const uint32_t type = found[CPJ_TYPE];
    if (type && kind[type] == '"') {
        const cpj_text text = cpj_string(&document, type);
        document.type_id = types.number(text.bytes, text.length);
    }
}

}  // namespace cpj
