#include "grok.h"

#include <string_view>
#include <unordered_map>

namespace perilune {

namespace {

using Definitions = std::unordered_map<std::string_view, std::string_view>;

const Definitions &definitions() {
    static const Definitions all = {
#define PATTERN(name, text) {#name, text},
#include "grok_patterns.h"
#undef PATTERN
    };
    return all;
}

/// The maximum depth of references between definitions; those of grok_patterns.h reach 6.
constexpr int deepest = 16;

constexpr char form[] = "write %{NAME}, %{NAME:field} or %{NAME:field:int}";

struct Reference {
    std::string_view name, field, type;
};

bool is_name(std::string_view text) {
    if (text.empty()) return false;
    for (char c : text)
        if (!(c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))) return false;
    return true;
}

/// Reads the text between the braces.
Reference read_reference(std::string_view text) {
    Reference reference{text, {}, {}};
    size_t colon = text.find(':');
    if (colon == text.npos) return reference;
    reference.name = text.substr(0, colon);
    reference.field = text.substr(colon + 1);
    colon = reference.field.rfind(':');
    if (colon == reference.field.npos) return reference;
    reference.type = reference.field.substr(colon + 1);
    reference.field = reference.field.substr(0, colon);
    return reference;
}

bool add(std::string_view pattern, int depth, const Definitions &own, Expansion &expansion, cpr_problem &problem);

bool add_reference(std::string_view text, int depth, const Definitions &own, Expansion &expansion,
                   cpr_problem &problem) {
    Reference reference = read_reference(text);
    auto found = own.find(reference.name);
    if (found == own.end()) found = definitions().find(reference.name);
    if (found == definitions().end()) {
        std::string name(reference.name);
        return refuse(problem, "regex.invalid", is_name(name) ? "there is no grok pattern '" + name + "'"
                                                              : "invalid reference '%{" + std::string(text) + "}'", form);
    }
    cpr_conversion conversion = CPR_TEXT;
    if (reference.type == "int") conversion = CPR_INT;
    else if (reference.type == "float") conversion = CPR_FLOAT;
    else if (!reference.type.empty())
        return refuse(problem, "regex.invalid", "unknown type '" + std::string(reference.type) + "' in '%{"
                      + std::string(text) + "}'", "the types are int and float; without one the field is a string");
    if (reference.field.empty()) {
        expansion.pattern += "(?:";
    } else {
        expansion.pattern += "(?P<" + (grok_prefix + std::to_string(expansion.fields.size())) + ">";
        expansion.fields.push_back({std::string(reference.field), conversion});
    }
    if (!add(found->second, depth + 1, own, expansion, problem)) return false;
    expansion.pattern += ")";
    return true;
}

bool add(std::string_view pattern, int depth, const Definitions &own, Expansion &expansion, cpr_problem &problem) {
    if (depth > deepest)
        return refuse(problem, "regex.invalid", "grok patterns refer to each other more than 16 levels deep", "");
    for (size_t at = 0; at < pattern.size();) {
        if (expansion.pattern.size() > cpr_longest_pattern)
            return refuse(problem, "regex.size", "the grok pattern is longer than 64 KB once its references are replaced",
                          "split the text first, and use a pattern for each part");
        if (pattern[at] == '\\' && at + 1 < pattern.size()) {
            expansion.pattern.append(pattern, at, 2);
            at += 2;
        } else if (pattern.compare(at, 2, "%{") == 0) {
            size_t end = pattern.find('}', at);
            if (end == pattern.npos) return refuse(problem, "regex.invalid", "a '%{' without its '}'", form);
            if (!add_reference(pattern.substr(at + 2, end - at - 2), depth, own, expansion, problem))
                return false;
            at = end + 1;
        } else {
            expansion.pattern += pattern[at++];
        }
    }
    return true;
}

}

bool expand(const std::string &text, Expansion &expansion, cpr_problem &problem) {
    std::string_view pattern = text;
    Definitions own;
    while (!pattern.empty() && pattern[0] == cpr_definition) {
        size_t end = pattern.find(cpr_definition, 1), next = end == pattern.npos ? end : pattern.find(cpr_definition, end + 1);
        if (next == pattern.npos) break;
        std::string_view name = pattern.substr(1, end - 1);
        if (!is_name(name))
            return refuse(problem, "regex.invalid", "'" + std::string(name) + "' cannot be the name of a grok pattern",
                          "use letters, digits and '_'");
        own[name] = pattern.substr(end + 1, next - end - 1);
        pattern.remove_prefix(next + 1);
    }
    return add(pattern, 0, own, expansion, problem);
}

}
