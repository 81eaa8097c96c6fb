// Time and chance of an event: both follow from the event itself, so that deciding it again gives the
// same answer.
#include "internal.h"

uint64_t cpl_event_seed(const cpl_state *state) {
    uint64_t hash = state->run_seed ^ 0xCBF29CE484222325u;
    if (!state->frame) return hash;
    const cpj_document *d = &state->frame->document;
    uint32_t id = d->envelope[CPJ_ID];
    if (id) {
        cpj_text text = cpj_raw(d, id);
        for (size_t i = 0; i < text.length; i++) hash = (hash ^ text.bytes[i]) * 0x100000001B3u;
    }
    return hash + state->frame->resumed;
}

static bool digits(const uint8_t *text, int count, int *value) {
    *value = 0;
    for (int i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *value = *value * 10 + (text[i] - '0');
    }
    return true;
}

/// Days from 1970-01-01 in the Gregorian calendar: years are counted from March, so that the leap day is
/// the last of its year.
static int64_t days_since_1970(int year, int month, int day) {
    int64_t y = year - (month <= 2);
    int64_t era_year = y % 400 + (y % 400 < 0 ? 400 : 0), era = (y - era_year) / 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + era_year * 365 + era_year / 4 - era_year / 100 + day_of_year - 719468;
}

/// RFC 3339: 2026-11-21T10:30:00.123456Z or with an offset such as +01:00. 0 for anything else.
static int64_t read_time(const uint8_t *text, size_t length) {
    int year, month, day, hour, minute, second;
    if (length < 20 || !digits(text, 4, &year) || text[4] != '-' || !digits(text + 5, 2, &month)
        || text[7] != '-' || !digits(text + 8, 2, &day) || (text[10] | 0x20) != 't'
        || !digits(text + 11, 2, &hour) || text[13] != ':' || !digits(text + 14, 2, &minute)
        || text[16] != ':' || !digits(text + 17, 2, &second))
        return 0;
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60)
        return 0;
    size_t at = 19;
    int64_t fraction = 0, unit = 100000;
    if (text[at] == '.') {
        for (at++; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
            fraction += (text[at] - '0') * unit;
            unit /= 10;
        }
    }
    int64_t offset = 0;
    if (at >= length) return 0;
    if (text[at] == '+' || text[at] == '-') {
        int hours, minutes;
        if (length - at < 6 || !digits(text + at + 1, 2, &hours) || text[at + 3] != ':'
            || !digits(text + at + 4, 2, &minutes))
            return 0;
        offset = (hours * 60 + minutes) * 60 * (text[at] == '-' ? -1 : 1);
    } else if ((text[at] | 0x20) != 'z') {
        return 0;
    }
    int64_t seconds = days_since_1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
    return (seconds - offset) * 1000000 + fraction;
}

int64_t cpl_clock(const cpl_state *state) {
    if (!state->frame) return 0;
    const cpj_document *d = &state->frame->document;
    uint32_t node = d->envelope[CPJ_TIME];
    if (!node || cpj_kind(d, node) != '"') return 0;
    cpj_text text = cpj_string(d, node);
    return read_time(text.bytes, text.length);
}
