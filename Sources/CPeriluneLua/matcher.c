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

static const char *match(cpl_matcher *m, const char *s, const char *p);

// The byte that a match of the pattern from p on begins with, if it is one certain byte; else -1.
// With it places where no match can begin are passed over quickly.
static int first_byte(const cpl_matcher *m, const char *p)
{
    while (p < m->pattern_end && (*p == ')' || (*p == '(' && p[1] != ')'))) p++;
    if (p >= m->pattern_end) return -1;
    switch (*p) {
    case '$': case '%': case '(': case '.': case '[':
        return -1;
    }
    return p[1] == '*' || p[1] == '?' || p[1] == '-' ? -1 : (unsigned char)*p;
}

// The item as often as possible, then the rest of the pattern. `end` is at the '*'.
static inline const char *match_longest(cpl_matcher *m, const char *s, const char *p, const char *end)
{
    const char *at = s + run_length(m, s, p, end);
    if (end + 1 == m->pattern_end) return at;
    int first = at - s > 2 ? first_byte(m, end + 1) : -1;
    for (;;) {
        const char *from = at;
        if (first >= 0) {      // the last place is tried in any case: an error would show there
            while (at > s && (at == m->subject_end || (unsigned char)*at != first)) at--;
            spend_bytes(m, (size_t)(from - at));
        }
        const char *result = match(m, at, end + 1);
        if (result || at == s) return result;
        at--;
    }
}

// The bytes that a match of the pattern from p on may begin with, where that is one byte or a set that
// lists its bytes; false for anything else.
static bool first_bytes(cpl_matcher *m, const char *p, byte_set *set)
{
    memset(set, 0, sizeof *set);
    int first = first_byte(m, p);
    if (first >= 0) {
        add_byte(set, (unsigned char)first);
        return true;
    }
    while (p < m->pattern_end && (*p == ')' || (*p == '(' && p[1] != ')'))) p++;
    if (p >= m->pattern_end || *p != '[') return false;
    // A set without an end is an error only where the match comes to it: what stands before may be another one.
    const char *end = find_set_end(m, p);
    if (!end || *end == '*' || *end == '?' || *end == '-') return false;
    return list_set(p, end - 1, set);
}

static const char *match_shortest(cpl_matcher *m, const char *s, const char *p, const char *end)
{
    byte_set first;
    bool known = first_bytes(m, end + 1, &first);
    for (;; s++) {
        const char *start = s;
        if (known) {
            if (*p == '.') {
                while (s < m->subject_end && !has_byte(&first, (unsigned char)*s)) s++;
            } else {
                while (s < m->subject_end && !has_byte(&first, (unsigned char)*s)
                       && is_one(m, s, p, end)) s++;
            }
            spend_bytes(m, (size_t)(s - start));
        }
        const char *result = match(m, s, end + 1);
        if (result) return result;
        if (!is_one(m, s, p, end)) return NULL;
    }
}

static const char *begin_capture(cpl_matcher *m, const char *s, const char *p, ptrdiff_t length)
{
    if (m->captures >= CPL_MOST_CAPTURES) luaL_error(m->L, "too many captures");
    m->capture[m->captures].start = s;
    m->capture[m->captures++].length = length;
    const char *result = match(m, s, p);
    if (!result) m->captures--;
    return result;
}

static const char *end_capture(cpl_matcher *m, const char *s, const char *p)
{
    int i = m->captures - 1;
    while (i >= 0 && m->capture[i].length != CPL_CAPTURE_OPEN) i--;
    if (i < 0) luaL_error(m->L, "invalid pattern capture");
    m->capture[i].length = s - m->capture[i].start;
    const char *result = match(m, s, p);
    if (!result) m->capture[i].length = CPL_CAPTURE_OPEN;
    return result;
}

// %bxy: from an x to the y that balances it.
static const char *match_balance(cpl_matcher *m, const char *s, const char *p)
{
    if (p >= m->pattern_end - 1) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
    if (s >= m->subject_end || *s != *p) return NULL;
    char open = *p, close = p[1];
    const char *start = s;
    size_t level = 1;
    while (++s < m->subject_end) {
        if (*s == close) {
            if (--level == 0) break;
        } else if (*s == open) {
            level++;
        }
    }
    spend_bytes(m, (size_t)(s - start));
    return s < m->subject_end ? s + 1 : NULL;
}

// %1 to %9: what that capture matched, again.
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

// %f[set]: the place where the bytes begin to be in the set. The ends of the subject count as
// zeros.
static bool is_frontier(cpl_matcher *m, const char *s, const char *p, const char *end)
{
    char before = s == m->subject ? '\0' : s[-1];
    char after = s == m->subject_end ? '\0' : *s;
    return !in_set(m, (unsigned char)before, p, end - 1)
        && in_set(m, (unsigned char)after, p, end - 1);
}

