// The hot side of checking: is this JSON, yes or no? What is wrong with it, says diagnosis.hpp.
#pragma once

#include "parser.hpp"

namespace cpj {

enum class Grammar { valid, invalid, duplicate, no_memory };

/// Checks a document whose brackets are linked. `duplicate` is the node of the second member of
/// one name.
Grammar check_grammar(const cpj_document &document, const Nodes &nodes, uint32_t &duplicate);

/// Whether every backslash in a string begins an escape that JSON knows.
bool check_escapes(const cpj_document &document);

}  // namespace cpj
