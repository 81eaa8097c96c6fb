// Paths that are looked up in many documents: the documents of one log mostly have the same members at the same
// nodes.
#pragma once

#include "CPeriluneJSON.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A name in a path.
typedef struct cpj_step {
    char *name;
    size_t length;
    uint64_t first;       // its first 8 bytes
    bool has_backslash;
    uint32_t guess;       // where the name was in the document before, counted from its object; 0 where there was none
} cpj_step;

/// The names from the root to a value. All zero is an empty path, which has no value.
typedef struct cpj_path {
    cpj_step *steps;
    size_t count;
} cpj_path;

/// Adds a name, which is unescaped text. False without memory.
bool cpj_path_add(cpj_path *path, const char *name, size_t length);
void cpj_path_free(cpj_path *path);

/// The value at a path in a document without duplicate names, or 0.
uint32_t cpj_path_find(cpj_path *path, const cpj_document *document);

/// Gets the text of a non-empty string, still escaped, or a number, true or false as spelled. False if there is no
/// such value at the path.
bool cpj_path_text(cpj_path *path, const cpj_document *document, cpj_text *text);

#ifdef __cplusplus
}
#endif
