// An estimate of the cost of a pattern. RE2 cannot limit it: compiling a pattern of 64 KB could take a minute.
#pragma once

#include <cstddef>
#include <string>

namespace perilune {

/// The size of a pattern with its repetitions expanded.
struct Cost {
    /// Unicode classes such as \pL, as written: each takes a third of a millisecond and 30 KB, whatever the size of
    /// the program.
    size_t classes = 0;
    /// Optional parts such as a? and b*. A chain of them takes time proportional to the square of its length.
    size_t options = 0;
    /// Characters and classes.
    size_t atoms = 0;
};

constexpr size_t most_classes = 200;
constexpr size_t most_options = 10000;
/// RE2 stores no more instructions in 4 MB.
constexpr size_t most_atoms = 250000;

Cost cost_of(const std::string &pattern);

}
