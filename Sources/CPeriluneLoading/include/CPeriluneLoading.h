#pragma once
// Shared libraries that are loaded when they are first needed, so that a command that does without them
// starts without them: each one brings dozens of others.
//
// Each function here loads one library, once, and answers NULL, or what is wrong. Before it has answered
// NULL, no function of that library may be called; afterwards all are what their own headers say.

/// Loads a library and fills the slots of these functions, ended by NULL; answers NULL, or what is wrong.
const char *perilune_library_load(const char *file, const char *const *names,
                                  void **const *slots);

const char *perilune_load_curl(void);
const char *perilune_load_edit(void);
const char *perilune_load_gnutls(void);
const char *perilune_load_icu(void);
const char *perilune_load_microhttpd(void);
/// Pango and Cairo.
const char *perilune_load_pango(void);
const char *perilune_load_png(void);
const char *perilune_load_sqlite(void);
const char *perilune_load_xml(void);
const char *perilune_load_zlib(void);
const char *perilune_load_zstd(void);
