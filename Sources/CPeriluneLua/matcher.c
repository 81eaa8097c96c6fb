// A backtracking matcher for Lua patterns. The stock one can take exponential time, and as it runs
// in C no hook interrupts it. This one counts steps: a step is one attempt to match the rest of a
// pattern at one place; runs over many bytes cost a step for each eight. Every few hundred steps it
// looks at the budgets of the script. Otherwise it answers as the stock one does, its messages
// included.
#include <string.h>

#include "matcher_items.h"

enum {
    DEEPEST = 200,             // as in stock Lua; a level takes about 100 bytes of C stack
};

static const char *match(cpl_matcher *m, const char *s, const cpl_item *p);

// The item of one byte that each match from p on begins with; else NULL. With it places where no match can begin are
// passed over quickly.
static inline const cpl_item *head(const cpl_matcher *m, const cpl_item *p)
{
    return p->head == CPL_NO_HEAD ? NULL : &m->pattern->items[p->head];
}

// Whether the pattern from p on cannot match at s because its first item does not. A full match attempt would find
// the same with more work, and costs the same step.
__attribute__((always_inline))
static inline bool is_rejected(cpl_matcher *m, const char *s, const cpl_item *p)
{
    if (head(m, p) != p || is_one(m, s, p) || m->depth == 0) return false;
    spend(m, 1);
    return true;
}

// Matches the item as often as possible, then the rest of the pattern.
static inline const char *match_longest(cpl_matcher *m, const char *s, const cpl_item *p)
{
    const char *at = s + run_length(m, s, p);
    if (p[1].kind == CPL_ITEM_END) return at;
    const cpl_item *first = at - s > 2 ? head(m, p + 1) : NULL;
    for (;;) {
        const char *from = at;
        if (first) {           // the last place is tried in any case: an error would show there
            while (at > s && !is_one(m, at, first)) at--;
            spend_bytes(m, (size_t)(from - at));
        }
        const char *result = is_rejected(m, at, p + 1) ? NULL : match(m, at, p + 1);
        if (result || at == s) return result;
        at--;
    }
}

static const char *match_shortest(cpl_matcher *m, const char *s, const cpl_item *p)
{
    const cpl_item *first = head(m, p + 1);
    for (;; s++) {
        const char *start = s;
        if (first) {
            if (p->kind == CPL_ITEM_ANY) s = find_one(m, s, first);
            else while (!is_one(m, s, first) && is_one(m, s, p)) s++;
            spend_bytes(m, (size_t)(s - start));
        }
        const char *result = is_rejected(m, s, p + 1) ? NULL : match(m, s, p + 1);
        if (result) return result;
        if (!is_one(m, s, p)) return NULL;
    }
}

static const char *begin_capture(cpl_matcher *m, const char *s, const cpl_item *p, ptrdiff_t length)
{
    if (m->captures >= CPL_MOST_CAPTURES) luaL_error(m->L, "too many captures");
    m->capture[m->captures].start = s;
    m->capture[m->captures++].length = length;
    const char *result = match(m, s, p);
    if (!result) m->captures--;
    return result;
}

static const char *end_capture(cpl_matcher *m, const char *s, const cpl_item *p)
{
    int i = m->captures - 1;
    while (i >= 0 && m->capture[i].length != CPL_CAPTURE_OPEN) i--;
    if (i < 0) luaL_error(m->L, "invalid pattern capture");
    m->capture[i].length = s - m->capture[i].start;
    const char *result = match(m, s, p);
    if (!result) m->capture[i].length = CPL_CAPTURE_OPEN;
    return result;
}

// Matches %bxy: from an x to the matching y.
static const char *match_balance(cpl_matcher *m, const char *s, const cpl_item *p)
{
    if (s >= m->subject_end || (unsigned char)*s != p->byte) return NULL;
    const char *start = s;
    size_t level = 1;
    while (++s < m->subject_end) {
        if ((unsigned char)*s == p->close) {
            if (--level == 0) break;
        } else if ((unsigned char)*s == p->byte) {
            level++;
        }
    }
    spend_bytes(m, (size_t)(s - start));
    return s < m->subject_end ? s + 1 : NULL;
}

// Matches %1 to %9: the text of that capture again.
static const char *match_again(cpl_matcher *m, const char *s, unsigned char digit)
{
    int i = digit - '1';
    if (i < 0 || i >= m->captures || m->capture[i].length == CPL_CAPTURE_OPEN)
        luaL_error(m->L, "invalid capture index %%%d", i + 1);
    size_t length = (size_t)m->capture[i].length;
    if ((size_t)(m->subject_end - s) < length) return NULL;
    spend_bytes(m, length);
    return memcmp(m->capture[i].start, s, length) == 0 ? s + length : NULL;
}

// Matches %f[set]: a place where the bytes start to be in the set. The ends of the subject count as zeros.
static bool is_frontier(const cpl_matcher *m, const char *s, const cpl_item *p)
{
    char before = s == m->subject ? '\0' : s[-1];
    char after = s == m->subject_end ? '\0' : *s;
    const cpl_byte_set *set = &m->pattern->sets[p->set];
    return !cpl_has_byte(set, (unsigned char)before) && cpl_has_byte(set, (unsigned char)after);
}

