#pragma once
// Regular expressions in linear time: RE2 behind a C header, loaded at the first pattern.
//
// Nothing here throws or jumps. A pattern may be used by only one thread at a time.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    cpr_most_captures = 100,
    cpr_longest_pattern = 1 << 16,     // bytes, also of an expanded grok pattern
    // Before a grok pattern there may be definitions of others: this byte, the name, this byte, the pattern, this byte.
    cpr_definition = 0x1f,
};

typedef struct cpr_pattern cpr_pattern;

/// The reason why a pattern cannot be compiled. All texts are UTF-8 and end with a zero.
typedef struct cpr_problem {
    const char *code;                  // regex.invalid, regex.size or regex.library
    char message[400];
    char hint[200];                    // may be empty
} cpr_problem;

/// Compiles a pattern in UTF-8; `is_grok` for one with references such as %{IP:client}. Returns NULL and fills the
/// problem on failure.
cpr_pattern *cpr_new(const char *pattern, size_t length, bool is_grok, cpr_problem *problem);
void cpr_free(cpr_pattern *pattern);

/// The number of instructions of the program. The time of a match is at most proportional to it and to the length of
/// the text.
uint64_t cpr_size(const cpr_pattern *pattern);
/// The maximum memory that the pattern may use, in bytes.
size_t cpr_memory(const cpr_pattern *pattern);

typedef enum cpr_conversion { CPR_TEXT, CPR_INT, CPR_FLOAT } cpr_conversion;

typedef struct cpr_group {
    const char *name;                  // NULL if it has none
    size_t name_length;
    cpr_conversion conversion;
} cpr_group;

/// The number of capturing groups.
int cpr_count(const cpr_pattern *pattern);
/// The groups, from 1; element 0 is the whole match.
const cpr_group *cpr_groups(const cpr_pattern *pattern);
/// The number of the group with a name; 0 if there is none.
int cpr_find_group(const cpr_pattern *pattern, const char *name, size_t length);

/// The bytes of a match from `start` to before `end`; -1 for a group that did not take part.
typedef struct cpr_range { ptrdiff_t start, end; } cpr_range;

typedef enum cpr_result { CPR_NO_MATCH, CPR_MATCH, CPR_NO_MEMORY } cpr_result;

/// Finds the first match from the offset on, and its first `count` ranges: the whole match, then groups. `^` matches
/// only at the start of the text, wherever the search begins. `count` is at most cpr_count + 1.
cpr_result cpr_match(const cpr_pattern *pattern, const char *text, size_t length, size_t from,
                     cpr_range *ranges, int count);

#ifdef __cplusplus
}
#endif
