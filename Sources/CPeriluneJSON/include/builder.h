// Writes an event and the index of its structure at the same time, so that events made by codecs need no parsing. The
// index equals the one that cpj_parse would create for the same bytes.
#pragma once

#include "CPeriluneJSON.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An object that is being written. A *value* is a string, a scalar, a document or an object; a name or an attribute
/// comes before each value.
typedef struct cpj_builder {
    cpj_buffer text;
    uint32_t *index, *close;     // as in cpj_document
    uint8_t *depth;
    uint32_t count, capacity;    // of nodes
    uint32_t level;              // objects and lists that are open
    uint32_t openers[16];
    uint32_t envelope[CPJ_ATTRIBUTE_COUNT];
    bool escaped_keys;
    bool must_parse;             // whether the document has to be checked, and its index is of no use
} cpj_builder;

/// The name of a member as written, `"name":`, followed by CPJ_NAME_PADDING readable bytes.
typedef struct cpj_name {
    const uint8_t *text;
    uint32_t length;
    bool is_escaped;
} cpj_name;

#define CPJ_NAME_PADDING 16

void cpj_builder_free(cpj_builder *builder);

/// Discards what was written, and opens the event.
void cpj_build_event(cpj_builder *builder);

/// Opens and closes an object; the event itself is closed in the same way.
void cpj_build_open(cpj_builder *builder);
void cpj_build_close(cpj_builder *builder);

/// Opens and closes a list, and starts an element of it.
void cpj_build_open_list(cpj_builder *builder);
void cpj_build_close_list(cpj_builder *builder);
void cpj_build_element(cpj_builder *builder);

/// Writes the name of an attribute, which the event must not have yet.
void cpj_build_attribute(cpj_builder *builder, cpj_attribute attribute);
/// Writes an attribute whose value is JSON text.
void cpj_build_constant(cpj_builder *builder, cpj_attribute attribute, const uint8_t *text, size_t length);
/// Writes the name of a member, which the object must not have yet.
void cpj_build_name(cpj_builder *builder, const cpj_name *name);
/// Writes a member with a string.
void cpj_build_member(cpj_builder *builder, const cpj_name *name, const uint8_t *text, size_t length);
/// Writes members whose values are ranges of a text; writes none if a range is outside of the text.
void cpj_build_members(cpj_builder *builder, const cpj_name *names, const cpj_range *ranges, size_t count,
                       const uint8_t *text, size_t length);
/// Writes a name that is not encoded as JSON yet.
void cpj_build_plain_name(cpj_builder *builder, const uint8_t *text, size_t length);

/// Writes a string from UTF-8 text.
void cpj_build_string(cpj_builder *builder, const uint8_t *text, size_t length);
/// Writes a number, true, false or null.
void cpj_build_scalar(cpj_builder *builder, const uint8_t *text, size_t length);
/// Writes a document, byte for byte.
void cpj_build_document(cpj_builder *builder, const cpj_document *document);
/// Writes a value of a document, byte for byte.
void cpj_build_value(cpj_builder *builder, const cpj_document *document, uint32_t node);
/// Writes the name of a member, which the object must not have yet, from a string of a document without escapes.
void cpj_build_key(cpj_builder *builder, const cpj_document *document, uint32_t node);

/// Starts an attribute with a string in pieces. Pieces that are already escaped are appended with cpj_put.
void cpj_build_open_string(cpj_builder *builder, cpj_attribute attribute);
void cpj_build_text(cpj_builder *builder, const uint8_t *text, size_t length);
/// Appends text that needs no escapes, with ASCII letters in lower case.
void cpj_build_lower(cpj_builder *builder, const uint8_t *text, size_t length);
void cpj_build_close_string(cpj_builder *builder);
/// Starts a string in pieces as the value after a name.
void cpj_build_begin_string(cpj_builder *builder);

/// Removes everything written since a position where a name began.
void cpj_build_back(cpj_builder *builder, size_t text, uint32_t count, cpj_attribute attribute);

/// The event as a document, valid until the next cpj_build_event. The parser numbers its type.
cpj_status cpj_adopt(cpj_parser *parser, cpj_builder *builder, cpj_document *document, cpj_error *error);

/// The parser's number of a type; the whole written text is the type, as between quotes.
int32_t cpj_built_type(cpj_parser *parser, cpj_builder *builder);

/// The index of an event, for a reader on another thread with the same bytes.
typedef struct cpj_event_index cpj_event_index;

/// A copy of the index; NULL if the event must be parsed, or without memory.
cpj_event_index *cpj_built_index(const cpj_builder *builder);
void cpj_event_index_free(cpj_event_index *index);

/// Points a document at the bytes that an index was made for. The parser numbers the type. False if the bytes have
/// another length.
bool cpj_read_indexed(cpj_parser *parser, const uint8_t *bytes, size_t length, const cpj_event_index *index,
                      cpj_document *document);

#ifdef __cplusplus
}
#endif
