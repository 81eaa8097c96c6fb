#pragma once
// Formats numbers and dates for a locale with ICU. All text is UTF-8.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads ICU once; returns NULL or an error message. No other function may be called unless it has returned NULL.
const char *perilune_locale_load(void);

/// Whether ICU has data for the locale or its language.
bool perilune_locale_is_known(const char *locale);

/// Gets the code of the locale's currency, ended by 0; false if it has none.
bool perilune_locale_currency(const char *locale, char code[4]);

typedef struct perilune_number_format perilune_number_format;

/// Opens a number format from an ICU skeleton in ASCII; NULL if it is invalid. Several threads may use it at once.
perilune_number_format *perilune_locale_open_numbers(const char *locale, const char *skeleton);
void perilune_locale_close_numbers(perilune_number_format *format);

/// Formats a number; returns the number of bytes, or 0 if they do not fit.
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

/// Opens a date format in a time zone such as `UTC`; NULL if it is invalid. The format is given by styles of date and
/// time, by an ASCII pattern such as `LLLL`, or by a skeleton such as `yMMM`, whose fields are put in the order of
/// the locale. Only one thread at a time may use it.
perilune_date_format *perilune_locale_open_dates(const char *locale,
                                                 enum perilune_date_style date,
                                                 enum perilune_date_style time,
                                                 const char *pattern, const char *zone);
void perilune_locale_close_dates(perilune_date_format *format);

/// Formats a date in milliseconds since 1970; returns the number of bytes, or 0 if they do not fit.
size_t perilune_locale_write_date(perilune_date_format *format, double milliseconds, char *bytes,
                                  size_t capacity);
