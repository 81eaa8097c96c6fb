// Checks the values of attributes.
#include "CPeriluneJSON.h"
#include "names.hpp"
#include "unescape.hpp"

#include <memory>
#include <new>

using namespace cpj;

namespace {

bool read_digits(const uint8_t *text, int count, int &value) {
    value = 0;
    for (int i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        value = value * 10 + (text[i] - '0');
    }
    return true;
}

/// Days from 1970-01-01 in the Gregorian calendar: years are counted from March, so that the leap day is the last of its
/// year.
int64_t days_since_1970(int year, int month, int day) {
    const int64_t y = year - (month <= 2);
    const int64_t era_year = y % 400 + (y % 400 < 0 ? 400 : 0), era = (y - era_year) / 400;
    const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + era_year * 365 + era_year / 4 - era_year / 100 + day_of_year - 719468;
}

int length_of_month(int month, int year) {
    switch (month) {
    case 4: case 6: case 9: case 11: return 30;
    case 2: return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    default: return 31;
    }
}

/// A pattern of eight bytes: 0 stands for any digit, other bytes for themselves.
struct Pattern {
    uint64_t text = 0, add = 0, mask = 0;

    constexpr Pattern(const char *pattern) {
        for (int i = 0; i < 8; i++) {
            const bool is_digit = pattern[i] == '0';
            text |= uint64_t(uint8_t(pattern[i])) << 8 * i;
            add |= uint64_t(is_digit ? 0x06 : 0) << 8 * i;
            mask |= uint64_t(is_digit ? 0xF0 : 0xFF) << 8 * i;
        }
    }

