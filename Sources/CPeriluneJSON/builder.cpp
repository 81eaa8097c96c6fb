#include "builder.h"

#include "cursor.hpp"
#include "diagnosis.hpp"
#include "envelope.hpp"
#include "parser.hpp"

#include <cstdlib>

using namespace cpj;

namespace {

/// The text before an attribute's value: `,"id":`.
struct Beginning {
    char text[24];
    uint32_t length;
};
/// The longest.
constexpr size_t longest_beginning = 16;

constexpr Beginning beginnings[] = {
    {",\"id\":", 6}, {",\"source\":", 10}, {",\"type\":", 8}, {",\"specversion\":", 15},
    {",\"time\":", 8}, {",\"subject\":", 11}, {",\"partitionkey\":", 16}, {",\"data\":", 8},
};

void open(cpj_builder &b, uint8_t bracket) {
    if (!reserve(b, 1)) return;
    if (b.level >= sizeof b.openers / sizeof b.openers[0]) b.must_parse = true;
    else b.openers[b.level] = b.count;
    Cursor cursor(b);
    cursor.node();
    cursor.byte(bracket);
    cursor.end();
    b.level++;
}

void close(cpj_builder &b, uint8_t bracket) {
    if (!reserve(b, 1) || b.level == 0) return;
    b.level--;
    if (!b.must_parse) b.close[b.openers[b.level]] = b.count;
    Cursor cursor(b);
    cursor.node();
    cursor.byte(bracket);
    cursor.end();
}

/// Appends nodes of a document, which begin with a value, for text that is moved by `offset`.
void copy_nodes(cpj_builder &b, const cpj_document &document, uint32_t first, uint32_t count, uint32_t offset) {
    const uint32_t distance = b.count - first;
    const uint8_t level = uint8_t(b.level - document.depth[first]);
    const uint32_t *__restrict const index = document.index + first, *__restrict const close = document.close + first;
    const uint8_t *__restrict const depth = document.depth + first;
    uint32_t *__restrict const our_index = b.index + b.count, *__restrict const our_close = b.close + b.count;
    uint8_t *__restrict const our_depth = b.depth + b.count;
    uint8_t deepest = 0;
    for (uint32_t i = 0; i < count; i++) our_index[i] = index[i] + offset;
    for (uint32_t i = 0; i < count; i++) our_close[i] = close[i] + distance;
    for (uint32_t i = 0; i < count; i++) {
        deepest = depth[i] > deepest ? depth[i] : deepest;
        our_depth[i] = uint8_t(depth[i] + level);
    }
    b.must_parse |= uint32_t(deepest - document.depth[first]) + b.level >= CPJ_MAXIMUM_DEPTH;
    b.escaped_keys |= document.escaped_keys;
    b.count += count;
}

}  // namespace

void cpj_builder_free(cpj_builder *b) {
    cpj_buffer_free(&b->text);
    std::free(b->index);
    std::free(b->close);
    std::free(b->depth);
    *b = cpj_builder{};
}

void cpj_build_event(cpj_builder *b) {
    b->text.count = 0;
    b->text.failed = false;
    b->count = b->level = 0;
    std::memset(b->envelope, 0, sizeof b->envelope);
    b->escaped_keys = b->must_parse = false;
    cpj_build_open(b);
}

void cpj_build_open(cpj_builder *b) { open(*b, '{'); }
void cpj_build_close(cpj_builder *b) { close(*b, '}'); }
void cpj_build_open_list(cpj_builder *b) { open(*b, '['); }
void cpj_build_close_list(cpj_builder *b) { close(*b, ']'); }

void cpj_build_element(cpj_builder *b) {
    if (!reserve(*b, 1)) return;
    Cursor cursor(*b);
    if (cursor.out[-1] == '[') return;
    cursor.node();
    cursor.byte(',');
    cursor.end();
}

void cpj_build_attribute(cpj_builder *b, cpj_attribute attribute) {
    if (attribute >= CPJ_DATA_BASE64 || !reserve(*b, longest_beginning)) return;
    Cursor cursor(*b);
    const Beginning &beginning = beginnings[attribute];
    cursor.name(beginning.text + 1, beginning.length - 1, longest_beginning);
    cursor.end();
    b->envelope[attribute] = b->count;
}

void cpj_build_constant(cpj_builder *b, cpj_attribute attribute, const uint8_t *text, size_t length) {
    if (attribute >= CPJ_DATA_BASE64 || !reserve(*b, longest_beginning + length)) return;
    Cursor cursor(*b);
    const Beginning &beginning = beginnings[attribute];
    cursor.name(beginning.text + 1, beginning.length - 1, longest_beginning);
    b->envelope[attribute] = cursor.nodes();
    cursor.node();
    cursor.raw(text, length);
    cursor.end();
}

void cpj_build_name(cpj_builder *b, const cpj_name *name) {
    if (!reserve(*b, name->length + CPJ_NAME_PADDING)) return;
    Cursor cursor(*b);
    cursor.name(name->text, name->length, name->length);
    cursor.end();
    b->escaped_keys |= name->is_escaped;
}

void cpj_build_member(cpj_builder *b, const cpj_name *name, const uint8_t *text, size_t length) {
    if (!reserve(*b, name->length + CPJ_NAME_PADDING + 6 * length + 12)) return;
    Cursor cursor(*b);
    cursor.name(name->text, name->length, name->length);
    cursor.node();
    cursor.string(text, length);
    cursor.end();
    b->escaped_keys |= name->is_escaped;
}

