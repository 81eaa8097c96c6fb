// For dlinfo.
#define _GNU_SOURCE
#include <gnu/libc-version.h>
#include <link.h>
// ICU also appends its version to the name of its Debian package.
#include <unicode/uvernum.h>

#include "loading.h"

#define DECLARE(name) extern const char perilune_##name##_file[];
DECLARE(bzip2)
DECLARE(curl)
DECLARE(edit)
DECLARE(gnutls)
DECLARE(icu)
DECLARE(kafka)
DECLARE(lzma)
DECLARE(nats)
DECLARE(pango)
DECLARE(png)
DECLARE(re2)
DECLARE(sqlite)
DECLARE(xml)
DECLARE(zlib)
DECLARE(zstd)
extern const char perilune_re2_package[];

static const perilune_library libraries[] = {
    {"GnuTLS", perilune_gnutls_file, "libgnutls30", "serve, crm", true, perilune_load_gnutls,
     "gnutls_check_version"},
    {"libcurl", perilune_curl_file, "libcurl4", "crm, top, tap, pictures sent by mail or HTTP", true,
     perilune_load_curl, "curl_version"},
    {"SQLite", perilune_sqlite_file, "libsqlite3-0", "serve, quarantine, --state, crm sandbox, charts",
     true, perilune_load_sqlite, "sqlite3_libversion"},
    {"zlib", perilune_zlib_file, "zlib1g", "logs in gzip", true, perilune_load_zlib, "zlibVersion"},
    {"Zstandard", perilune_zstd_file, "libzstd1", "logs in zstd", true, perilune_load_zstd,
     "ZSTD_versionString"},
    {"RE2", perilune_re2_file, perilune_re2_package, "scripts with regex", true, perilune_load_re2, NULL},
    {"bzip2", perilune_bzip2_file, "libbz2-1.0", "logs in bzip2", false, perilune_load_bzip2,
     "BZ2_bzlibVersion"},
    {"liblzma", perilune_lzma_file, "liblzma5", "logs in xz", false, perilune_load_lzma,
     "lzma_version_string"},
    {"libxml2", perilune_xml_file, "libxml2", "crm, charts, login render", true, perilune_load_xml, NULL},
    {"Pango", perilune_pango_file, "libpangocairo-1.0-0", "charts, login render, snapshot", false,
     perilune_load_pango, "pango_version_string"},
    {"libpng", perilune_png_file, "libpng16-16", "pictures as PNG", false, perilune_load_png,
     "png_get_libpng_ver"},
    {"ICU", perilune_icu_file, "libicu" U_ICU_VERSION_SHORT, "numbers and dates in charts, links to hosts that are not ASCII", false,
     perilune_load_icu, NULL},
    {"libnats", perilune_nats_file, "libnats3.4", "events from and to NATS", false, perilune_load_nats,
     "nats_GetVersion"},
    {"librdkafka", perilune_kafka_file, "librdkafka1", "events from and to Kafka", false,
     perilune_load_kafka, "rd_kafka_version_str"},
    {"libedit", perilune_edit_file, "libedit2", "editing and history in repl", false,
     perilune_load_edit, NULL},
};

const perilune_library *perilune_library_at(size_t index) {
    return index < sizeof libraries / sizeof *libraries ? &libraries[index] : NULL;
}

const char *perilune_library_path(const perilune_library *library) {
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_NOLOAD);
    if (!handle) return NULL;
    struct link_map *map = NULL;
    int status = dlinfo(handle, RTLD_DI_LINKMAP, &map);
    // The library stays loaded, since it was also opened when it was loaded.
    dlclose(handle);
    return status == 0 && map ? map->l_name : NULL;
}

const char *perilune_library_version(const perilune_library *library) {
    void *handle = library->version ? dlopen(library->file, RTLD_NOW | RTLD_NOLOAD) : NULL;
    if (!handle) return NULL;
    // Functions with an argument accept NULL for "the loaded version".
    const char *(*version)(const void *);
    *(void **)&version = dlsym(handle, library->version);
    dlclose(handle);
    return version ? version(NULL) : NULL;
}

const char *perilune_glibc_version(void) { return gnu_get_libc_version(); }

int perilune_font_count(void) {
    // Pango loads fontconfig; nothing else of it is needed here.
    void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return -1;
    // The part of fontconfig's header that is used here.
    typedef struct {
        int count;
    } font_set;
    int (*initialize)(void);
    font_set *(*fonts)(void *configuration, int set);
    *(void **)&initialize = dlsym(library, "FcInit");
    *(void **)&fonts = dlsym(library, "FcConfigGetFonts");
    if (!initialize || !fonts || !initialize()) return -1;
    font_set *system = fonts(NULL, 0);
    return system ? system->count : 0;
}
