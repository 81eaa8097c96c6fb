// Regular expressions and grok patterns: ranges lie inside the text and inside the match, and more ranges do not change
// the match. Whether and where simple patterns match is compared with the C++ library, which backtracks.
//
// An input has a byte for the kind of the pattern, the pattern up to a line feed, and the text.
#include <CPeriluneRegex.h>

#include "target.h"

#include <regex>

/// Whether both libraries read a pattern in the same way: letters, groups, repetitions of them, alternatives.
static bool is_simple(const std::string &pattern) {
    if (pattern.size() > 16 || pattern.find_first_not_of("abcd.*+?|()^$") != pattern.npos) return false;
    for (size_t i = 0; i < pattern.size(); i++) {
        const char before = i ? pattern[i - 1] : '(';
        // A letter is repeated; a group may be left out. The C++ library never ends with repeated groups.
        if (strchr("*+", pattern[i]) && !strchr("abcd.", before)) return false;
        if (pattern[i] == '?' && !strchr("abcd.)*+", before)) return false;
        if (strchr(")|", pattern[i]) && strchr("(|", before)) return false;
    }
    return pattern.empty() || pattern.back() != '|';
}

static void compare(const cpr_pattern *pattern, const std::string &text, const std::string &source) {
    std::smatch found;
    std::regex regex;
    try {
        regex = std::regex(source, std::regex::ECMAScript);
    } catch (const std::regex_error &) {
        return;
    }
    const bool matches = std::regex_search(text, found, regex);
    cpr_range range;
    REQUIRE((cpr_match(pattern, text.data(), text.size(), 0, &range, 1) == CPR_MATCH) == matches);
    REQUIRE(!matches || range.start == found.position(0));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    Input input(bytes, length);
    const bool is_grok = input.below(2);
    const size_t from_byte = input.byte();
    std::string source = input.until('\n'), text = input.rest();
    const Bytes exact = padded(source, 0);
    cpr_problem problem;
    memset(&problem, 'x', sizeof problem);
    cpr_pattern *const pattern = cpr_new(reinterpret_cast<char *>(exact.get()), source.size(), is_grok, &problem);
    if (!pattern) {
        REQUIRE(problem.code && memchr(problem.message, 0, sizeof problem.message) && problem.message[0]);
        REQUIRE(memchr(problem.hint, 0, sizeof problem.hint) && strcmp(problem.code, "regex.library") != 0);
        return 0;
    }
    REQUIRE(cpr_size(pattern) > 0 && cpr_memory(pattern) >= 512 << 10);
    const int count = cpr_count(pattern);
    REQUIRE(count >= 0 && count <= cpr_most_captures);
    for (int i = 1; i <= count; i++) {
        const cpr_group group = cpr_groups(pattern)[i];
        if (!group.name) continue;
        const int named = cpr_find_group(pattern, group.name, group.name_length);
        REQUIRE(named >= 1 && named <= i);
    }
    const Bytes subject = padded(text, 0);
    const char *const s = reinterpret_cast<char *>(subject.get());
    const size_t from = text.empty() ? 0 : from_byte % (text.size() + 1);
    cpr_range all[cpr_most_captures + 1], whole = {};
    const cpr_result result = cpr_match(pattern, s, text.size(), from, all, count + 1);
    REQUIRE(cpr_match(pattern, s, text.size(), from, &whole, 1) == result);
    REQUIRE(cpr_match(pattern, s, text.size(), from, nullptr, 0) == result);
    if (result == CPR_MATCH) {
        REQUIRE(whole.start == all[0].start && whole.end == all[0].end && all[0].start >= ptrdiff_t(from));
        for (int i = 0; i <= count; i++) {
            if (all[i].start == -1 && all[i].end == -1 && i > 0) continue;
            REQUIRE(all[i].start >= all[0].start && all[i].end >= all[i].start && all[i].end <= all[0].end);
        }
        REQUIRE(size_t(all[0].end) <= text.size());
    }
    if (text.size() > 24) text.resize(24);
    for (char &c : text) c = "abcd"[c & 3];
    if (!is_grok && is_simple(source)) compare(pattern, text, source);
    cpr_free(pattern);
    return 0;
}
