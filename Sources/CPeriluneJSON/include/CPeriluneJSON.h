// JSON as Perilune reads it: the bytes stay where they are, and an index of their structure says
// where things begin and end. simdjson finds the structure (stage 1); one pass of ours checks the
// grammar, with positions for the errors, and links the brackets.
//
// Every function here is plain C and never throws. Nothing here owns the bytes of a document.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of bytes after the end of a document that must be readable (with any content).
#define CPJ_PADDING 64
/// The maximum depth of nested containers; deeper documents are refused.
#define CPJ_MAXIMUM_DEPTH 200

typedef enum cpj_status {
    CPJ_OK = 0,
    CPJ_EMPTY,            // nothing but white space
    CPJ_SYNTAX,           // not the grammar of JSON
    CPJ_STRING,           // a string that does not end, a raw control character, a wrong escape
    CPJ_UTF8,             // bytes that are not UTF-8
    CPJ_NUMBER,           // not the grammar of a number
    CPJ_DEPTH,            // more than CPJ_MAXIMUM_DEPTH levels
    CPJ_DUPLICATE,        // an object names a member twice
    CPJ_TOO_LARGE,        // 4 GiB or more
    CPJ_NO_MEMORY,
} cpj_status;

typedef struct cpj_error {
    cpj_status status;
    size_t offset;        // of the first byte that is wrong, from the start of the document
    char message[128];    // one sentence, no full stop, NUL-terminated
} cpj_error;

/// The attributes of a CloudEvents envelope that Perilune reads.
typedef enum cpj_attribute {
    CPJ_ID = 0, CPJ_SOURCE, CPJ_TYPE, CPJ_SPECVERSION, CPJ_TIME, CPJ_SUBJECT, CPJ_PARTITIONKEY,
    CPJ_DATA, CPJ_DATA_BASE64, CPJ_ATTRIBUTE_COUNT
} cpj_attribute;

/// A parsed document. A *node* is a position in `index`; a value is named by the node where it
/// begins. Node 0 is the root. The arrays belong to the parser and live until its next parse.
typedef struct cpj_document {
    const uint8_t *bytes;
    size_t length;
    const uint32_t *index;   // offsets of { } [ ] : , and of the first byte of each string, number
                             // and atom, increasing; index[count] == length
    uint32_t count;
    const uint32_t *close;   // for a node that opens a container: the node that closes it
    const uint8_t *depth;    // containers around a node: 0 for the root's own brackets, 1 for its
                             // members, commas and colons
    bool escaped_keys;       // some member name may be spelled with a backslash
    uint32_t envelope[CPJ_ATTRIBUTE_COUNT];  // node of the value; 0 where it is absent or the root
                                             // is not an object
    int32_t type_id;         // small number for the text of `type`, the same for the life of the
                             // parser; -1 where there is none, where it is left without one, or
                             // where the table is full
} cpj_document;

typedef struct cpj_parser cpj_parser;

/// A parser, or NULL without memory. One thread at a time.
cpj_parser *cpj_parser_new(void);
void cpj_parser_free(cpj_parser *parser);

/// Makes a parser that does not number types, which saves a table that is large compared to an event.
void cpj_parser_leave_types(cpj_parser *parser);

/// Excludes a type from numbering, however it is spelled. False without memory, or after four of them.
bool cpj_parser_leave_type(cpj_parser *parser, const char *type, size_t length);

/// Parses one document. `trusted` skips the checks of bytes that nobody reads (grammar, scalars,
/// duplicate names), never those that memory safety needs: whatever the bytes, every function below
/// stays inside the document. Returns CPJ_OK, or a status with `error` filled.
cpj_status cpj_parse(cpj_parser *parser, const uint8_t *bytes, size_t length, bool trusted,
                     cpj_document *document, cpj_error *error);

/// The text of a type_id (raw JSON string content, without quotes); NULL for an unknown one.
const char *cpj_type_name(const cpj_parser *parser, int32_t type_id, size_t *length);

