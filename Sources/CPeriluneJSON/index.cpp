// The index of an event that was built, kept apart from its builder.
#include "builder.h"

#include "envelope.hpp"
#include "parser.hpp"

#include <cstdlib>

using namespace cpj;

/// The arrays lie behind it, in one piece of memory.
struct cpj_event_index {
    size_t length;   // of the bytes
    uint32_t count;  // of nodes
    bool escaped_keys;
    uint32_t envelope[CPJ_ATTRIBUTE_COUNT];
    uint32_t *index, *close;
    uint8_t *depth;
};

cpj_event_index *cpj_built_index(const cpj_builder *b) {
    const size_t length = b->text.count, count = b->count;
    if (b->must_parse || b->text.failed || b->level != 0 || length > UINT32_MAX) return nullptr;
    const size_t nodes = (2 * count + 2) * sizeof(uint32_t);
    auto *const memory = static_cast<uint8_t *>(std::malloc(sizeof(cpj_event_index) + nodes + count));
    if (!memory) return nullptr;
    auto *const made = reinterpret_cast<cpj_event_index *>(memory);
    made->length = length;
    made->count = b->count;
    made->escaped_keys = b->escaped_keys;
    std::memcpy(made->envelope, b->envelope, sizeof b->envelope);
    made->index = reinterpret_cast<uint32_t *>(memory + sizeof *made);
    made->close = made->index + count + 2;
    made->depth = memory + sizeof *made + nodes;
    std::memcpy(made->index, b->index, count * sizeof(uint32_t));
    made->index[count] = made->index[count + 1] = uint32_t(length);
    std::memcpy(made->close, b->close, count * sizeof(uint32_t));
    std::memcpy(made->depth, b->depth, count);
    return made;
}

void cpj_event_index_free(cpj_event_index *index) { std::free(index); }

bool cpj_read_indexed(cpj_parser *parser, const uint8_t *bytes, size_t length, const cpj_event_index *index,
                      cpj_document *document) {
    if (length != index->length) return false;
    adopt(*document, bytes, length, *index);
    if (parser->numbers_types) note_type(*document, parser->types);
    return true;
}
