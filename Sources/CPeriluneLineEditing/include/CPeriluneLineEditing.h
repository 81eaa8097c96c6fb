// Line editing at a terminal with libedit, whose variadic functions Swift cannot call.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct perilune_editor perilune_editor;

/// Loads libedit once; returns NULL or an error message. Must be called before all other functions.
const char *perilune_editor_load(void);

/// Called for the tab key with the text before the cursor; it may call perilune_editor_insert and
/// perilune_editor_list.
typedef void (*perilune_complete)(void *context, perilune_editor *editor, const char *before,
                                  size_t length);

/// Creates an editor on standard input and output; NULL on failure. Only one may exist at a time.
perilune_editor *perilune_editor_new(const char *program, perilune_complete complete, void *context);
void perilune_editor_free(perilune_editor *editor);

/// Reads a line without its line end; valid until the next call, NULL at the end of input. `cancelled` is set if the
/// user discarded the line.
const char *perilune_editor_read(perilune_editor *editor, const char *prompt, size_t *length,
                                 bool *cancelled);

/// Inserts text at the cursor; only during a completion.
void perilune_editor_insert(perilune_editor *editor, const char *text);
/// Shows text below the line; only during a completion.
void perilune_editor_list(perilune_editor *editor, const char *text);

void perilune_editor_remember(perilune_editor *editor, const char *line);
bool perilune_editor_load_history(perilune_editor *editor, const char *file);
bool perilune_editor_save_history(perilune_editor *editor, const char *file);
