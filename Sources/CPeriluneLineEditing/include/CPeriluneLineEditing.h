// Lines that a person edits at a terminal, by libedit. Swift cannot call its functions, which are variadic.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct perilune_editor perilune_editor;

/// Loads libedit, once; NULL, or what is wrong. Before anything below.
const char *perilune_editor_load(void);

/// What the tab key does: the text before the cursor comes in; perilune_editor_insert and
/// perilune_editor_list may be called.
typedef void (*perilune_complete)(void *context, perilune_editor *editor, const char *before,
                                  size_t length);

/// An editor on standard input and output, or NULL. One at a time.
perilune_editor *perilune_editor_new(const char *program, perilune_complete complete, void *context);
void perilune_editor_free(perilune_editor *editor);

/// The next line, without its end, until the next call; NULL at the end. `cancelled` says that the person
/// gave the line up.
const char *perilune_editor_read(perilune_editor *editor, const char *prompt, size_t *length,
                                 bool *cancelled);

/// Goes on where the cursor is; only inside of a completion.
void perilune_editor_insert(perilune_editor *editor, const char *text);
/// Shows text below the line; only inside of a completion.
void perilune_editor_list(perilune_editor *editor, const char *text);

void perilune_editor_remember(perilune_editor *editor, const char *line);
bool perilune_editor_load_history(perilune_editor *editor, const char *file);
bool perilune_editor_save_history(perilune_editor *editor, const char *file);