void cpj_build_members(cpj_builder *b, const cpj_name *names, const cpj_range *ranges, size_t count,
                       const uint8_t *text, size_t length) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        if (ranges[i].start > ranges[i].end || ranges[i].end > length) return;
        bytes += names[i].length + 6 * (ranges[i].end - ranges[i].start);
        b->escaped_keys |= names[i].is_escaped;
    }
    if (!reserve(*b, bytes + (CPJ_NAME_PADDING + 12) * count, 4 * count)) return;
    Cursor cursor(*b);
    for (size_t i = 0; i < count; i++) {
        cursor.name(names[i].text, names[i].length, names[i].length);
        cursor.node();
        cursor.string(text + ranges[i].start, ranges[i].end - ranges[i].start);
    }
    cursor.end();
}

void cpj_build_plain_name(cpj_builder *b, const uint8_t *text, size_t length) {
    if (!reserve(*b, 6 * length + 16)) return;
    Cursor cursor(*b);
    if (cursor.out[-1] != '{') {
        cursor.node();
        cursor.byte(',');
    }
    cursor.node();
    const uint8_t *const name = cursor.out;
    cursor.string(text, length);
    b->escaped_keys |= std::memchr(name, '\\', size_t(cursor.out - name)) != nullptr;
    cursor.node();
    cursor.byte(':');
    cursor.end();
}

void cpj_build_string(cpj_builder *b, const uint8_t *text, size_t length) {
    if (!reserve(*b, 6 * length + 12)) return;
    Cursor cursor(*b);
    cursor.node();
    cursor.string(text, length);
    cursor.end();
}

void cpj_build_scalar(cpj_builder *b, const uint8_t *text, size_t length) {
    if (!reserve(*b, length)) return;
    Cursor cursor(*b);
    cursor.node();
    cursor.raw(text, length);
    cursor.end();
}

void cpj_build_open_string(cpj_builder *b, cpj_attribute attribute) {
    if (attribute >= CPJ_DATA_BASE64 || !reserve(*b, longest_beginning + 1)) return;
    Cursor cursor(*b);
    const Beginning &beginning = beginnings[attribute];
    cursor.name(beginning.text + 1, beginning.length - 1, longest_beginning);
    b->envelope[attribute] = cursor.nodes();
    cursor.node();
    cursor.byte('"');
    cursor.end();
}

void cpj_build_text(cpj_builder *b, const uint8_t *text, size_t length) {
    if (!reserve(*b, 6 * length + 8)) return;
    Cursor cursor(*b);
    cursor.out = put_text(cursor.out, text, length);
    cursor.end();
}

void cpj_build_lower(cpj_builder *b, const uint8_t *text, size_t length) {
    uint8_t *const out = cpj_buffer_room(&b->text, length);
    if (!out) return;
    for (size_t i = 0; i < length; i++) out[i] = text[i] | uint8_t((text[i] >= 'A' && text[i] <= 'Z') << 5);
    b->text.count += length;
}

void cpj_build_begin_string(cpj_builder *b) {
    if (!reserve(*b, 1)) return;
    Cursor cursor(*b);
    cursor.node();
    cursor.byte('"');
    cursor.end();
}

void cpj_build_close_string(cpj_builder *b) { cpj_put_byte(&b->text, '"'); }

void cpj_build_document(cpj_builder *b, const cpj_document *document) {
    if (!reserve(*b, document->length, size_t(document->count) + most_nodes)) return;
    copy_nodes(*b, *document, 0, document->count, uint32_t(b->text.count));
    cpj_put(&b->text, document->bytes, document->length);
}

void cpj_build_value(cpj_builder *b, const cpj_document *document, uint32_t node) {
    const cpj_text raw = cpj_raw(document, node);
    if (!cpj_is_container(*raw.bytes)) return cpj_build_scalar(b, raw.bytes, raw.length);
    const uint32_t count = document->close[node] - node + 1;
    if (!reserve(*b, raw.length, size_t(count) + most_nodes)) return;
    copy_nodes(*b, *document, node, count, uint32_t(b->text.count) - document->index[node]);
    cpj_put(&b->text, raw.bytes, raw.length);
}

void cpj_build_key(cpj_builder *b, const cpj_document *document, uint32_t node) {
    const cpj_text text = cpj_string(document, node);
    if (!reserve(*b, text.length + 4)) return;
    Cursor cursor(*b);
    if (cursor.out[-1] != '{') {
        cursor.node();
        cursor.byte(',');
    }
    cursor.node();
    cursor.byte('"');
    cursor.raw(text.bytes, text.length);
    cursor.byte('"');
    cursor.node();
    cursor.byte(':');
    cursor.end();
}

void cpj_build_back(cpj_builder *b, size_t text, uint32_t count, cpj_attribute attribute) {
    b->text.count = text;
    b->count = count;
    b->envelope[attribute] = 0;
}

cpj_status cpj_adopt(cpj_parser *parser, cpj_builder *b, cpj_document *document, cpj_error *error) {
    const size_t length = b->text.count;
    if (!reserve(*b, 0)) {
        *document = cpj_document{};
        document->type_id = -1;
        return fail(error, CPJ_NO_MEMORY, 0, "out of memory for the event");
    }
    if (b->must_parse || length > UINT32_MAX) {
        return cpj_parse(parser, b->text.bytes, length, false, document, error);
    }
    b->index[b->count] = b->index[b->count + 1] = uint32_t(length);
    adopt(*document, b->text.bytes, length, *b);
    if (parser->numbers_types) note_type(*document, parser->types);
    return CPJ_OK;
}

int32_t cpj_built_type(cpj_parser *parser, cpj_builder *b) {
    if (!cpj_buffer_room(&b->text, CPJ_PADDING)) return -1;
    return parser->types.number(b->text.bytes, b->text.count);
}
