#pragma once
// The declarations of libedit that are used here. The library comes with every Swift toolchain, but its header is in
// a package that few machines have. Names, numbers and types are those of its binary interface, version 2.
#include <stdio.h>

typedef struct editline EditLine;
typedef struct history History;
typedef struct { const char *buffer, *cursor, *lastchar; } LineInfo;
typedef struct { int num; const char *str; } HistEvent;

EditLine *el_init(const char *program, FILE *input, FILE *output, FILE *errors);
void el_end(EditLine *);
const char *el_gets(EditLine *, int *count);
int el_set(EditLine *, int operation, ...);
int el_get(EditLine *, int operation, ...);
int el_source(EditLine *, const char *file);
const LineInfo *el_line(EditLine *);
int el_insertstr(EditLine *, const char *text);

History *history_init(void);
void history_end(History *);
int history(History *, HistEvent *, int operation, ...);

enum {
    EL_PROMPT = 0, EL_EDITOR = 2, EL_BIND = 4, EL_SETTY = 8, EL_ADDFN = 9, EL_HIST = 10,
    EL_CLIENTDATA = 14,
};
/// The return values of editing functions.
enum { CC_NORM = 0, CC_NEWLINE = 1, CC_REFRESH = 4, CC_REDISPLAY = 8, CC_REFRESH_BEEP = 9 };
enum { H_SETSIZE = 1, H_ENTER = 10, H_LOAD = 17, H_SAVE = 18, H_SETUNIQUE = 20 };
