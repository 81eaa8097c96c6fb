// The pass over the index that stage 1 leaves.
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

/// Checks how the nodes follow each other, notes depths, the partners of brackets and the
/// attributes of the envelope. False if the document is not JSON; if it is true, no function can
/// leave the document, whatever its bytes are. With `Checked`, numbers and atoms are looked at, and
/// `names` sees every member name; `note_escapes` has to come before.
template <bool Checked>
bool walk_structure(cpj_document &document, Nodes &nodes, Names &names);

/// Notes whether some member name may be spelled with a backslash. With `check`, false if some
/// string has an escape that JSON does not know.
bool note_escapes(cpj_document &document, bool check);

}  // namespace cpj
