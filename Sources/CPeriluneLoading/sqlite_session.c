#include "loading.h"

// Separate from sqlite.c: SQLite may have been built without it, and only clusters need it.

#define FUNCTIONS(F) \
    F(sqlite3changeset_apply) \
    F(sqlite3session_attach) \
    F(sqlite3session_create) \
    F(sqlite3session_delete) \
    F(sqlite3session_patchset) \
    F(sqlite3_free)

PERILUNE_LIBRARY(sqlite_session, "libsqlite3.so.0", FUNCTIONS)
