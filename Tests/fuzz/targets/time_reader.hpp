// Attributes of events, read slowly.
#pragma once

#include <cerrno>
#include <ctime>
#include <string>

inline bool has_form(const std::string &text, const char *form) {
    size_t i = 0;
    for (; form[i]; i++) {
        if (i >= text.size()) return false;
        if (form[i] == '0' ? text[i] < '0' || text[i] > '9' : form[i] != (text[i] >= 'a' ? text[i] - 32 : text[i])) return false;
    }
    return i == text.size();
}

/// RFC 3339, as microseconds since 1970; the year has four digits, also in UTC.
inline bool read_time(std::string text, int64_t &microseconds) {
    if (text.size() < 20) return false;
    std::string fraction, zone;
    size_t at = 19;
    if (text[at] == '.') {
        at = text.find_first_not_of("0123456789", 20);
        if (at == text.npos || at == 20) return false;
        fraction = text.substr(20, at - 20);
    }
    zone = text.substr(at);
    if (!has_form(text.substr(0, 19), "0000-00-00T00:00:00")) return false;
    const auto number = [](const std::string &digits, size_t from, size_t count) { return std::stoi(digits.substr(from, count)); };
    tm time = {};
    time.tm_year = number(text, 0, 4) - 1900;
    time.tm_mon = number(text, 5, 2) - 1;
    time.tm_mday = number(text, 8, 2);
    time.tm_hour = number(text, 11, 2);
    time.tm_min = number(text, 14, 2);
    const int second = number(text, 17, 2);
    const tm given = time;
    int64_t seconds = timegm(&time);
    // A day that the month does not have becomes another one.
    if (time.tm_mday != given.tm_mday || time.tm_mon != given.tm_mon || time.tm_hour != given.tm_hour
        || time.tm_min != given.tm_min || second > 60) return false;
    seconds += second;
    if (zone != "Z" && zone != "z") {
        const bool is_behind = !zone.empty() && zone[0] == '-';
        if (!has_form(zone, is_behind ? "-00:00" : "+00:00") || number(zone, 1, 2) > 23 || number(zone, 4, 2) > 59) return false;
        const int offset = number(zone, 1, 2) * 3600 + number(zone, 4, 2) * 60;
        seconds += is_behind ? offset : -offset;
    }
    const time_t instant = time_t(seconds);
    tm utc = {};
    gmtime_r(&instant, &utc);
    if (utc.tm_year + 1900 < 0 || utc.tm_year + 1900 > 9999) return false;
    fraction = (fraction + "000000").substr(0, 6);
    microseconds = seconds * 1000000 + std::stoi(fraction);
    return true;
}

/// Base64 with padding, of the standard alphabet; bits that are left over may be set.
inline bool is_base64(const std::string &text) {
    if (text.size() % 4) return false;
    const size_t end = text.find_last_not_of('=') + 1;
    return text.size() - end <= 2
        && text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") >= end;
}
