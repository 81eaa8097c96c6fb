#include "parser.hpp"

#include "diagnosis.hpp"
#include "envelope.hpp"

#include <new>

using namespace cpj;

namespace {

/// A parser keeps its memory for the next document. Above this many bytes, the memory is freed when a much smaller
/// document follows.
constexpr size_t keep_capacity = size_t(16) << 20;

size_t power_of_two(size_t least) {
    size_t size = 1024;
    while (size < least) size *= 2;
    return size;
}

bool reserve_bytes(cpj_parser &parser, size_t length) {
    const bool wasteful = parser.capacity > keep_capacity && length < keep_capacity / 16;
    if (length <= parser.capacity && !wasteful) return true;
    if (wasteful) {
        parser.nodes = Nodes();
        parser.names.release();
    }
    parser.stage1.reset();
    parser.capacity = 0;
    size_t capacity = power_of_two(length);
    if (capacity > UINT32_MAX) capacity = UINT32_MAX;
    // Depth 1, since only simdjson's stage 2 would need more.
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(
            capacity, 1, parser.stage1)) {
        parser.stage1.reset();
        return false;
    }
    parser.capacity = capacity;
    return true;
}

cpj_status no_memory(cpj_error *error) {
    return fail(error, CPJ_NO_MEMORY, 0, "out of memory for the structure of the document");
}

cpj_status trust(cpj_parser &parser, cpj_document &document, cpj_error *error) {
    if (!note_escapes(document, false)
        || !walk_structure<false>(document, parser.nodes, parser.names)) {
        return diagnose(document.bytes, document.length, error);
    }
    return CPJ_OK;
}

cpj_status check(cpj_parser &parser, cpj_document &document, cpj_error *error) {
    if (!note_escapes(document, true)) {
        return diagnose(document.bytes, document.length, error);
    }
    if (!parser.names.begin(document)) return no_memory(error);
    if (!walk_structure<true>(document, parser.nodes, parser.names)) {
        return diagnose(document.bytes, document.length, error);
    }
    uint32_t duplicate = 0;
    switch (parser.names.end(document, duplicate)) {
    case Names::Result::unique: return CPJ_OK;
    case Names::Result::duplicate: return fail_duplicate(document, duplicate, error);
    case Names::Result::no_memory: break;
    }
    return no_memory(error);
}

cpj_status parse(cpj_parser &parser, bool trusted, cpj_document &document, cpj_error *error) {
    const uint8_t *const bytes = document.bytes;
    const size_t length = document.length;
    if (length > UINT32_MAX) {
        return fail(error, CPJ_TOO_LARGE, 0, "the document has 4 GiB or more");
    }
    if (length == 0) return diagnose(bytes, length, error);
    if (!reserve_bytes(parser, length)) return no_memory(error);

    // Stage 1 reads whole blocks of the document and a copy of the last one: it needs no padding.
    auto &stage1 = *parser.stage1;
    if (stage1.stage1(bytes, length, simdjson::stage1_mode::regular)) {
        return diagnose(bytes, length, error);
    }
    // It has written index[count] == length, and once more behind that.
    document.index = stage1.structural_indexes.get();
    document.count = stage1.n_structural_indexes;
    if (!parser.nodes.reserve(document.count)) return no_memory(error);
    document.close = parser.nodes.close.get();
    document.depth = parser.nodes.depth.get();
    return trusted ? trust(parser, document, error) : check(parser, document, error);
}

}  // namespace

cpj_parser *cpj_parser_new(void) { return new (std::nothrow) cpj_parser(); }

void cpj_parser_free(cpj_parser *parser) { delete parser; }

void cpj_parser_leave_types(cpj_parser *parser) { parser->numbers_types = false; }

bool cpj_parser_leave_type(cpj_parser *parser, const char *type, size_t length) {
    return parser->types.leave(type, length);
}

cpj_status cpj_parse(cpj_parser *parser, const uint8_t *bytes, size_t length, bool trusted,
                     cpj_document *document, cpj_error *error) {
    *document = cpj_document{};
    document->bytes = bytes;
    document->length = length;
    document->type_id = -1;
    const cpj_status status = parse(*parser, trusted, *document, error);
    if (status == CPJ_OK) {
        if (parser->numbers_types) note_type(*document, parser->types);
    } else {
        *document = cpj_document{};  // an incomplete structure must not be used
        document->type_id = -1;
    }
    return status;
}

const char *cpj_type_name(const cpj_parser *parser, int32_t type_id, size_t *length) {
    return parser->types.name(type_id, length);
}
