// ICU appends its version to the names of its functions, with macros, and to the file name of its library.
#include <unicode/ucurr.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uidna.h>
#include <unicode/uloc.h>
#include <unicode/unumberformatter.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

#include "loading.h"

// Expands the macros before F is applied.
#define RENAMED(F, function) F(function)
#define FUNCTIONS(F) \
    RENAMED(F, u_strToUTF8) \
    RENAMED(F, u_uastrncpy) \
    RENAMED(F, ucurr_forLocale) \
    RENAMED(F, udat_close) \
    RENAMED(F, udat_format) \
    RENAMED(F, udat_open) \
    RENAMED(F, udatpg_close) \
    RENAMED(F, udatpg_getBestPattern) \
    RENAMED(F, udatpg_open) \
    RENAMED(F, uidna_nameToASCII_UTF8) \
    RENAMED(F, uidna_openUTS46) \
    RENAMED(F, uloc_addLikelySubtags) \
    RENAMED(F, uloc_setDefault) \
    RENAMED(F, unumf_close) \
    RENAMED(F, unumf_closeResult) \
    RENAMED(F, unumf_formatDouble) \
    RENAMED(F, unumf_openForSkeletonAndLocale) \
    RENAMED(F, unumf_openResult) \
    RENAMED(F, unumf_resultToString) \
    RENAMED(F, ures_close) \
    RENAMED(F, ures_open)

PERILUNE_LIBRARY(icu, "libicui18n.so." U_ICU_VERSION_SHORT, FUNCTIONS)
