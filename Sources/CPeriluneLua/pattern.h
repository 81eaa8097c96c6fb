// A Lua pattern as a list of items: what matcher.c runs. pattern.c compiles it, pattern_cache.c keeps it.
#pragma once

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

/// Pushes a new userdata with the compiled pattern. Whatever is wrong with the pattern is raised by its matches.
const cpl_pattern *cpl_push_pattern(lua_State *L, const char *text, size_t length);

/// Whether a text has no magic characters: then finding the pattern is finding the text.
bool cpl_is_plain_pattern(const char *text, size_t length);

/// What to raise at an ITEM_MALFORMED.
const char *cpl_pattern_problem(const cpl_item *item);

/// Pushes a new cache of compiled patterns.
void cpl_push_pattern_cache(lua_State *L);

/// The compiled pattern of the string at `index`; may push what keeps it alive. It stays until the next call, and as
/// long as what cpl_hold_patterns pushed. The cache is at the index `cache`.
const cpl_pattern *cpl_find_pattern(lua_State *L, int cache, int index);

/// Pushes what keeps the patterns alive that the cache holds now.
void cpl_hold_patterns(lua_State *L, int cache);

static inline bool cpl_has_byte(const cpl_byte_set *set, unsigned char c) { return set->bits[c >> 6] >> (c & 63) & 1; }
