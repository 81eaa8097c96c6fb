// Skipping the rows of a table that certainly meet no condition.
#pragma once

#include "CPeriluneJSON.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A text that a value of a column may equal.
typedef struct cpj_row_test {
    size_t column;
    const uint8_t *text;   // ASCII
    size_t length;
} cpj_row_test;

/// What rows look like, and which of them somebody may want: those of which a value equals the text of one of the tests.
typedef struct cpj_row_filter {
    uint8_t delimiter, quote;
    size_t columns;
    const cpj_row_test *tests;   // by column
    size_t test_count;
} cpj_row_filter;

/// Rows that were skipped.
typedef struct cpj_skipped {
    size_t count;
    size_t end;            // behind the last one
    size_t last;           // where the last one begins
    size_t line_feeds;     // before the last one
    bool last_is_line;     // whether the last one has no line feed in a value
} cpj_skipped;

/// Bytes that are readable behind rows.
#define CPJ_ROW_PADDING 16

/// Skips at most `most` rows from `start` on, where a row begins, up to the first row that is not certain to have one
/// value for each column, to be UTF-8, and to pass no test: one that is not complete, is empty, has text behind a quoted
/// value, or has a value for a test that is not ASCII or has a doubled quote.
cpj_skipped cpj_skip_rows(const cpj_row_filter *filter, const uint8_t *bytes, size_t length, size_t start, size_t most);

#ifdef __cplusplus
}
#endif
