#pragma once
// Domain names by UTS 46, as ICU processes them.
#include <stddef.h>

/// Loads ICU once; returns NULL or an error message. No other function may be called unless it has returned NULL.
const char *perilune_links_load(void);

/// Converts a domain name (UTF-8) to ASCII, with the options of the URL standard.
///
/// Returns the length of the ASCII name; if it exceeds the capacity, nothing is written. Returns -1 for an invalid
/// name.
long perilune_links_domain_to_ascii(const char *name, size_t length, char *ascii,
                                    size_t capacity);
