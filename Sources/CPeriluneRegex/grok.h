// Grok patterns: regular expressions with references to named ones, such as %{IP:client} or %{NUMBER:bytes:int}.
#pragma once

#include <string>
#include <vector>

#include "CPeriluneRegex.h"

namespace perilune {

/// The name and type that a reference gives to its text.
struct GrokField {
    std::string name;
    cpr_conversion conversion;
};

/// The regular expression of a grok pattern.
struct Expansion {
    std::string pattern;
    /// The fields; field n is captured by the group named `grok_prefix` and n.
    std::vector<GrokField> fields;
};

constexpr char grok_prefix[] = "_grok_";

/// Replaces all references. Returns false with the problem on failure.
bool expand(const std::string &pattern, Expansion &expansion, cpr_problem &problem);

/// Fills a problem; texts that are too long are truncated.
bool refuse(cpr_problem &problem, const char *code, const std::string &message, const char *hint);

}
