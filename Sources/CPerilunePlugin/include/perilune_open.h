#pragma once
#include "perilune_plugin.h"

/// Loads a library and finds what it exports; NULL where that fails, with the reason in `problem`.
///
/// A library stays loaded until the process ends: threads of it may run until then.
perilune_entry perilune_open(const char *path, char *problem, size_t room);
