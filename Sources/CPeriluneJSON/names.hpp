// Checks that no object has two members with the same name.
#pragma once

#include "words.hpp"

#include "CPeriluneJSON.h"

#include <memory>

namespace cpj {

/// The text of a member name.
struct Name {
    const uint8_t *bytes;
    size_t length;
    uint64_t first;  // its first 8 bytes; zeros behind a shorter one
};

/// Like cpj_string. A name nearly always ends right before its colon.
inline Name name_at(const cpj_document &document, uint32_t key) {
    const uint8_t *const bytes = document.bytes + document.index[key] + 1;
    size_t length = document.index[key + 1] - document.index[key] - 2;
    if (bytes[length] != '"') length = cpj_string(&document, key).length;
    return {bytes, length, low_bytes(load64(bytes), length)};
}

/// Whether the name at a node is spelled like this, with these bytes first.
inline bool is_name(const cpj_document &d, uint32_t at, const char *key, size_t length, uint64_t first) {
    const uint8_t *const name = d.bytes + d.index[at] + 1;
    if ((load64(name) & low_mask(length)) != first) return false;
    // The closing quote stands before the colon, so it is compared only where that is far
    // enough away.
    return d.index[at + 1] - d.index[at] >= length + 2 && name[length] == '"'
        && (length <= 8 || std::memcmp(name + 8, key + 8, length - 8) == 0);
}

class Names;

/// The fields of Names needed to add a name: a copy, which the compiler keeps in registers.
class NameTable {
public:
    /// Adds a name of the object that opens at `object`.
    void add(const cpj_document &document, uint32_t object, uint32_t key, const Name &name) const {
        uint64_t hash = name.first ^ uint64_t(object) << 40 ^ name.length << 56;
        if (name.length > 8) hash += load64(name.bytes + name.length - 8) * 3;
        const uint64_t slot = hash * 0x9E3779B97F4A7C15u >> shift;
        if (slots[slot] > before) {
            meet(document, object, key, name, uint32_t(slot));
        } else {
            slots[slot] = before + key;
        }
    }

private:
    friend Names;

    /// Handles a slot that already contains another name.
    void meet(const cpj_document &document, uint32_t object, uint32_t key, const Name &name,
              uint32_t slot) const;

    Names *names = nullptr;
    uint32_t *slots = nullptr;  // `before` + node of the name
    unsigned shift = 0;         // from a hash to a slot
    uint32_t before = 0;        // no document before has left anything above this
};

/// A hash table of all names of a document. It is never cleared: entries of earlier documents are recognized because
/// they are too small.
class Names {
public:
    /// Begins a document. False without memory.
    bool begin(const cpj_document &document);

    NameTable table() {
        NameTable table;
        table.names = this;
        table.slots = slots.get();
        table.shift = shift;
        table.before = before;
        return table;
    }

    /// The result of the check; `duplicate` is the first repeated name.
    enum class Result { unique, duplicate, no_memory };
    Result end(const cpj_document &document, uint32_t &duplicate) const;

    void release() { *this = Names(); }

private:
    friend NameTable;

    std::unique_ptr<uint32_t[]> slots;
    uint32_t size = 0;  // a power of two, or 0
    unsigned shift = 0;
    uint32_t before = 0, next = 0;
    uint32_t found = 0;  // the first name that came twice
    bool usable = true;  // no names with escapes, and few that collide
};

/// What Names gives up on: documents with backslashes in names, where names have several
/// spellings, and names that were made to collide. Sorts the names.
Names::Result sort_names(const cpj_document &document, uint32_t &duplicate);

}  // namespace cpj