// Matches the pattern from p on at s. Recursion only where a choice may have to be taken back.
static const char *match(cpl_matcher *m, const char *s, const char *p)
{
    if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
    while (s && p != m->pattern_end) {
        const char *end, *result;
        spend(m, 1);
        switch (*p) {
        case '(':
            s = p[1] == ')' ? begin_capture(m, s, p + 2, CPL_CAPTURE_POSITION)
                            : begin_capture(m, s, p + 1, CPL_CAPTURE_OPEN);
            goto done;
        case ')':
            s = end_capture(m, s, p + 1);
            goto done;
        case '$':
            if (p + 1 != m->pattern_end) break;
            if (s != m->subject_end) s = NULL;
            goto done;
        case '%':
            switch (p[1]) {
            case 'b':
                s = match_balance(m, s, p + 2);
                p += 4;
                continue;
            case 'f':
                p += 2;
                if (*p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
                end = item_end(m, p);
                if (!is_frontier(m, s, p, end)) s = NULL;
                p = end;
                continue;
            case '0': case '1': case '2': case '3': case '4':
            case '5': case '6': case '7': case '8': case '9':
                s = match_again(m, s, (unsigned char)p[1]);
                p += 2;
                continue;
            }
            break;
        }
        end = item_end(m, p);
        switch (*end) {        // the zero that ends a pattern is no suffix
        case '*':
            s = match_longest(m, s, p, end);
            goto done;
        case '+':
            s = is_one(m, s, p, end) ? match_longest(m, s + 1, p, end) : NULL;
            goto done;
        case '-':
            s = match_shortest(m, s, p, end);
            goto done;
        case '?':
            if (is_one(m, s, p, end) && (result = match(m, s + 1, end + 1))) {
                s = result;
                goto done;
            }
            p = end + 1;
            continue;
        default:
            s = is_one(m, s, p, end) ? s + 1 : NULL;
            p = end;
        }
    }
done:
    m->depth++;
    return s;
}

void cpl_matcher_begin(cpl_matcher *m, lua_State *L, const char *subject, size_t subject_length,
                       const char *pattern, size_t pattern_length)
{
    uint64_t limit = cpl_of(L)->limits.matcher_steps;
    m->L = L;
    m->subject = subject;
    m->subject_end = subject + subject_length;
    m->pattern_end = pattern + pattern_length;
    m->fuel = 0;
    m->reserve = limit ? limit : UINT64_MAX;
    m->depth = DEEPEST;
    m->captures = 0;
}

void cpl_matcher_end(cpl_matcher *m)
{
    cpl_state *state = cpl_of(m->L);
    uint64_t limit = state->limits.matcher_steps ? state->limits.matcher_steps : UINT64_MAX;
    state->steps += limit - m->fuel - m->reserve;
}

const char *cpl_match_at(cpl_matcher *m, const char *at, const char *pattern)
{
    m->captures = 0;
    m->depth = DEEPEST;
    return match(m, at, pattern);
}

// Where the first item of the pattern ends, if there is one that each match begins with; else NULL.
static const char *first_item(cpl_matcher *m, const char *p, const char **item)
{
    if (p < m->pattern_end && *p == '(' && p[1] != ')') p++;
    if (p >= m->pattern_end || strchr("()$.", *p)) return NULL;
    if (*p == '%' && (p[1] == 'b' || p[1] == 'f' || (p[1] >= '0' && p[1] <= '9'))) return NULL;
    const char *end = item_end(m, p);
    *item = p;
    return *end == '*' || *end == '?' || *end == '-' ? NULL : end;
}

const char *cpl_match_search(cpl_matcher *m, const char *at, const char *pattern,
                             const char *not_end, const char **end)
{
    int first = first_byte(m, pattern);
    const char *pattern_item = NULL;
    const char *item_stop = first < 0 ? first_item(m, pattern, &pattern_item) : NULL;
    for (; at <= m->subject_end; at++) {
        const char *from = at;
        // Where nothing is found the end is tried in any case: there an error in the pattern would
        // show.
        if (first >= 0) {
            at = memchr(at, first, (size_t)(m->subject_end - at));
            if (!at) at = m->subject_end;
        } else if (item_stop) {
            while (at < m->subject_end && !is_one(m, at, pattern_item, item_stop)) at++;
        }
        spend_bytes(m, (size_t)(at - from));
        *end = cpl_match_at(m, at, pattern);
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
