#pragma once
// The header declares the session extension only on request; perilune_load_sqlite_session tells whether SQLite has it.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
