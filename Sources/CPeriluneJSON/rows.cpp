#include "rows.h"

#include "utf8.hpp"
#include "words.hpp"

using namespace cpj;

namespace {

/// A row, and what is known of it.
struct Row {
    const uint8_t *start;
    const uint8_t *end = nullptr;    // of the values
    const uint8_t *next = nullptr;   // behind the line end
    size_t columns = 0;
    bool is_ascii = true;
    bool is_line = true;
    bool has_doubled_quotes = false;

    explicit Row(const uint8_t *start) : start(start) {}

    /// Takes the line end out of the row.
    void end_at(const uint8_t *line_feed) {
        next = line_feed + 1;
        end = line_feed > start && line_feed[-1] == '\r' ? line_feed - 1 : line_feed;
    }

    /// Adds the value of the next column; false if there are too many.
    bool add(const cpj_row_filter &filter, const uint8_t *from, const uint8_t *to) {
        if (columns == filter.columns) return false;
        filter.values[columns++] = {size_t(from - start), size_t(to - start)};
        return true;
    }
};

/// Divides a row without quotes, whose end is known.
bool divide(const cpj_row_filter &filter, Row &row) {
    const uint64_t delimiters = filter.delimiter * every_byte;
    const uint8_t *value = row.start;
    uint64_t bits = 0;
    for (const uint8_t *p = row.start; p < row.end; p += 8) {
        const uint64_t mask = low_mask(size_t(row.end - p));
        const uint64_t word = load64(p);
        bits |= word & mask;
        for (uint64_t found = zero_bytes(word ^ delimiters) & mask; found; found &= found - 1) {
            const uint8_t *const end = p + __builtin_ctzll(found) / 8;
            if (!row.add(filter, value, end)) return false;
            value = end + 1;
        }
    }
    row.is_ascii = (bits & 0x80 * every_byte) == 0;
    return row.add(filter, value, row.end);
}

/// Divides a row with quotes, and finds its end.
bool divide_quoted(const cpj_row_filter &filter, Row &row, const uint8_t *end) {
    const uint8_t *p = row.start;
    while (true) {
        const uint8_t *value = p;
        if (*p == filter.quote) {
            value = ++p;
            while (true) {
                p = static_cast<const uint8_t *>(std::memchr(p, filter.quote, size_t(end - p)));
                if (!p || p + 1 == end) return false;
                if (p[1] != filter.quote) break;
                row.has_doubled_quotes = true;
                p += 2;
            }
            if (!row.add(filter, value, p++)) return false;
            if (*p != filter.delimiter) {
                if (*p == '\r' && p + 1 < end) p++;
                if (*p != '\n') return false;
                row.end_at(p);
                break;
            }
        } else {
            while (p < end && *p != filter.delimiter && *p != '\n') p++;
            if (p == end) return false;
            if (*p == '\n') {
                row.end_at(p);
                if (!row.add(filter, value, row.end)) return false;
                break;
            }
            if (!row.add(filter, value, p)) return false;
        }
        if (++p == end) return false;
    }
    uint8_t bits = 0;
    for (p = row.start; p < row.end; p++) {
        bits |= *p;
        if (*p == '\n') row.is_line = false;
    }
    row.is_ascii = bits < 0x80;
    return true;
}

bool is_ascii(const uint8_t *text, size_t length) {
    uint64_t bits = 0;
    for (; length > 8; text += 8, length -= 8) bits |= load64(text);
    return ((bits | low_bytes(load64(text), length)) & 0x80 * every_byte) == 0;
}

bool is_utf8(const uint8_t *text, const uint8_t *end) {
    while (text < end) {
        if (end - text >= 8 && (load64(text) & 0x80 * every_byte) == 0) {
            text += 8;
            continue;
        }
        const size_t length = utf8_character(text, end);
        if (length == 0) return false;
        text += length;
    }
    return true;
}

/// Whether the value of a test certainly is another text.
bool differs(const cpj_row_test &test, const Row &row, const cpj_range &value) {
    const uint8_t *const text = row.start + value.start;
    const size_t length = value.end - value.start;
    if (!row.is_ascii && !is_ascii(text, length)) return false;
    return length != test.length || std::memcmp(text, test.text, length) != 0;
}

bool is_unwanted(const cpj_row_filter &filter, const Row &row) {
    if (row.end == row.start || row.columns != filter.columns) return false;
    for (size_t i = 0; i < filter.test_count; i++) {
        const cpj_row_test &test = filter.tests[i];
        const cpj_range &value = filter.values[test.column];
        if (!differs(test, row, value)) return false;
        if (row.has_doubled_quotes
            && std::memchr(row.start + value.start, filter.quote, value.end - value.start)) return false;
    }
    return row.is_ascii || is_utf8(row.start, row.end);
}

}  // namespace

cpj_skipped cpj_skip_rows(const cpj_row_filter *filter, const uint8_t *bytes, size_t length, size_t start, size_t most) {
    cpj_skipped skipped = {0, start, start, 0, true};
    const uint8_t *const end = bytes + length;
    size_t line_feeds = 0;
    while (skipped.count < most && skipped.end < length) {
        Row row(bytes + skipped.end);
        const auto *const feed = static_cast<const uint8_t *>(std::memchr(row.start, '\n', length - skipped.end));
        if (!feed) break;
        if (std::memchr(row.start, filter->quote, size_t(feed - row.start))) {
            if (!divide_quoted(*filter, row, end)) break;
        } else {
            row.end_at(feed);
            if (!divide(*filter, row)) break;
        }
        if (!is_unwanted(*filter, row)) break;
        skipped.count++;
        skipped.last = skipped.end;
        skipped.end = size_t(row.next - bytes);
        skipped.line_feeds = line_feeds;
        skipped.last_is_line = row.is_line;
        line_feeds++;
        if (!row.is_line) {
            for (const uint8_t *p = row.start; p < row.end; p++) line_feeds += *p == '\n';
        }
    }
    return skipped;
}
