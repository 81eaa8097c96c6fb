// What one item of a pattern matches, and the account of the work. Only matcher.c includes this: the functions are
// short and must be inlined there.
#pragma once

#include "matcher.h"

enum { SLICE = 512, BYTES_PER_STEP = 8 };

// The slow path of spend: the current slice of steps is used up.
static void refuel(cpl_matcher *m, uint64_t steps)
{
    uint64_t left = m->fuel + m->reserve;
    cpl_check_budget(m->L);
    if (left <= steps) {
        m->fuel = m->reserve = 0;
        cpl_matcher_end(m);
        luaL_error(m->L,
                   "pattern too complex (over %I steps): anchor it with '^', or repeat narrower"
                   " classes than '.'",
                   (lua_Integer)cpl_of(m->L)->limits.matcher_steps);
    }
    left -= steps;
    m->fuel = left < SLICE ? left : SLICE;
    m->reserve = left - m->fuel;
}

static inline void spend(cpl_matcher *m, uint64_t steps)
{
    if (__builtin_expect(m->fuel <= steps, 0)) refuel(m, steps);
    else m->fuel -= steps;
}

static inline void spend_bytes(cpl_matcher *m, size_t bytes)
{
    if (bytes >= BYTES_PER_STEP) spend(m, bytes / BYTES_PER_STEP);
}

__attribute__((always_inline))
static inline bool is_one(const cpl_matcher *m, const char *s, const cpl_item *item)
{
    if (s >= m->subject_end) return false;
    unsigned char c = (unsigned char)*s;
    if (item->kind == CPL_ITEM_BYTE) return item->byte == c;
    return item->kind == CPL_ITEM_ANY || cpl_has_byte(&m->pattern->sets[item->set], c);
}

// The number of bytes from s on that match the item.
static inline size_t run_length(cpl_matcher *m, const char *s, const cpl_item *item)
{
    const char *at = s, *stop = m->subject_end;
    if (item->kind == CPL_ITEM_ANY) return (size_t)(stop - s);
    if (item->kind == CPL_ITEM_BYTE) {
        while (at < stop && (unsigned char)*at == item->byte) at++;
    } else if (item->pairing == CPL_ALL_BUT_PAIR) {
        at = cpl_find_either(s, stop, item->pair);
    } else {
        const cpl_byte_set *set = &m->pattern->sets[item->set];
        while (at < stop && cpl_has_byte(set, (unsigned char)*at)) at++;
    }
    spend_bytes(m, (size_t)(at - s));
    return (size_t)(at - s);
}

// The first place from s on where the item matches; the end of the subject if there is none.
__attribute__((always_inline))
static inline const char *find_one(const cpl_matcher *m, const char *s, const cpl_item *item)
{
    const char *stop = m->subject_end;
    if (item->kind == CPL_ITEM_BYTE) {
        s = memchr(s, item->byte, (size_t)(stop - s));
        return s ? s : stop;
    }
    if (item->pairing == CPL_PAIR) return cpl_find_either(s, stop, item->pair);
    const cpl_byte_set *set = &m->pattern->sets[item->set];
    while (s < stop && !cpl_has_byte(set, (unsigned char)*s)) s++;
    return s;
}