/// Whether bytes are UTF-8.
bool cpj_is_utf8(const uint8_t *bytes, size_t length);

// MARK: Navigation. All take a document from cpj_parse and a node inside it.

/// The byte that begins the value: '{' '[' '"' 't' 'f' 'n' '-' or a digit.
static inline uint8_t cpj_kind(const cpj_document *d, uint32_t node) {
    return d->bytes[d->index[node]];
}

static inline bool cpj_is_container(uint8_t kind) { return kind == '{' || kind == '['; }

/// The node after the value: a comma or a closing bracket (or `count` at the end).
static inline uint32_t cpj_after(const cpj_document *d, uint32_t node) {
    return (cpj_is_container(cpj_kind(d, node)) ? d->close[node] : node) + 1;
}

/// Whether a node (0 for none) is a non-empty string.
static inline bool cpj_has_text(const cpj_document *d, uint32_t node) {
    return node && cpj_kind(d, node) == '"' && d->bytes[d->index[node] + 1] != '"';
}

/// Whether the required attributes of an event (id, source, type) are present.
static inline bool cpj_has_envelope(const cpj_document *d) {
    return cpj_has_text(d, d->envelope[CPJ_ID]) && cpj_has_text(d, d->envelope[CPJ_SOURCE])
        && cpj_has_text(d, d->envelope[CPJ_TYPE]);
}

/// A string's content between the quotes, still escaped.
typedef struct cpj_text { const uint8_t *bytes; size_t length; } cpj_text;

static inline cpj_text cpj_string(const cpj_document *d, uint32_t node) {
    const uint8_t *first = d->bytes + d->index[node] + 1;
    // The next structural character (or the end) follows the closing quote and white space.
    const uint8_t *last = d->bytes + d->index[node + 1];
    while (last > first && last[-1] != '"') last--;
    return (cpj_text){first, last > first ? (size_t)(last - 1 - first) : 0};
}

/// Whether the string at `node` is spelled exactly like this; escapes are not decoded.
static inline bool cpj_string_is(const cpj_document *d, uint32_t node, const char *text,
                                 size_t length) {
    const uint8_t *p = d->bytes + d->index[node];
    return *p == '"' && d->index[node] + length + 1 < d->length
        && p[length + 1] == '"' && memcmp(p + 1, text, length) == 0;
}

/// Parses an RFC 3339 time, such as 2026-11-21T10:30:00.25Z or one with an offset such as +01:00, as microseconds
/// since 1970. False for anything else.
bool cpj_read_time(cpj_text text, int64_t *microseconds);

/// Whether a time has the most common form: in UTC, before the 29th of its month. If false, it may still be valid.
bool cpj_is_usual_time(cpj_text text);

/// Gets the event's attribute `time`; false if it is missing or not valid.
bool cpj_event_time(const cpj_document *d, int64_t *microseconds);

/// Whether the escapes of the string at `node` make whole characters, not halves of surrogate pairs.
bool cpj_has_whole_characters(const cpj_document *d, uint32_t node);

/// Whether the attributes are valid: `id`, `source` and `type`, which must be present, contain whole characters,
/// `specversion` is "1.0", `time` is a time, `data_base64` is base64 and stands alone. Other absent attributes are fine.
bool cpj_has_valid_attributes(const cpj_document *d);

/// The bytes of a value as in the document, without surrounding white space.
cpj_text cpj_raw(const cpj_document *d, uint32_t node);

/// The value of a member of the object at `object`, or 0. `key` is unescaped text.
uint32_t cpj_member(const cpj_document *d, uint32_t object, const char *key, size_t length);

/// A name to look up, with its first 8 bytes and a mask for them (cpj_key_of).
typedef struct cpj_key {
    const char *text;
    size_t length;
    uint64_t mask, first;
} cpj_key;

/// Prepares a key from unescaped text, which must stay valid.
cpj_key cpj_key_of(const char *text, size_t length);

/// The values of several members in one pass: nodes[i] is what cpj_member finds for keys[i]. It is fastest for keys in the
/// order of the members.
void cpj_members(const cpj_document *d, uint32_t object, const cpj_key *keys, uint32_t count, uint32_t *nodes);

