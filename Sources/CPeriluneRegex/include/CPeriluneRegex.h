#pragma once
// Regular expressions that take linear time: RE2 behind a C header. RE2 is loaded at the first pattern.
//
// Nothing here throws or jumps. A pattern is used by one thread at a time.
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

/// Why there is no pattern. All texts are UTF-8 and end with a zero.
typedef struct cpr_problem {
    const char *code;                  // regex.invalid, regex.size or regex.library
    char message[400];
    char hint[200];                    // may be empty
} cpr_problem;

/// Compiles a pattern, in UTF-8; `is_grok` for one with references such as %{IP:client}. NULL with the problem.
cpr_pattern *cpr_new(const char *pattern, size_t length, bool is_grok, cpr_problem *problem);
void cpr_free(cpr_pattern *pattern);

/// The instructions of the program. Matching takes at most time in proportion to them and to the bytes of the text.
uint64_t cpr_size(const cpr_pattern *pattern);
/// The most memory that the pattern may come to use, in bytes.
size_t cpr_memory(const cpr_pattern *pattern);

typedef enum cpr_conversion { CPR_TEXT, CPR_INT, CPR_FLOAT } cpr_conversion;

typedef struct cpr_group {
    const char *name;                  // NULL if it has none
    size_t name_length;
    cpr_conversion conversion;
} cpr_group;

/// How many groups capture.
int cpr_count(const cpr_pattern *pattern);
/// The groups from 1 on; the first element stands for the whole match.
const cpr_group *cpr_groups(const cpr_pattern *pattern);
/// The number of the group with a name; 0 if there is none.
int cpr_find_group(const cpr_pattern *pattern, const char *name, size_t length);

/// Bytes of a text: from `start` to before `end`, -1 for a group that took no part.
typedef struct cpr_range { ptrdiff_t start, end; } cpr_range;

typedef enum cpr_result { CPR_NO_MATCH, CPR_MATCH, CPR_NO_MEMORY } cpr_result;

/// Finds the first match from the offset on, and the first `count` ranges: of the whole match, and of groups. `^` matches
/// at the start of the text, wherever the search begins. `count` is at most cpr_count + 1.
cpr_result cpr_match(const cpr_pattern *pattern, const char *text, size_t length, size_t from,
                     cpr_range *ranges, int count);

#ifdef __cplusplus
}
#endif
