#include "bytes.hpp"
#include "navigation.hpp"
#include "parser.hpp"
#include "unescape.hpp"

namespace cpj {

namespace {

struct Attribute {
    const char *name;
    size_t length;
    cpj_attribute number;
};

constexpr Attribute attributes[] = {
    {"id", 2, CPJ_ID},
    {"source", 6, CPJ_SOURCE},
    {"type", 4, CPJ_TYPE},
    {"specversion", 11, CPJ_SPECVERSION},
    {"time", 4, CPJ_TIME},
    {"subject", 7, CPJ_SUBJECT},
    {"partitionkey", 12, CPJ_PARTITIONKEY},
    {"data", 4, CPJ_DATA},
};

int attribute(cpj_text name, bool escaped) {
    for (const Attribute &candidate : attributes) {
        if (escaped ? spells(name, candidate.name, candidate.length)
                    : name.length == candidate.length
                        && std::memcmp(name.bytes, candidate.name, name.length) == 0) {
            return candidate.number;
        }
    }
    return -1;
}

}  // namespace

void note_envelope(cpj_document &document, TypeTable &types) {
    if (cpj_kind(&document, 0) != '{') return;
    for (uint32_t key = first_member(document, 0); key; key = next_member(document, 0, key)) {
        const int number = attribute(cpj_string(&document, key), document.escaped_keys);
        if (number >= 0 && document.envelope[number] == 0) document.envelope[number] = key + 2;
    }
    const uint32_t type = document.envelope[CPJ_TYPE];
    if (type && cpj_kind(&document, type) == '"') {
        const cpj_text text = cpj_string(&document, type);
        document.type_id = types.number(text.bytes, text.length);
    }
}

}  // namespace cpj
