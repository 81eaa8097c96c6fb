// Skipping the rows of a table that certainly meet no condition.
#pragma once

#include "CPeriluneJSON.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What must be so for a row to be skipped.
typedef enum cpj_row_test_kind {
    CPJ_DIFFERS,   // the value is ASCII, and another text
    CPJ_FILLED,    // the value is not empty
    CPJ_SAME,      // the value is this text, or empty
} cpj_row_test_kind;

/// A test of the value of a column.
typedef struct cpj_row_test {
    size_t column;
    cpj_row_test_kind kind;
    const uint8_t *text;
    size_t length;
} cpj_row_test;

/// What rows look like, and which of them nobody wants.
typedef struct cpj_row_filter {
    uint8_t delimiter, quote;
    size_t columns;
    const cpj_row_test *tests;   // by column
    size_t test_count;
} cpj_row_filter;

/// Rows that were skipped.
typedef struct cpj_skipped {
    size_t count;
    size_t end;               // behind the last one: where the next one begins
    size_t last;              // where the last one begins
    size_t line_feeds;        // in all of them
    size_t last_line_feeds;   // in the values of the last one
    cpj_text differing;       // the value for which CPJ_SAME kept the next row, or no bytes
} cpj_skipped;

/// Bytes that are readable behind rows.
#define CPJ_ROW_PADDING 16

/// Goes on behind the rows that were skipped, up to the first one that is not certain to have one value for each column,
/// to be UTF-8, and to pass all tests, or up to `most` of them. It is not certain of a row that is not complete or is
/// empty, of one that has text behind a quoted value, and of one that has a value with a doubled quote for a test.
void cpj_skip_rows(const cpj_row_filter *filter, const uint8_t *bytes, size_t length, size_t most,
                   cpj_skipped *skipped);

#ifdef __cplusplus
}
#endif
