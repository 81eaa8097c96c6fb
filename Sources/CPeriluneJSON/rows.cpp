#include "rows.h"

#include "CPeriluneJSON.h"
#include "blocks.hpp"

using namespace cpj;

namespace {

[[gnu::noinline]] bool is_ascii(const uint8_t *text, size_t length) {
    uint64_t bits = 0;
    for (; length > 8; text += 8, length -= 8) bits |= load64(text);
    return ((bits | low_bytes(load64(text), length)) & 0x80 * every_byte) == 0;
}

/// Iterates over the values of a row.
class Row {
public:
    const uint8_t *next = nullptr;   // behind the row
    size_t line_feeds = 0;           // in its values
    cpj_text differing = {};         // for a test that it is the same

    Row(const cpj_row_filter &filter, const uint8_t *start, const uint8_t *end)
        : filter(filter), start(start), end(end), test(filter.tests), last_test(test + filter.test_count),
          tested(filter.test_count > 0 ? test->column : SIZE_MAX) {}

    /// Whether the row is certainly valid and passes all tests, so that it can be skipped.
    bool is_unwanted() {
        const uint8_t *value = start;
        while (value) {
            // A delimiter may be behind the end.
            if (value >= end || !(*value == filter.quote ? pass_quoted(value) : pass_plain(value))) return false;
        }
        if (column != filter.columns || row_end == start) return false;
        const size_t length = size_t(row_end - start);
        return is_ascii(start, length) || cpj_is_utf8(start, length);
    }

private:
    const cpj_row_filter &filter;
    const uint8_t *const start, *const end;
    const uint8_t *row_end = nullptr;
    size_t column = 0;
    const cpj_row_test *test, *const last_test;
    size_t tested;   // the column of the next test

    /// Skips values without quotes up to a quoted one, which becomes `value`, or to the end of the row.
    bool pass_plain(const uint8_t *&value) {
        // Copies in registers.
        const uint8_t quote = filter.quote, delimiter = filter.delimiter;
        const uint8_t *from = value;
        size_t number = column;
        for (const uint8_t *p = value; p < end; p += 16) {
            const Block block(p);
            const uint32_t line_feed = block.equal('\n');
            uint32_t delimiters = block.equal(delimiter);
            if (line_feed) delimiters &= (line_feed & -line_feed) - 1;
            for (; delimiters; delimiters &= delimiters - 1) {
                const uint8_t *const to = p + __builtin_ctz(delimiters);
                // A value that ends behind the rows is incomplete.
                if (number++ == tested && (to >= end || !passes(from, size_t(to - from)))) return false;
                from = to + 1;
                if (*from == quote) {
                    value = from;
                    column = number;
                    return true;
                }
            }
            if (line_feed) {
                value = from;
                column = number;
                return pass_last(value, p + __builtin_ctz(line_feed));
            }
        }
        return false;
    }

    /// Skips a quoted value; `value` becomes the next one.
    [[gnu::noinline]] bool pass_quoted(const uint8_t *&value) {
        const uint8_t *const text = value + 1;
        const uint8_t *quote = text;
        bool has_quotes = false;
        while (true) {
            quote = static_cast<const uint8_t *>(std::memchr(quote, filter.quote, size_t(end - quote)));
            if (!quote || quote + 1 == end) return false;
            if (quote[1] != filter.quote) break;
            has_quotes = true;
            quote += 2;
        }
        for (const uint8_t *p = text; (p = static_cast<const uint8_t *>(std::memchr(p, '\n', size_t(quote - p)))); p++) {
            line_feeds++;
        }
        if ((has_quotes && column == tested) || !pass(text, quote)) return false;
        const uint8_t *const behind = quote + 1;
        if (*behind == filter.delimiter) {
            value = behind + 1;
            return true;
        }
        value = nullptr;
        return end_at(*behind == '\r' ? behind + 1 : behind);
    }

    /// Skips the last value of a row that ends with a line feed.
    bool pass_last(const uint8_t *&value, const uint8_t *line_feed) {
        if (!end_at(line_feed) || !pass(value, row_end)) return false;
        value = nullptr;
        return true;
    }

    bool end_at(const uint8_t *line_feed) {
        if (line_feed >= end || *line_feed != '\n') return false;
        next = line_feed + 1;
        row_end = line_feed > start && line_feed[-1] == '\r' ? line_feed - 1 : line_feed;
        return true;
    }

    /// Tests a value and moves to the next column; false if a test fails.
    bool pass(const uint8_t *from, const uint8_t *to) { return column++ != tested || passes(from, size_t(to - from)); }

    [[gnu::noinline]] bool passes(const uint8_t *text, size_t length) {
        for (; test < last_test && test->column == tested; test++) {
            const bool is_same = length == test->length && std::memcmp(text, test->text, length) == 0;
            switch (test->kind) {
            case CPJ_DIFFERS:
                // Text beyond ASCII may be equal although its bytes differ.
                if (is_same || !is_ascii(text, length)) return false;
                break;
            case CPJ_FILLED:
                if (length == 0) return false;
                break;
            case CPJ_SAME:
                if (is_same || length == 0) break;
                differing = {text, length};
                return false;
            }
        }
        tested = test < last_test ? test->column : SIZE_MAX;
        return true;
    }
};

}  // namespace

void cpj_skip_rows(const cpj_row_filter *filter, const uint8_t *bytes, size_t length, size_t most,
                   cpj_skipped *skipped) {
    skipped->differing = {};
    while (skipped->count < most && skipped->end < length) {
        Row row(*filter, bytes + skipped->end, bytes + length);
        if (!row.is_unwanted()) {
            skipped->differing = row.differing;
            return;
        }
        skipped->count++;
        skipped->last = skipped->end;
        skipped->end = size_t(row.next - bytes);
        skipped->last_line_feeds = row.line_feeds;
        skipped->line_feeds += row.line_feeds + 1;
    }
}
