// The pass over the index that stage 1 creates.
#pragma once

#include "names.hpp"

namespace cpj {

/// Arrays with an entry for each node, as long as the largest document so far needed them.
struct Nodes {
    std::unique_ptr<uint32_t[]> close;
    std::unique_ptr<uint8_t[]> depth;
    size_t capacity = 0;

    bool reserve(size_t count);
};

/// Checks the order of nodes, and fills depths, the partners of brackets and the attributes of the envelope. False if
/// the document is not JSON. After true, no function leaves the bounds of the document, whatever its bytes are. With
/// `Checked`, numbers and atoms are checked, and every member name is added to `names`; requires note_escapes before.
template <bool Checked>
bool walk_structure(cpj_document &document, Nodes &nodes, Names &names);

/// Notes whether any member name may contain a backslash. With `check`, false if a string has an invalid escape.
bool note_escapes(cpj_document &document, bool check);

}  // namespace cpj
