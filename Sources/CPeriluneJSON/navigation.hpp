// Steps from member to member and from element to element. In a document that was not checked they
// end where it is no JSON any more.
#pragma once

#include "CPeriluneJSON.h"
#include "bytes.hpp"

namespace cpj {

/// `key` if a whole member begins there, inside the object that closes at `end`; otherwise 0.
inline uint32_t member_at(const cpj_document &document, uint32_t key, uint32_t end) {
    return key + 2 < end && cpj_kind(&document, key) == '"' && cpj_kind(&document, key + 1) == ':'
                   && begins_value(cpj_kind(&document, key + 2))
               ? key
               : 0;
}

inline uint32_t first_member(const cpj_document &document, uint32_t object) {
    return member_at(document, object + 1, document.close[object]);
}

inline uint32_t next_member(const cpj_document &document, uint32_t object, uint32_t key) {
    const uint32_t comma = cpj_after(&document, key + 2);
    return cpj_kind(&document, comma) == ','
               ? member_at(document, comma + 1, document.close[object])
               : 0;
}

inline uint32_t element_at(const cpj_document &document, uint32_t node, uint32_t end) {
    return node < end && begins_value(cpj_kind(&document, node)) ? node : 0;
}

inline uint32_t first_element(const cpj_document &document, uint32_t array) {
    return element_at(document, array + 1, document.close[array]);
}

inline uint32_t next_element(const cpj_document &document, uint32_t array, uint32_t node) {
    const uint32_t comma = cpj_after(&document, node);
    return cpj_kind(&document, comma) == ','
               ? element_at(document, comma + 1, document.close[array])
               : 0;
}

}  // namespace cpj
