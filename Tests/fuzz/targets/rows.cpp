// Skipping rows of a table: exactly those rows are skipped that are complete and valid and pass all tests, as a reader of
// one value at a time finds them.
//
// An input has two bytes for delimiter and quote, the number of columns, tests of up to three columns, and the table.
#include <CPeriluneJSON.h>

#include "target.h"

#include <vector>

struct Test {
    size_t column;
    cpj_row_test_kind kind;
    std::string text;
};

static bool is_ascii(const std::string &text) {
    for (const char byte : text)
        if (uint8_t(byte) >= 0x80) return false;
    return true;
}

/// By the values of the characters.
static bool is_utf8(const std::string &text) {
    for (size_t i = 0; i < text.size();) {
        const uint8_t lead = uint8_t(text[i]);
        const size_t more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : lead >> 3 == 30 ? 3 : 9;
        if (more == 9 || text.size() - i <= more) return false;
        unsigned scalar = more ? lead & (0x3Fu >> more) : lead;
        for (size_t k = 1; k <= more; k++) {
            if ((uint8_t(text[i + k]) & 0xC0) != 0x80) return false;
            scalar = scalar << 6 | (uint8_t(text[i + k]) & 0x3F);
        }
        static const unsigned least[] = {0, 0x80, 0x800, 0x10000};
        if (scalar < least[more] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) return false;
        i += more + 1;
    }
    return true;
}

/// Reads one row, value by value.
class SlowRow {
public:
    struct Value {
        std::string text;
        bool has_quotes = false;   // doubled ones
    };
    std::vector<Value> values;
    size_t end = 0;                // behind its line feed
    size_t line_feeds = 0;         // in quoted values
    std::string text;              // without the line end

    /// False if the row is not complete, or has text behind a quoted value.
    bool read(const std::string &table, size_t from, char delimiter, char quote) {
        size_t at = from;
        while (true) {
            Value value;
            if (at < table.size() && table[at] == quote) {
                for (at++; at < table.size(); at++) {
                    if (table[at] == quote) {
                        if (at + 1 >= table.size() || table[at + 1] != quote) break;
                        value.has_quotes = true;
                        at++;
                    }
                    line_feeds += table[at] == '\n';
                    value.text += table[at];
                }
                if (at >= table.size()) return false;
                at++;
            } else {
                while (at < table.size() && table[at] != delimiter && table[at] != '\n') value.text += table[at++];
                if (at < table.size() && table[at] == '\n' && !value.text.empty() && value.text.back() == '\r') {
                    value.text.pop_back();
                    at--;
                }
            }
            values.push_back(value);
            if (at < table.size() && table[at] == delimiter) {
                at++;
                continue;
            }
            text = table.substr(from, at - from);
            if (at < table.size() && table[at] == '\r') at++;
            if (at >= table.size() || table[at] != '\n') return false;
            end = at + 1;
            return true;
        }
    }
};

static bool passes(const SlowRow::Value &value, const Test &test) {
    if (value.has_quotes) return false;
    switch (test.kind) {
    case CPJ_DIFFERS: return value.text != test.text && is_ascii(value.text);
    case CPJ_FILLED: return !value.text.empty();
    default: return value.text.empty() || value.text == test.text;
    }
}

static bool is_unwanted(const SlowRow &row, size_t columns, const std::vector<Test> &tests) {
    if (row.values.size() != columns || row.text.empty() || !is_utf8(row.text)) return false;
    for (const Test &test : tests)
        if (!passes(row.values[test.column], test)) return false;
    return true;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    Input input(bytes, length);
    const char delimiter = ",;\t|"[input.below(4)], quote = "\"'"[input.below(2)];
    const size_t columns = 1 + input.below(12), most = 1 + input.below(30);
    std::vector<Test> tests;
    std::vector<Bytes> texts;
    std::vector<cpj_row_test> native;
    for (size_t column = 0; column < columns && tests.size() < 3; column++) {
        const size_t kind = input.below(6);
        if (kind > CPJ_SAME) continue;
        Test test = {column, cpj_row_test_kind(kind), kind == CPJ_FILLED ? "" : input.until('/')};
        // Text to differ from is ASCII.
        if (kind == CPJ_DIFFERS && !is_ascii(test.text)) test.text = "x";
        texts.push_back(padded(test.text, 0));
        native.push_back({column, test.kind, texts.back().get(), test.text.size()});
        tests.push_back(test);
    }
    const uint8_t filler = "\n,\"a;'|\t"[input.below(8)];
    const bool goes_on = input.below(2);   // the last value, in what is behind the table
    const std::string table = input.rest();
    const Bytes copy = padded(table, CPJ_ROW_PADDING, filler);
    if (goes_on) copy.get()[table.size()] = 'x';
    const cpj_row_filter filter = {uint8_t(delimiter), uint8_t(quote), columns, native.data(), native.size()};
    cpj_skipped skipped = {};
    cpj_skip_rows(&filter, copy.get(), table.size(), most, &skipped);

    size_t count = 0, at = 0, last = 0, line_feeds = 0, in_last = 0;
    for (; count < most && at < table.size(); count++) {
        SlowRow row;
        if (!row.read(table, at, delimiter, quote) || !is_unwanted(row, columns, tests)) break;
        last = at;
        at = row.end;
        in_last = row.line_feeds;
        line_feeds += row.line_feeds + 1;
    }
    REQUIRE(skipped.count == count && skipped.end == at && skipped.last == last);
    REQUIRE(skipped.line_feeds == line_feeds && skipped.last_line_feeds == in_last);
    if (const cpj_text differing = skipped.differing; differing.bytes) {
        REQUIRE(differing.bytes >= copy.get() + at && differing.bytes + differing.length < copy.get() + table.size());
        SlowRow row;
        if (count == most || !row.read(table, at, delimiter, quote)) return 0;
        bool is_value = false;
        for (const Test &test : tests)
            is_value |= test.kind == CPJ_SAME && test.column < row.values.size()
                && row.values[test.column].text == string_of(differing.bytes, differing.length);
        REQUIRE(is_value);
    }
    return 0;
}
