#pragma once
// Domain names by UTS 46, as ICU processes them.
#include <stddef.h>

/// Loads ICU, once; answers NULL, or what is wrong. Before it has answered NULL, nothing else here may be called.
const char *perilune_links_load(void);

/// Writes a domain name (UTF-8) in ASCII, with the options of the URL standard.
///
/// Answers how many bytes the ASCII name has, which may be more than the capacity: then nothing is
/// written. -1 for a name that is not valid.
long perilune_links_domain_to_ascii(const char *name, size_t length, char *ascii,
                                    size_t capacity);
