// What the files of this library share. Nothing here is visible outside of it.
#pragma once

#include "CPeriluneJSON.h"
#include "types.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <simdjson.h>

namespace cpj {

/// How far loops that work on eight nodes at a time may read and write behind the last node.
constexpr size_t node_slack = 16;

/// Arrays with one entry a node, as long as the largest document so far needed them.
struct Nodes {
    std::unique_ptr<uint32_t[]> close;
    std::unique_ptr<uint8_t[]> depth;
    std::unique_ptr<uint8_t[]> kind;  // the byte where the node stands
    size_t capacity = 0;

    bool reserve(size_t count);
};

using Stage1 = std::unique_ptr<simdjson::internal::dom_parser_implementation>;

}  // namespace cpj

struct cpj_parser {
    cpj::Stage1 stage1;
    size_t capacity = 0;  // of stage1, in bytes of document
    cpj::Nodes nodes;
    cpj::TypeTable types;
};

namespace cpj {

/// Links every bracket with its partner and notes the depth of every node. False unless the
/// document is one value whose brackets match, no deeper than CPJ_MAXIMUM_DEPTH; after that, no
/// other function can leave the document, whatever its bytes are.
bool link_brackets(Nodes &nodes, uint32_t count);

/// Whether some member name may be spelled with a backslash.
bool has_escaped_keys(const cpj_document &document);

/// Notes where the attributes of a CloudEvents envelope are, and the number of its type.
void note_envelope(cpj_document &document, const Nodes &nodes, TypeTable &types);

}  // namespace cpj
