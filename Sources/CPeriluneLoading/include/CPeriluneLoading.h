#pragma once
// Shared libraries that are loaded when they are first needed, so that a command that does without them
// starts without them: each one brings dozens of others.
//
// Each function here loads one library, once, and answers NULL, or what is wrong. Before it has answered
// NULL, no function of that library may be called; afterwards all are what their own headers say.
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Loads a library and fills the slots of these functions, ended by NULL; answers NULL, or what is wrong.
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
/// Pango and Cairo.
const char *perilune_load_pango(void);
const char *perilune_load_png(void);
const char *perilune_load_re2(void);
const char *perilune_load_sqlite(void);
/// The session extension of SQLite.
const char *perilune_load_sqlite_session(void);
const char *perilune_load_xml(void);
const char *perilune_load_zlib(void);
const char *perilune_load_zstd(void);

/// What 'perilune doctor' knows of a library.
typedef struct {
    const char *name;
    /// What the loader looks for.
    const char *file;
    /// What Debian calls the package.
    const char *package;
    /// The commands that need it.
    const char *users;
    /// Whether a server cannot do without it.
    bool is_required;
    const char *(*load)(void);
    /// The function that tells the version, or NULL.
    const char *version;
} perilune_library;

/// A library of this header, from 0; NULL past the last one.
const perilune_library *perilune_library_at(size_t index);
/// The file that was loaded; NULL where none was.
const char *perilune_library_path(const perilune_library *library);
/// What a loaded library calls its version; NULL where it doesn't tell.
const char *perilune_library_version(const perilune_library *library);

/// Fonts that Fontconfig finds, which Pango takes its fonts from; -1 where it cannot be asked.
int perilune_font_count(void);

const char *perilune_glibc_version(void);

#ifdef __cplusplus
}
#endif
