// The only code that calls ICU.
#include "CPeriluneLocale.h"

#include <CPeriluneLoading.h>
#include <pthread.h>
#include <string.h>
#include <unicode/ucurr.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uloc.h>
#include <unicode/unumberformatter.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

enum { LONGEST = 256 };

static void use_a_fixed_default(void) {
    // ICU falls back to its default locale, which must not be the machine's: the same input gives the same output.
    UErrorCode status = U_ZERO_ERROR;
    uloc_setDefault("en_US", &status);
}

const char *perilune_locale_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const char *problem = perilune_load_icu();
    if (!problem) pthread_once(&once, use_a_fixed_default);
    return problem;
}

bool perilune_locale_is_known(const char *locale) {
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *bundle = ures_open(NULL, locale, &status);
    if (bundle) ures_close(bundle);
    return U_SUCCESS(status) && status != U_USING_DEFAULT_WARNING;
}

static bool to_utf16(const char *text, UChar *units, int32_t *length) {
    size_t count = strlen(text);
    if (count >= LONGEST) return false;
    u_uastrncpy(units, text, LONGEST);
    *length = (int32_t)count;
    return true;
}

static size_t to_utf8(const UChar *units, int32_t length, UErrorCode status, char *bytes,
                      size_t capacity) {
    int32_t written = 0;
    if (U_FAILURE(status) || length > LONGEST || capacity > INT32_MAX) return 0;
    u_strToUTF8(bytes, (int32_t)capacity, &written, units, length, &status);
    return U_FAILURE(status) ? 0 : (size_t)written;
}

bool perilune_locale_currency(const char *locale, char code[4]) {
    UErrorCode status = U_ZERO_ERROR;
    UChar units[4];
    char full[LONGEST];
    // A language alone has no currency: use the country where most people speak it.
    int32_t size = uloc_addLikelySubtags(locale, full, LONGEST, &status);
    if (U_FAILURE(status) || size >= LONGEST) return false;
    int32_t length = ucurr_forLocale(full, units, 4, &status);
    if (U_FAILURE(status) || length != 3) return false;
    for (int32_t index = 0; index < 3; index++) code[index] = (char)units[index];
    code[3] = 0;
    return true;
}

perilune_number_format *perilune_locale_open_numbers(const char *locale, const char *skeleton) {
    UErrorCode status = U_ZERO_ERROR;
    UChar units[LONGEST];
    int32_t length = 0;
    if (!to_utf16(skeleton, units, &length)) return NULL;
    UNumberFormatter *format = unumf_openForSkeletonAndLocale(units, length, locale, &status);
    if (U_SUCCESS(status)) return (perilune_number_format *)format;
    if (format) unumf_close(format);
    return NULL;
}

void perilune_locale_close_numbers(perilune_number_format *format) {
    unumf_close((UNumberFormatter *)format);
}

size_t perilune_locale_write_number(const perilune_number_format *format, double value,
                                    char *bytes, size_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = unumf_openResult(&status);
    unumf_formatDouble((const UNumberFormatter *)format, value, result, &status);
    UChar units[LONGEST];
    int32_t length = unumf_resultToString(result, units, LONGEST, &status);
    size_t written = to_utf8(units, length, status, bytes, capacity);
    unumf_closeResult(result);
    return written;
}

static UDateFormatStyle style(enum perilune_date_style style) {
    switch (style) {
        case PERILUNE_DATE_SHORT: return UDAT_SHORT;
        case PERILUNE_DATE_MEDIUM: return UDAT_MEDIUM;
        case PERILUNE_DATE_LONG: return UDAT_LONG;
        case PERILUNE_DATE_PATTERN: return UDAT_PATTERN;
        case PERILUNE_DATE_SKELETON: return UDAT_PATTERN;
        default: return UDAT_NONE;
    }
}

// Replaces fields by the locale's pattern for them.
static bool best_pattern(const char *locale, UChar *units, int32_t *length) {
    UErrorCode status = U_ZERO_ERROR;
    UChar pattern[LONGEST];
    UDateTimePatternGenerator *generator = udatpg_open(locale, &status);
    if (U_FAILURE(status)) return false;
    int32_t size = udatpg_getBestPattern(generator, units, *length, pattern, LONGEST, &status);
    udatpg_close(generator);
    if (U_FAILURE(status) || size >= LONGEST) return false;
    memcpy(units, pattern, sizeof(UChar) * (size_t)size);
    *length = size;
    return true;
}

perilune_date_format *perilune_locale_open_dates(const char *locale,
                                                 enum perilune_date_style date,
                                                 enum perilune_date_style time,
                                                 const char *pattern, const char *zone) {
    UErrorCode status = U_ZERO_ERROR;
    UChar units[LONGEST], name[LONGEST];
    int32_t length = 0, size = 0;
    if (!to_utf16(pattern, units, &length) || !to_utf16(zone, name, &size)) return NULL;
    if (date == PERILUNE_DATE_SKELETON && !best_pattern(locale, units, &length)) return NULL;
    UDateFormat *format =
        udat_open(style(time), style(date), locale, name, size, units, length, &status);
    if (U_SUCCESS(status)) return (perilune_date_format *)format;
    if (format) udat_close(format);
    return NULL;
}

void perilune_locale_close_dates(perilune_date_format *format) {
    udat_close((UDateFormat *)format);
}

size_t perilune_locale_write_date(perilune_date_format *format, double milliseconds, char *bytes,
                                  size_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UChar units[LONGEST];
    int32_t length =
        udat_format((UDateFormat *)format, milliseconds, units, LONGEST, NULL, &status);
    return to_utf8(units, length, status, bytes, capacity);
}
