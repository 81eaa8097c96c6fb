// Member names: an object must not have two of one name.
#pragma once

#include "grammar.hpp"
#include "words.hpp"

namespace cpj {

/// The names of the objects that are open. A name is compared with the earlier ones only if a set
/// of 256 bits says that it may be among them. Objects with many members, and names with escapes,
/// are left to a sort when the object closes, so that no document takes quadratic time.
class Names {
public:
    explicit Names(const cpj_document &document)
        : document(document), few(document.escaped_keys ? 0 : 32) {}

    void open(uint32_t level, uint32_t object) {
        Object &opened = objects[level];
        opened.node = object;
        opened.count = 0;
        for (uint64_t &word : opened.seen) word = 0;
    }

    /// False if the object at this level has the name already.
    bool add(uint32_t level, uint32_t key, uint32_t &duplicate) {
        Object &object = objects[level];
        if (object.count++ >= few) return true;
        const uint8_t bit = fingerprint(key);
        uint64_t &word = object.seen[bit / 64];
        const uint64_t mask = uint64_t(1) << bit % 64;
        if (word & mask && is_known(object.node, key)) {
            duplicate = key;
            return false;
        }
        word |= mask;
        return true;
    }

    Grammar close(uint32_t level, uint32_t &duplicate) {
        const Object &object = objects[level];
        return object.count <= few ? Grammar::valid : sort_names(object, duplicate);
    }

private:
    struct Object {
        uint32_t node;
        uint32_t count;
        uint64_t seen[4];
    };

    const cpj_document &document;
    const uint32_t few;
    Object objects[CPJ_MAXIMUM_DEPTH + 1];

    /// Of the first bytes and the distance to the colon, which is the length as a rule. Space
    /// before the colon would make two spellings of one name: it takes the slow way to a length.
    uint8_t fingerprint(uint32_t key) const {
        const cpj_text name = cpj_string(&document, key);
        const uint64_t first = low_bytes(load64(name.bytes), name.length);
        return uint8_t((first ^ name.length) * 0x9E3779B97F4A7C15u >> 56);
    }

    bool is_known(uint32_t object, uint32_t key) const;
    Grammar sort_names(const Object &object, uint32_t &duplicate) const;
};

}  // namespace cpj
