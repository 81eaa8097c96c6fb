// Writing an event and the index of its structure at the same time: what codecs make of the entries of a log needs no
// parse. The index is the one that cpj_parse would find in the same bytes.
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

/// The name of a member as it is written: `"name":`, with CPJ_NAME_PADDING readable bytes behind it.
typedef struct cpj_name {
    const uint8_t *text;
    uint32_t length;
    bool is_escaped;
} cpj_name;

#define CPJ_NAME_PADDING 16

void cpj_builder_free(cpj_builder *builder);

/// Forgets what was written, and opens the event.
void cpj_build_event(cpj_builder *builder);

/// Opens and closes an object; the event itself is closed in the same way.
void cpj_build_open(cpj_builder *builder);
void cpj_build_close(cpj_builder *builder);

/// Opens and closes a list, and begins an element of it.
void cpj_build_open_list(cpj_builder *builder);
void cpj_build_close_list(cpj_builder *builder);
void cpj_build_element(cpj_builder *builder);

/// The name of an attribute, which is none of the event so far.
void cpj_build_attribute(cpj_builder *builder, cpj_attribute attribute);
/// An attribute with its value as it is written in JSON.
void cpj_build_constant(cpj_builder *builder, cpj_attribute attribute, const uint8_t *text, size_t length);
/// The name of a member that no member of the object has so far.
void cpj_build_name(cpj_builder *builder, const cpj_name *name);
/// A member with a string.
void cpj_build_member(cpj_builder *builder, const cpj_name *name, const uint8_t *text, size_t length);
/// Members with the strings of some ranges of a text; none if a range is not in the text.
void cpj_build_members(cpj_builder *builder, const cpj_name *names, const cpj_range *ranges, size_t count,
                       const uint8_t *text, size_t length);
/// A name that is not written as in JSON yet.
void cpj_build_plain_name(cpj_builder *builder, const uint8_t *text, size_t length);

/// A string; the text is UTF-8.
void cpj_build_string(cpj_builder *builder, const uint8_t *text, size_t length);
/// A number, true, false or null.
void cpj_build_scalar(cpj_builder *builder, const uint8_t *text, size_t length);
/// A document, byte for byte.
void cpj_build_document(cpj_builder *builder, const cpj_document *document);
/// A value of a document, byte for byte.
void cpj_build_value(cpj_builder *builder, const cpj_document *document, uint32_t node);
/// The name of a member that no member of the object has so far: a string of a document without escapes.
void cpj_build_key(cpj_builder *builder, const cpj_document *document, uint32_t node);

/// An attribute with a string in pieces. Those that are escaped are appended with cpj_put.
void cpj_build_open_string(cpj_builder *builder, cpj_attribute attribute);
void cpj_build_text(cpj_builder *builder, const uint8_t *text, size_t length);
/// Text that needs no escape, with the letters of ASCII in lower case.
void cpj_build_lower(cpj_builder *builder, const uint8_t *text, size_t length);
void cpj_build_close_string(cpj_builder *builder);
/// The same for a value behind a name.
void cpj_build_begin_string(cpj_builder *builder);

/// Takes back what was written from a position on, where a name began.
void cpj_build_back(cpj_builder *builder, size_t text, uint32_t count, cpj_attribute attribute);

/// The event as a document, which lives until the next cpj_build_event. The parser numbers its type.
cpj_status cpj_adopt(cpj_parser *parser, cpj_builder *builder, cpj_document *document, cpj_error *error);

/// The parser's number of a type: all of the text that was written, as between the quotes.
int32_t cpj_built_type(cpj_parser *parser, cpj_builder *builder);

/// The index of an event by itself, for a reader on another thread that has the same bytes.
typedef struct cpj_event_index cpj_event_index;

/// A copy of the index; NULL if it is of no use, or without memory.
cpj_event_index *cpj_built_index(const cpj_builder *builder);
void cpj_event_index_free(cpj_event_index *index);

/// Points a document at the bytes that an index was made with. The parser numbers the type. False if the bytes have
/// another length.
bool cpj_read_indexed(cpj_parser *parser, const uint8_t *bytes, size_t length, const cpj_event_index *index,
                      cpj_document *document);

#ifdef __cplusplus
}
#endif
