// A compiled Lua pattern: a list of items that matcher.c runs. pattern.c compiles it, pattern_cache.c keeps it.
#pragma once

#include <string.h>

#include "internal.h"

typedef enum cpl_item_kind {
    CPL_ITEM_END,              // of the pattern
    CPL_ITEM_BYTE,             // the kinds that match one byte: this one,
    CPL_ITEM_ANY,              // any,
    CPL_ITEM_SET,              // one of a set or class
    CPL_ITEM_BEGIN_CAPTURE,
    CPL_ITEM_END_CAPTURE,
    CPL_ITEM_POSITION,         // ()
    CPL_ITEM_SUBJECT_END,      // $
    CPL_ITEM_BALANCE,          // %bxy
    CPL_ITEM_FRONTIER,         // %f[set]
    CPL_ITEM_CAPTURE_AGAIN,    // %1
    CPL_ITEM_MALFORMED,        // raises when a match gets there, as in stock Lua
} cpl_item_kind;

enum { CPL_LONGEST_KEPT_PATTERN = 200 };

#define CPL_NO_HEAD UINT32_MAX

typedef struct cpl_byte_set { uint64_t bits[4]; } cpl_byte_set;

typedef struct cpl_item {
    uint8_t kind;
    uint8_t repeat;            // '*', '+', '-', '?', or 0 for once
    uint8_t byte;              // of ITEM_BYTE; the digit of ITEM_CAPTURE_AGAIN; what opens ITEM_BALANCE
    uint8_t close;             // what closes ITEM_BALANCE; the number of a message of ITEM_MALFORMED
    uint8_t pair[2];           // of ITEM_SET: the bytes of a set with one or two, or those that it lacks
    enum { CPL_NO_PAIR, CPL_PAIR, CPL_ALL_BUT_PAIR } pairing;
    uint32_t set;              // the number of a set
    uint32_t head;             // the item of one byte that each match from here on begins with, or CPL_NO_HEAD
} cpl_item;

typedef struct cpl_pattern {
    const char *text;          // what it was compiled from
    size_t length;
    bool anchored;             // the items leave out the '^'
    bool plain;                // has no magic characters
    const cpl_byte_set *sets;
    cpl_item items[];
} cpl_pattern;

/// Pushes a new userdata with the compiled pattern. Errors in the pattern are raised when it is matched.
const cpl_pattern *cpl_push_pattern(lua_State *L, const char *text, size_t length);

/// Whether a text has no magic characters, so that the pattern can be searched as a plain text.
bool cpl_is_plain_pattern(const char *text, size_t length);

/// The message to raise for an ITEM_MALFORMED.
const char *cpl_pattern_problem(const cpl_item *item);

/// Pushes a new cache of compiled patterns.
void cpl_push_pattern_cache(lua_State *L);

/// The compiled pattern of the string at `index`; may push what keeps it alive. It stays until the next call, and as
/// long as what cpl_hold_patterns pushed. The cache is at the index `cache`.
const cpl_pattern *cpl_find_pattern(lua_State *L, int cache, int index);

/// Pushes a value that keeps the patterns in the cache alive.
void cpl_hold_patterns(lua_State *L, int cache);

/// The first place of either byte from s on; `stop` if there is none.
static inline const char *cpl_find_either(const char *s, const char *stop, const uint8_t pair[2])
{
    const uint64_t ones = 0x0101010101010101, highs = ones << 7;
    const uint64_t first = pair[0] * ones, second = pair[1] * ones;
    for (; stop - s >= 8; s += 8) {
        uint64_t word;
        memcpy(&word, s, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        // The lowest bit set is exact: only bytes above a byte that is found can borrow.
        uint64_t found = (((word ^ first) - ones) & ~(word ^ first)) | (((word ^ second) - ones) & ~(word ^ second));
        if (found & highs) return s + __builtin_ctzll(found & highs) / 8;
    }
    while (s < stop && (uint8_t)*s != pair[0] && (uint8_t)*s != pair[1]) s++;
    return s;
}

static inline bool cpl_has_byte(const cpl_byte_set *set, unsigned char c) { return set->bits[c >> 6] >> (c & 63) & 1; }
