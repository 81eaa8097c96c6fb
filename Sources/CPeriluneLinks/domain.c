// The only code that calls ICU for domain names.
#include "CPeriluneLinks.h"

#include <CPeriluneLoading.h>
#include <pthread.h>
#include <stdint.h>
#include <unicode/uidna.h>

// Set once before use and then only read, so any thread may use it.
static UIDNA *names;
static const char *problem;

static void open_names(void) {
    problem = perilune_load_icu();
    if (problem) return;
    UErrorCode status = U_ZERO_ERROR;
    names = uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
                                UIDNA_NONTRANSITIONAL_TO_UNICODE,
                            &status);
    if (U_FAILURE(status)) problem = "it has no data for domain names";
}

const char *perilune_links_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_names);
    return problem;
}

long perilune_links_domain_to_ascii(const char *name, size_t length, char *ascii,
                                    size_t capacity) {
    // The URL standard checks neither hyphens nor the length limits of DNS.
    const uint32_t allowed = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |
                             UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_EMPTY_LABEL |
                             UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;
    if (length > INT32_MAX || capacity > INT32_MAX) return -1;
    UErrorCode status = U_ZERO_ERROR;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    int32_t written = uidna_nameToASCII_UTF8(names, name, (int32_t)length, ascii,
                                             (int32_t)capacity, &info, &status);
    if ((info.errors & ~allowed) || (U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR))
        return -1;
    return written;
}
