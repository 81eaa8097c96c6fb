// The only code that calls libedit.
#include "CPeriluneLineEditing.h"

#include <CPeriluneLoading.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "libedit.h"

enum { remembered = 1000 };

struct perilune_editor {
    EditLine *edit;
    History *history;
    perilune_complete complete;
    void *context;
    const char *prompt;
    bool cancelled, listed, inserted;
};

const char *perilune_editor_load(void) { return perilune_load_edit(); }

static perilune_editor *editor_of(EditLine *edit) {
    void *editor = NULL;
    el_get(edit, EL_CLIENTDATA, &editor);
    return editor;
}

static const char *prompt_of(EditLine *edit) { return editor_of(edit)->prompt; }

static unsigned char complete(EditLine *edit, int key) {
    (void)key;
    perilune_editor *editor = editor_of(edit);
    const LineInfo *line = el_line(edit);
    editor->listed = editor->inserted = false;
    editor->complete(editor->context, editor, line->buffer, (size_t)(line->cursor - line->buffer));
    if (editor->listed) return CC_REDISPLAY;
    return editor->inserted ? CC_REFRESH : CC_REFRESH_BEEP;
}

static unsigned char cancel(EditLine *edit, int key) {
    (void)key;
    editor_of(edit)->cancelled = true;
    fputs("^C", stdout);
    return CC_NEWLINE;
}

static bool set_up(perilune_editor *editor, const char *program) {
    HistEvent event;
    editor->history = history_init();
    editor->edit = el_init(program, stdin, stdout, stderr);
    EditLine *edit = editor->edit;
    if (!editor->history || !edit) return false;
    history(editor->history, &event, H_SETSIZE, remembered);
    history(editor->history, &event, H_SETUNIQUE, 1);
    el_set(edit, EL_CLIENTDATA, editor);
    el_set(edit, EL_PROMPT, prompt_of);
    el_set(edit, EL_HIST, history, editor->history);
    el_set(edit, EL_EDITOR, "emacs");
    el_set(edit, EL_ADDFN, "perilune-complete", "Completes a name.", complete);
    el_set(edit, EL_ADDFN, "perilune-cancel", "Discards the line.", cancel);
    el_set(edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    // The user's own bindings come from ~/.editrc; the two keys set below override them.
    el_source(edit, NULL);
    el_set(edit, EL_BIND, "^I", "perilune-complete", NULL);
    // The key is read as a character while a line is edited, instead of raising a signal that would have to be
    // undone.
    el_set(edit, EL_SETTY, "-d", "-isig", NULL);
    el_set(edit, EL_BIND, "^C", "perilune-cancel", NULL);
    return true;
}

perilune_editor *perilune_editor_new(const char *program, perilune_complete complete, void *context) {
    perilune_editor *editor = calloc(1, sizeof *editor);
    if (!editor) return NULL;
    editor->complete = complete;
    editor->context = context;
    editor->prompt = "";
    // Sets only the character type of the locale, for letters beyond ASCII.
    setlocale(LC_CTYPE, "");
    if (set_up(editor, program)) return editor;
    perilune_editor_free(editor);
    return NULL;
}

void perilune_editor_free(perilune_editor *editor) {
    if (!editor) return;
    if (editor->edit) el_end(editor->edit);
    if (editor->history) history_end(editor->history);
    free(editor);
}

const char *perilune_editor_read(perilune_editor *editor, const char *prompt, size_t *length,
                                 bool *cancelled) {
    int count = 0;
    editor->prompt = prompt;
    editor->cancelled = false;
    const char *line = el_gets(editor->edit, &count);
    *cancelled = editor->cancelled;
    *length = 0;
    if (editor->cancelled) {
        fputs("\n", stdout);
        fflush(stdout);
        return "";
    }
    if (!line || count <= 0) return NULL;
    *length = (size_t)count;
    if (line[count - 1] == '\n') *length -= 1;
    return line;
}

void perilune_editor_insert(perilune_editor *editor, const char *text) {
    if (el_insertstr(editor->edit, text) == 0) editor->inserted = true;
}

void perilune_editor_list(perilune_editor *editor, const char *text) {
    editor->listed = true;
    fputs("\n", stdout);
    fputs(text, stdout);
    fflush(stdout);
}

void perilune_editor_remember(perilune_editor *editor, const char *line) {
    HistEvent event;
    history(editor->history, &event, H_ENTER, line);
}

bool perilune_editor_load_history(perilune_editor *editor, const char *file) {
    HistEvent event;
    return history(editor->history, &event, H_LOAD, file) >= 0;
}

bool perilune_editor_save_history(perilune_editor *editor, const char *file) {
    HistEvent event;
    return history(editor->history, &event, H_SAVE, file) >= 0;
}
