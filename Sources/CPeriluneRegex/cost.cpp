#include "cost.h"

#include <algorithm>
#include <vector>

namespace perilune {

namespace {

constexpr size_t limited(size_t count) { return std::min(count, most_atoms + 1); }

/// The cost of one part of a pattern.
struct Part {
    size_t options = 0, atoms = 0;

    void add(const Part &other) {
        options = limited(options + other.options);
        atoms = limited(atoms + other.atoms);
    }
};

/// Reads a pattern from left to right.
class Reader {
    const std::string &pattern;
    size_t at = 0, classes = 0;
    /// The costs of open groups, without that of `last`.
    std::vector<Part> groups{Part()};
    /// The part that a repetition applies to.
    Part last;
    /// Whether the current alternative is empty so far.
    bool is_empty = true;

    bool sees(const char *text) const { return pattern.compare(at, std::char_traits<char>::length(text), text) == 0; }

    /// Adds the last part to its group.
    void end_part() {
        groups.back().add(last);
        last = Part();
    }

    void begin_atom() {
        end_part();
        last.atoms = 1;
        is_empty = false;
    }

    void end_alternative() {
        end_part();
        if (is_empty) groups.back().options++;
    }

    void read_escape() {
        if (sees("\\Q")) {
            size_t end = pattern.find("\\E", at), start = at + 2;
            last.atoms = (end == pattern.npos ? pattern.size() : end) - start;
            at = end == pattern.npos ? pattern.size() : end + 2;
            return;
        }
        if (sees("\\p") || sees("\\P")) classes++;
        at += 2;
    }

    void read_set() {
        at += pattern.compare(at + 1, 1, "^") == 0 ? 2 : 1;
        // A ']' at the beginning belongs to the set.
        for (size_t start = at; at < pattern.size() && (at == start || pattern[at] != ']');) {
            size_t end = sees("[:") ? pattern.find(":]", at) : pattern.npos;
            if (end != pattern.npos) at = end + 2;
            else if (pattern[at] == '\\') read_escape();
            else at++;
        }
        at++;
    }

    /// Reads {n}, {n,} or {n,m}; anything else is literal text.
    void read_repetition() {
        size_t from = at + 1, numbers[2] = {0, 0}, index = 0, digits = 0;
        for (; from < pattern.size(); from++) {
            char c = pattern[from];
            if (c >= '0' && c <= '9') { numbers[index] = limited(numbers[index] * 10 + (size_t)(c - '0')); digits++; }
            else if (c == ',' && index == 0) index = 1;
            else break;
        }
        if (digits == 0 || from == pattern.size() || pattern[from] != '}') { begin_atom(); at++; return; }
        size_t times = std::max({numbers[0], numbers[1], (size_t)1});
        last = {limited(last.options * times + index * (times - numbers[0] + 1)), limited(last.atoms * times)};
        at = from + 1;
    }

  public:
    explicit Reader(const std::string &pattern) : pattern(pattern) {}

    Cost read() {
        while (at < pattern.size()) {
            switch (pattern[at]) {
            case '\\': begin_atom(); read_escape(); break;
            case '[': begin_atom(); read_set(); break;
            case '(':
                end_part();
                groups.push_back(Part());
                is_empty = true;
                at += sees("(?:") ? 3 : sees("(?") ? 2 : 1;
                break;
            case '|': end_alternative(); is_empty = true; at++; break;
            case ')':
                end_alternative();
                last = groups.back();
                if (groups.size() > 1) groups.pop_back();
                else groups.back() = Part();
                is_empty = false;
                at++;
                break;
            case '?': case '*': last.options = limited(last.options + 1); at++; break;
            case '+': at++; break;
            case '{': read_repetition(); break;
            default: begin_atom(); at++;
            }
        }
        end_part();
        Part all;
        for (const Part &group : groups) all.add(group);
        return {classes, all.options, all.atoms};
    }
};

}

Cost cost_of(const std::string &pattern) { return Reader(pattern).read(); }

}
