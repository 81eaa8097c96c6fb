#pragma once
// Numbers and dates as a locale writes them, by ICU. Text goes in and out as UTF-8.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads ICU, once; answers NULL, or what is wrong. Nothing else may be called before it has answered NULL.
const char *perilune_locale_load(void);

/// Whether ICU has data of this locale or its language.
bool perilune_locale_is_known(const char *locale);

/// The code of the locale's currency, ended by 0; false where it has none.
bool perilune_locale_currency(const char *locale, char code[4]);

typedef struct perilune_number_format perilune_number_format;

/// A format of numbers from ICU's skeleton, an ASCII text; NULL where there is none. It may be used by
/// several threads at once.
perilune_number_format *perilune_locale_open_numbers(const char *locale, const char *skeleton);
void perilune_locale_close_numbers(perilune_number_format *format);

/// Writes a number, and answers how many bytes; 0 where they don't fit.
size_t perilune_locale_write_number(const perilune_number_format *format, double value,
                                    char *bytes, size_t capacity);

typedef struct perilune_date_format perilune_date_format;

enum perilune_date_style {
    PERILUNE_DATE_NONE,
    PERILUNE_DATE_SHORT,
    PERILUNE_DATE_MEDIUM,
    PERILUNE_DATE_LONG,
    PERILUNE_DATE_PATTERN,
    PERILUNE_DATE_SKELETON
};

/// A format of dates in a time zone such as `UTC`: of date and time styles, of an ASCII pattern such as `LLLL`, or of a skeleton
/// such as `yMMM`, whose fields stand in the order of the locale; NULL where there is none. One thread at a time may use it.
perilune_date_format *perilune_locale_open_dates(const char *locale,
                                                 enum perilune_date_style date,
                                                 enum perilune_date_style time,
                                                 const char *pattern, const char *zone);
void perilune_locale_close_dates(perilune_date_format *format);

/// Writes a date, given in milliseconds since 1970, and answers how many bytes; 0 where they don't fit.
size_t perilune_locale_write_date(perilune_date_format *format, double milliseconds, char *bytes,
                                  size_t capacity);
