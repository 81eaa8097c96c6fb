// Skips rows of a table that certainly do not meet the conditions.
#pragma once

#include "CPeriluneJSON.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of tests; a row is skipped if all its tests hold.
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

/// The format of rows, and the tests by which rows are skipped.
typedef struct cpj_row_filter {
    uint8_t delimiter, quote;
    size_t columns;
    const cpj_row_test *tests;   // by column
    size_t test_count;
} cpj_row_filter;

/// The result of skipping rows.
typedef struct cpj_skipped {
    size_t count;
    size_t end;               // behind the last one: where the next one begins
    size_t last;              // where the last one begins
    size_t line_feeds;        // in all of them
    size_t last_line_feeds;   // in the values of the last one
    cpj_text differing;       // the value for which CPJ_SAME kept the next row, or no bytes
} cpj_skipped;

/// The number of readable bytes required after the rows.
#define CPJ_ROW_PADDING 16

/// Skips rows, starting after those skipped before, up to the first row that does not certainly have one value for
/// each column, valid UTF-8 and all tests passed, or up to `most` rows. Not certain are rows that are incomplete or
/// empty, rows with text after a quoted value, and rows with a doubled quote in a value to be tested.
void cpj_skip_rows(const cpj_row_filter *filter, const uint8_t *bytes, size_t length, size_t most,
                   cpj_skipped *skipped);

#ifdef __cplusplus
}
#endif
