#include "loading.h"

#define FUNCTIONS(F) \
    F(el_end) \
    F(el_get) \
    F(el_gets) \
    F(el_init) \
    F(el_insertstr) \
    F(el_line) \
    F(el_set) \
    F(el_source) \
    F(history) \
    F(history_end) \
    F(history_init)

PERILUNE_LIBRARY(edit, "libedit.so.2", FUNCTIONS)
