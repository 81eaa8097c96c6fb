#pragma once
#include "perilune_plugin.h"

/// Loads a library and gets the function that it exports; NULL on failure, with the reason in `problem`.
///
/// A library stays loaded until the process ends, because its threads may run until then.
perilune_entry perilune_open(const char *path, char *problem, size_t room);