// Matches an item of one byte as often as it says, and all that follows if there is a choice; else sets `p` to what
// follows.
static inline const char *match_one(cpl_matcher *m, const char *s, const cpl_item **p)
{
    const cpl_item *item = *p;
    const char *result;
    switch (item->repeat) {
    case '*':
        *p = NULL;
        return match_longest(m, s, item);
    case '+':
        *p = NULL;
        return is_one(m, s, item) ? match_longest(m, s + 1, item) : NULL;
    case '-':
        *p = NULL;
        return match_shortest(m, s, item);
    case '?':
        if (is_one(m, s, item) && (result = match(m, s + 1, item + 1))) {
            *p = NULL;
            return result;
        }
        ++*p;
        return s;
    default:
        ++*p;
        return is_one(m, s, item) ? s + 1 : NULL;
    }
}

// Matches the pattern from p on at s. Recursion only where a choice may have to be taken back.
static const char *match(cpl_matcher *m, const char *s, const cpl_item *p)
{
    if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
    while (s && p && p->kind != CPL_ITEM_END) {
        spend(m, 1);
        switch ((cpl_item_kind)p->kind) {
        case CPL_ITEM_END:
            break;
        case CPL_ITEM_BYTE:
        case CPL_ITEM_ANY:
        case CPL_ITEM_SET:
            s = match_one(m, s, &p);
            break;
        case CPL_ITEM_BEGIN_CAPTURE:
            s = begin_capture(m, s, p + 1, CPL_CAPTURE_OPEN);
            goto done;
        case CPL_ITEM_POSITION:
            s = begin_capture(m, s, p + 1, CPL_CAPTURE_POSITION);
            goto done;
        case CPL_ITEM_END_CAPTURE:
            s = end_capture(m, s, p + 1);
            goto done;
        case CPL_ITEM_SUBJECT_END:
            if (s != m->subject_end) s = NULL;
            goto done;
        case CPL_ITEM_BALANCE:
            s = match_balance(m, s, p++);
            break;
        case CPL_ITEM_FRONTIER:
            if (!is_frontier(m, s, p++)) s = NULL;
            break;
        case CPL_ITEM_CAPTURE_AGAIN:
            s = match_again(m, s, (p++)->byte);
            break;
        case CPL_ITEM_MALFORMED:
            luaL_error(m->L, "%s", cpl_pattern_problem(p));
        }
    }
done:
    m->depth++;
    return s;
}

void cpl_matcher_begin(cpl_matcher *m, lua_State *L, const char *subject, size_t length, const cpl_pattern *pattern)
{
    uint64_t limit = cpl_of(L)->limits.matcher_steps;
    if (!limit) limit = UINT64_MAX;
    m->L = L;
    m->pattern = pattern;
    m->subject = subject;
    m->subject_end = subject + length;
    m->fuel = limit < SLICE ? limit : SLICE;
    m->reserve = limit - m->fuel;
    m->depth = DEEPEST;
    m->captures = 0;
    // Charged even if the pattern was cached, so that the steps do not depend on what ran before.
    spend_bytes(m, pattern->length);
}

void cpl_matcher_end(cpl_matcher *m)
{
    cpl_state *state = cpl_of(m->L);
    uint64_t limit = state->limits.matcher_steps ? state->limits.matcher_steps : UINT64_MAX;
    state->steps += limit - m->fuel - m->reserve;
}

const char *cpl_match_at(cpl_matcher *m, const char *at)
{
    m->captures = 0;
    m->depth = DEEPEST;
    return match(m, at, m->pattern->items);
}

const char *cpl_match_search(cpl_matcher *m, const char *at, const char *not_end, const char **end)
{
    const cpl_item *first = head(m, m->pattern->items);
    for (; at <= m->subject_end; at++) {
        const char *from = at;
        // Where nothing is found the end is tried in any case: there an error in the pattern would
        // show.
        if (first) at = find_one(m, at, first);
        spend_bytes(m, (size_t)(at - from));
        *end = cpl_match_at(m, at);
        if (*end && *end != not_end) return at;
    }
    return NULL;
}

void cpl_push_capture(cpl_matcher *m, int i, const char *start, const char *end)
{
    if (i >= m->captures) {
        if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
        lua_pushlstring(m->L, start, (size_t)(end - start));
        return;
    }
    ptrdiff_t length = m->capture[i].length;
    if (length == CPL_CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
    if (length == CPL_CAPTURE_POSITION)
        lua_pushinteger(m->L, m->capture[i].start - m->subject + 1);
    else
        lua_pushlstring(m->L, m->capture[i].start, (size_t)length);
}

int cpl_push_captures(cpl_matcher *m, const char *start, const char *end)
{
    int count = m->captures == 0 && start ? 1 : m->captures;
    luaL_checkstack(m->L, count, "too many captures");
    for (int i = 0; i < count; i++) cpl_push_capture(m, i, start, end);
    return count;
}
