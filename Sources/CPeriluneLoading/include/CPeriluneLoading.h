#pragma once
// Shared libraries that are loaded when first needed, so that commands that do not use them start faster: each one
// loads dozens of others.
//
// Each function here loads one library, once, and returns NULL or an error message. Only after it has returned NULL
// may the functions of that library be called; they then are as declared in its own headers.
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Loads a library and fills the slots of these functions (the list ends with NULL); returns NULL or an error
/// message.
const char *perilune_library_load(const char *file, const char *const *names,
                                  void **const *slots);

const char *perilune_load_bzip2(void);
const char *perilune_load_curl(void);
const char *perilune_load_edit(void);
const char *perilune_load_gnutls(void);
const char *perilune_load_icu(void);
const char *perilune_load_kafka(void);
const char *perilune_load_lzma(void);
const char *perilune_load_nats(void);
/// Loads Pango and Cairo.
const char *perilune_load_pango(void);
const char *perilune_load_png(void);
const char *perilune_load_re2(void);
const char *perilune_load_sqlite(void);
/// Loads the session extension of SQLite.
const char *perilune_load_sqlite_session(void);
const char *perilune_load_xml(void);
const char *perilune_load_zlib(void);
const char *perilune_load_zstd(void);

/// A library as 'perilune doctor' describes it.
typedef struct {
    const char *name;
    /// The file name that the loader searches for.
    const char *file;
    /// The name of the Debian package.
    const char *package;
    /// The commands that need it.
    const char *users;
    /// Whether every server needs it.
    bool is_required;
    const char *(*load)(void);
    /// The function that returns the version; NULL if there is none.
    const char *version;
} perilune_library;

/// A library by its number, from 0; NULL after the last one.
const perilune_library *perilune_library_at(size_t index);
/// The path of the loaded file; NULL if none was loaded.
const char *perilune_library_path(const perilune_library *library);
/// The version that a loaded library reports; NULL if it does not.
const char *perilune_library_version(const perilune_library *library);

/// The number of fonts that Fontconfig finds, which Pango uses; -1 if it cannot be asked.
int perilune_font_count(void);

const char *perilune_glibc_version(void);

#ifdef __cplusplus
}
#endif
