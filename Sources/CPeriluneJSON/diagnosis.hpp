// Finds the kind and place of an error in a document.
#pragma once

#include "CPeriluneJSON.h"

namespace cpj {

/// Fills `error` if there is one, and returns the status.
cpj_status fail(cpj_error *error, cpj_status status, size_t offset, const char *message);

/// Finds the first error of a document that a faster check has refused. Duplicate names are not searched for.
cpj_status diagnose(const uint8_t *bytes, size_t length, cpj_error *error);

/// The error for a member name at `node` that its object has already.
cpj_status fail_duplicate(const cpj_document &document, uint32_t node, cpj_error *error);

}  // namespace cpj
