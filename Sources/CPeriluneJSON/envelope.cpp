#include "envelope.hpp"

#include "unescape.hpp"

namespace cpj {

cpj_attribute escaped_attribute(cpj_text name) {
    for (const Attribute &candidate : attributes.at) {
        if (candidate.name && spells(name, candidate.name, candidate.length)) {
            return candidate.number;
        }
    }
    return CPJ_ATTRIBUTE_COUNT;
}

void note_type(cpj_document &document, TypeTable &types) {
    const uint32_t type = document.envelope[CPJ_TYPE];
    if (type == 0 || cpj_kind(&document, type) != '"') return;
    const cpj_text text = cpj_string(&document, type);
    document.type_id = types.number(text.bytes, text.length);
}

}  // namespace cpj