/// A hash of the spelling of a string; false if it contains a backslash.
bool cpj_hash_plain(const cpj_document *d, uint32_t node, uint64_t *hash);

/// The nth element of the array at `array`, from 0; 0 if there is none (the root is never an element).
uint32_t cpj_element(const cpj_document *d, uint32_t array, uint64_t nth);

/// The maximum depth of nested containers in the document; at most CPJ_MAXIMUM_DEPTH.
uint32_t cpj_deepest(const cpj_document *d);

/// Number of members or elements.
uint32_t cpj_length(const cpj_document *d, uint32_t container);

/// First member's key or first element of a container, or 0 if it is empty; the following one, or 0.
/// In an object the value of the key at node k is k + 2.
uint32_t cpj_first(const cpj_document *d, uint32_t container);
uint32_t cpj_next(const cpj_document *d, uint32_t container, uint32_t node);

/// Writes the unescaped content of a string; `out` holds at least text.length bytes. Lone surrogates
/// become U+FFFD. Returns the number of bytes.
size_t cpj_unescape(cpj_text text, uint8_t *out);

typedef enum cpj_number { CPJ_INTEGER, CPJ_DOUBLE, CPJ_OUT_OF_RANGE, CPJ_NOT_A_NUMBER } cpj_number;

/// Reads a number. Without fraction and exponent it is CPJ_INTEGER if it fits 64 bits (except "-0",
/// which is a double); CPJ_OUT_OF_RANGE if it does not fit, or if a double would be infinite.
cpj_number cpj_read_number(const cpj_document *d, uint32_t node, int64_t *integer, double *real);

// MARK: Being left

#ifndef __swift__
/// Greater than 0 while this thread must not be left by a long jump: in the C library's allocator, with a lock, or in
/// code that has to clean up.
extern __thread volatile int cpj_busy;

static inline void cpj_begin_busy(void) {
    cpj_busy = cpj_busy + 1;
    __asm__ volatile("" ::: "memory");
}

static inline void cpj_end_busy(void) {
    __asm__ volatile("" ::: "memory");
    cpj_busy = cpj_busy - 1;
}
#endif

// MARK: Writing

/// A growing array of bytes. All zero is an empty one. `failed` is set when memory ran out or `limit`
/// (0: none) would be exceeded; from then on nothing is appended.
typedef struct cpj_buffer {
    uint8_t *bytes;
    size_t count, capacity, limit;
    bool failed;
} cpj_buffer;

void cpj_buffer_free(cpj_buffer *buffer);
bool cpj_buffer_grow(cpj_buffer *buffer, size_t more);

/// Room for `more` bytes behind the content, or NULL.
static inline uint8_t *cpj_buffer_room(cpj_buffer *b, size_t more) {
    if (b->failed) return NULL;
    if (b->capacity - b->count < more && !cpj_buffer_grow(b, more)) return NULL;
    return b->bytes + b->count;
}

static inline void cpj_put(cpj_buffer *b, const void *bytes, size_t count) {
    uint8_t *room = cpj_buffer_room(b, count);
    if (room && count) { memcpy(room, bytes, count); b->count += count; }
}

static inline void cpj_put_byte(cpj_buffer *b, uint8_t byte) {
    uint8_t *room = cpj_buffer_room(b, 1);
    if (room) { *room = byte; b->count++; }
}

/// A JSON string with quotes; false if the bytes are not UTF-8 (then nothing was written).
bool cpj_put_string(cpj_buffer *b, const char *text, size_t length);
void cpj_put_integer(cpj_buffer *b, int64_t value);
/// The shortest text that reads back as the same double; "1.0", not "1"; false for infinite and NaN.
bool cpj_put_double(cpj_buffer *b, double value);

/// Bytes of a text.
typedef struct cpj_range {
    size_t start, end;
} cpj_range;

#ifdef __cplusplus
}
#endif

#include "builder.h"
#include "paths.h"
#include "rows.h"
