#include "CPeriluneRegex.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <CPeriluneLoading.h>

#include "cost.h"
#include "grok.h"

/// The string type of RE2: its own before 2023, then absl::string_view.
#ifdef ABSL_STRINGS_STRING_VIEW_H_
using Text = absl::string_view;
#else
using Text = re2::StringPiece;
#endif

struct cpr_pattern {
    re2::RE2 regex;
    size_t memory;
    uint64_t size = 0;
    std::vector<std::string> names;
    std::vector<cpr_group> groups;

    cpr_pattern(const std::string &text, const re2::RE2::Options &options)
        : regex(text, options), memory((size_t)options.max_mem()) {}
};

namespace perilune {

/// Copies a text without cutting a character in two.
template <size_t room> static void copy_text(char (&to)[room], const char *from, size_t length) {
    if (length >= room) {
        length = room - 1;
        while (length > 0 && ((unsigned char)from[length] & 0xC0) == 0x80) length--;
    }
    // A message ends at a zero byte.
    std::transform(from, from + length, to, [](char c) { return (unsigned char)c < ' ' ? '?' : c; });
    to[length] = 0;
}

bool refuse(cpr_problem &problem, const char *code, const std::string &message, const char *hint) {
    problem.code = code;
    copy_text(problem.message, message.data(), message.size());
    copy_text(problem.hint, hint, strlen(hint));
    return false;
}

/// Writes `(?<name>` as `(?P<name>`, which is all that RE2 read before 2023.
static std::string with_old_names(const std::string &pattern) {
    std::string result;
    bool in_set = false, is_quoted = false;
    for (size_t at = 0; at < pattern.size(); at++) {
        char c = pattern[at];
        result += c;
        if (c == '\\' && at + 1 < pattern.size()) {
            char next = pattern[++at];
            result += next;
            if (next == 'Q' && !in_set) is_quoted = true;
            if (next == 'E') is_quoted = false;
        } else if (is_quoted) {
            continue;
        } else if (in_set) {
            if (c == ']') in_set = false;
        } else if (c == '[') {
            // A ']' at the beginning belongs to the set.
            in_set = true;
            if (at + 1 < pattern.size() && pattern[at + 1] == '^') result += pattern[++at];
            if (at + 1 < pattern.size() && pattern[at + 1] == ']') result += pattern[++at];
        } else if (c == '(' && pattern.compare(at, 3, "(?<") == 0 && at + 3 < pattern.size()
                   && pattern[at + 3] != '=' && pattern[at + 3] != '!') {
            result += "?P<";
            at += 2;
        }
    }
    return result;
}

static bool refuse_size(cpr_problem &problem) {
    return refuse(problem, "regex.size", "the pattern needs more than 4 MB once it is compiled",
                  "shorten repetitions such as {1000}, and classes such as \\pL that are repeated");
}

static bool refuse_cost(const Cost &cost, cpr_problem &problem) {
    if (cost.classes > most_classes)
        return refuse(problem, "regex.size", "the pattern has " + std::to_string(cost.classes)
                      + " classes such as \\pL; the limit is 200", "write a repetition such as \\pL+");
    if (cost.atoms > most_atoms) return refuse_size(problem);
    return refuse(problem, "regex.size", "the pattern has more than 10000 parts such as a? and b*",
                  "shorten repetitions such as (?:a?){1000}");
}

static bool refuse_pattern(const re2::RE2 &regex, cpr_problem &problem) {
    switch (regex.error_code()) {
    case re2::RE2::ErrorPatternTooLarge:
        return refuse_size(problem);
    case re2::RE2::ErrorBadUTF8:
        return refuse(problem, "regex.invalid", "the pattern is not valid UTF-8", "write a byte as \\x and two digits");
    case re2::RE2::ErrorBadPerlOp:
        return refuse(problem, "regex.invalid", "invalid pattern: " + regex.error(),
                      "look-ahead and look-behind are not available, since they can take more than linear time");
    case re2::RE2::ErrorBadEscape:
        return refuse(problem, "regex.invalid", "invalid pattern: " + regex.error(),
                      "backreferences are not available; in a Lua string write a backslash twice, or use [[...]]");
    default:
        return refuse(problem, "regex.invalid", "invalid pattern: " + regex.error(), "");
    }
}

/// The memory limits to try: most patterns need little, and a larger limit counts as more in the cache.
static constexpr int64_t memories[] = {512 << 10, 4 << 20};

static cpr_pattern *compile(const std::string &text, cpr_problem &problem) {
    for (int64_t memory : memories) {
        re2::RE2::Options options;
        options.set_max_mem(memory);
        options.set_log_errors(false);
        auto pattern = new cpr_pattern(text, options);
        if (pattern->regex.ok()) return pattern;
        bool is_last = memory == memories[1] || pattern->regex.error_code() != re2::RE2::ErrorPatternTooLarge;
        if (is_last) refuse_pattern(pattern->regex, problem);
        delete pattern;
        if (is_last) return nullptr;
    }
    return nullptr;
}

/// The field that a group captures; NULL for a group that the pattern itself names.
static const GrokField *field_of(const std::string &name, const Expansion &expansion) {
    for (size_t i = 0; i < expansion.fields.size(); i++)
        if (name == grok_prefix + std::to_string(i)) return &expansion.fields[i];
    return nullptr;
}

/// Sets the names of the groups.
static void name_groups(cpr_pattern &pattern, const Expansion &expansion) {
    size_t count = (size_t)pattern.regex.NumberOfCapturingGroups() + 1;
    pattern.names.resize(count);
    pattern.groups.resize(count);
    for (const auto &[name, number] : pattern.regex.NamedCapturingGroups()) {
        cpr_group &group = pattern.groups[(size_t)number];
        std::string &kept = pattern.names[(size_t)number] = name;
        if (const GrokField *field = field_of(name, expansion)) {
            kept = field->name;
            group.conversion = field->conversion;
        }
        group.name = kept.data();
        group.name_length = kept.size();
    }
}

static cpr_pattern *make(const std::string &text, bool is_grok, cpr_problem &problem) {
    Expansion expansion;
    expansion.pattern = text;
    if (is_grok) {
        expansion.pattern.clear();
        if (!expand(text, expansion, problem)) return nullptr;
    }
    Cost cost = cost_of(expansion.pattern);
    if (cost.classes > most_classes || cost.options > most_options || cost.atoms > most_atoms) {
        refuse_cost(cost, problem);
        return nullptr;
    }
    cpr_pattern *pattern = compile(with_old_names(expansion.pattern), problem);
    if (!pattern) return nullptr;
    if (pattern->regex.NumberOfCapturingGroups() > cpr_most_captures) {
        refuse(problem, "regex.size", "the pattern has " + std::to_string(pattern->regex.NumberOfCapturingGroups())
               + " groups; the limit is 100", "write groups that need no capture as (?:...)");
        delete pattern;
        return nullptr;
    }
    pattern->size = (uint64_t)pattern->regex.ProgramSize();
    name_groups(*pattern, expansion);
    return pattern;
}

}

