// Grok patterns: regular expressions with references to named ones, such as %{IP:client} or %{NUMBER:bytes:int}.
#pragma once

#include <string>
#include <vector>

#include "CPeriluneRegex.h"

namespace perilune {

/// What a reference calls its text.
struct GrokField {
    std::string name;
    cpr_conversion conversion;
};

/// A regular expression in place of a grok pattern.
struct Expansion {
    std::string pattern;
    /// The fields; that of number n is captured by a group named `grok_prefix` and n.
    std::vector<GrokField> fields;
};

constexpr char grok_prefix[] = "_grok_";

/// Replaces all references. False with the problem.
bool expand(const std::string &pattern, Expansion &expansion, cpr_problem &problem);

/// Describes a problem; texts that are too long are cut.
bool refuse(cpr_problem &problem, const char *code, const std::string &message, const char *hint);

}