    /// Gets the values of the digits, one per byte; false if a digit is missing or another byte differs.
    bool matches(const uint8_t *bytes, uint64_t &digits) const {
        digits = load64(bytes) ^ text;
        return ((digits | (digits + add)) & mask) == 0;
    }
};

constexpr Pattern year_and_month("0000-00-"), minutes("00T00:00"), seconds("00:00:00");

unsigned two_digits(uint64_t digits, int at) {
    return unsigned(digits >> 8 * at & 0xFF) * 10 + unsigned(digits >> 8 * (at + 1) & 0xFF);
}

/// A fast path for most times, which are in UTC and before the 29th of their month: it compares three words.
bool is_usual_time(const uint8_t *text, size_t length) {
    if (length < 20 || text[length - 1] != 'Z') return false;
    uint64_t date, time, rest;
    if (!year_and_month.matches(text, date) || !minutes.matches(text + 8, time)
        || !seconds.matches(text + 11, rest)) {
        return false;
    }
    if (two_digits(date, 5) - 1 >= 12 || two_digits(time, 0) - 1 >= 28) return false;
    if (two_digits(rest, 0) >= 24 || two_digits(rest, 3) >= 60 || two_digits(rest, 6) >= 60) return false;
    if (length == 20) return true;
    if (text[19] != '.' || length == 21) return false;
    for (size_t at = 20; at < length - 1; at++) {
        if (text[at] < '0' || text[at] > '9') return false;
    }
    return true;
}

bool is_base64(cpj_text text) {
    if (text.length % 4 != 0) return false;
    size_t length = text.length;
    while (length > 0 && text.length - length < 2 && text.bytes[length - 1] == '=') length--;
    for (size_t i = 0; i < length; i++) {
        const uint8_t byte = text.bytes[i], letter = byte | 0x20;
        if (!((letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9') || byte == '+' || byte == '/')) {
            return false;
        }
    }
    return true;
}

/// The string at a node, unescaped in a separate buffer if it has escapes.
struct Unescaped {
    std::unique_ptr<uint8_t[]> own;
    cpj_text text;

    Unescaped(const cpj_document *d, uint32_t node) : text(cpj_string(d, node)) {
        if (!memchr(text.bytes, '\\', text.length)) return;
        own.reset(new (std::nothrow) uint8_t[text.length]);
        if (own) text = {own.get(), cpj_unescape(text, own.get())};
    }
};

bool is_base64(const cpj_document *d, uint32_t node) {
    return cpj_kind(d, node) == '"' && is_base64(Unescaped(d, node).text);
}

/// Whether the escapes of a string make whole characters. Halves of surrogate pairs would all be read as U+FFFD.
bool has_whole_characters(cpj_text text) {
    const uint8_t *at = text.bytes, *const end = text.bytes + text.length;
    while (at < end) {
        at = static_cast<const uint8_t *>(std::memchr(at, '\\', size_t(end - at)));
        if (!at) return true;
        const int32_t scalar = escaped_scalar(at, end);
        if (scalar == -1) return false;
        if (scalar == -2) at += 2;
    }
    return true;
}

}  // namespace

bool cpj_has_whole_characters(const cpj_document *d, uint32_t node) {
    return has_whole_characters(cpj_string(d, node));
}

bool cpj_read_time(cpj_text time, int64_t *microseconds) {
    const uint8_t *const text = time.bytes;
    const size_t length = time.length;
    int year, month, day, hour, minute, second;
    if (length < 20 || !read_digits(text, 4, year) || text[4] != '-' || !read_digits(text + 5, 2, month)
        || text[7] != '-' || !read_digits(text + 8, 2, day) || (text[10] | 0x20) != 't'
        || !read_digits(text + 11, 2, hour) || text[13] != ':' || !read_digits(text + 14, 2, minute)
        || text[16] != ':' || !read_digits(text + 17, 2, second)) {
        return false;
    }
    if (month < 1 || month > 12 || day < 1 || day > length_of_month(month, year) || hour > 23 || minute > 59
        || second > 60) {
        return false;
    }
    size_t at = 19;
    int64_t fraction = 0, unit = 100000;
    if (text[at] == '.') {
        for (at++; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
            fraction += (text[at] - '0') * unit;
            unit /= 10;
        }
        if (at == 20) return false;
    }
    int64_t offset = 0;
    if (at >= length) return false;
    if (text[at] == '+' || text[at] == '-') {
        int hours, minutes;
        if (length - at != 6 || !read_digits(text + at + 1, 2, hours) || text[at + 3] != ':'
            || !read_digits(text + at + 4, 2, minutes) || hours > 23 || minutes > 59) {
            return false;
        }
        offset = (hours * 60 + minutes) * 60 * (text[at] == '-' ? -1 : 1);
    } else if ((text[at] | 0x20) != 'z' || at + 1 != length) {
        return false;
    }
    const int64_t seconds = days_since_1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset;
    // With an offset, the year in UTC may not have four digits.
    if (seconds < -62167219200 || seconds >= 253402300800) return false;
    *microseconds = seconds * 1000000 + fraction;
    return true;
}

bool cpj_is_usual_time(cpj_text text) { return is_usual_time(text.bytes, text.length); }

bool cpj_event_time(const cpj_document *d, int64_t *microseconds) {
    const uint32_t node = d->envelope[CPJ_TIME];
    return node && cpj_kind(d, node) == '"' && cpj_read_time(Unescaped(d, node).text, microseconds);
}

bool cpj_has_valid_attributes(const cpj_document *d) {
    if (!cpj_has_whole_characters(d, d->envelope[CPJ_ID]) || !cpj_has_whole_characters(d, d->envelope[CPJ_SOURCE])
        || !cpj_has_whole_characters(d, d->envelope[CPJ_TYPE])) {
        return false;
    }
    const uint32_t version = d->envelope[CPJ_SPECVERSION], time = d->envelope[CPJ_TIME];
    if (version && !cpj_string_is(d, version, "1.0", 3)) return false;
    if (time) {
        if (cpj_kind(d, time) != '"') return false;
        const cpj_text text = cpj_string(d, time);
        int64_t microseconds;
        if (!is_usual_time(text.bytes, text.length) && !cpj_event_time(d, &microseconds)) return false;
    }
    const uint32_t binary = d->envelope[CPJ_DATA_BASE64];
    return !binary || (!d->envelope[CPJ_DATA] && is_base64(d, binary));
}