using namespace perilune;

cpr_pattern *cpr_new(const char *pattern, size_t length, bool is_grok, cpr_problem *problem) {
    try {
        if (length > cpr_longest_pattern) {
            refuse(*problem, "regex.size", "the pattern has " + std::to_string(length) + " bytes; the limit is 65536", "");
            return nullptr;
        }
        if (const char *missing = perilune_load_re2()) {
            refuse(*problem, "regex.library", std::string("cannot load RE2: ") + missing, "install the package libre2");
            return nullptr;
        }
        return make(std::string(pattern, length), is_grok, *problem);
    } catch (...) {
        static const char memory[] = "not enough memory for the pattern";
        problem->code = "regex.size";
        memcpy(problem->message, memory, sizeof memory);
        problem->hint[0] = 0;
        return nullptr;
    }
}

void cpr_free(cpr_pattern *pattern) { delete pattern; }

uint64_t cpr_size(const cpr_pattern *pattern) { return pattern->size; }

size_t cpr_memory(const cpr_pattern *pattern) { return pattern->memory; }

int cpr_count(const cpr_pattern *pattern) { return (int)pattern->groups.size() - 1; }

const cpr_group *cpr_groups(const cpr_pattern *pattern) { return pattern->groups.data(); }

int cpr_find_group(const cpr_pattern *pattern, const char *name, size_t length) {
    for (size_t i = 1; i < pattern->groups.size(); i++) {
        const cpr_group &group = pattern->groups[i];
        if (group.name && group.name_length == length && memcmp(group.name, name, length) == 0) return (int)i;
    }
    return 0;
}

/// A small array of ranges needs no time to initialise.
template <int room> static bool match(const cpr_pattern *pattern, const char *text, size_t length, size_t from,
                                      cpr_range *ranges, int count) {
    Text found[room];
    if (!pattern->regex.Match(Text(text, length), from, length, re2::RE2::UNANCHORED, found, count)) return false;
    for (int i = 0; i < count; i++) {
        ranges[i].start = found[i].data() ? found[i].data() - text : -1;
        ranges[i].end = found[i].data() ? ranges[i].start + (ptrdiff_t)found[i].size() : -1;
    }
    return true;
}

cpr_result cpr_match(const cpr_pattern *pattern, const char *text, size_t length, size_t from,
                     cpr_range *ranges, int count) {
    try {
        bool matches = count <= 8 ? match<8>(pattern, text, length, from, ranges, count)
                                  : match<cpr_most_captures + 1>(pattern, text, length, from, ranges, count);
        return matches ? CPR_MATCH : CPR_NO_MATCH;
    } catch (...) {
        return CPR_NO_MEMORY;
    }
}
