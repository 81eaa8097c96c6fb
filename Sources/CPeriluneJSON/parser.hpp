// Declarations shared by the files of this library, and not visible outside of it.
#pragma once

#include "CPeriluneJSON.h"
#include "names.hpp"
#include "structure.hpp"
#include "types.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <simdjson.h>

namespace cpj {

using Stage1 = std::unique_ptr<simdjson::internal::dom_parser_implementation>;

}  // namespace cpj

struct cpj_parser {
    cpj::Stage1 stage1;
    size_t capacity = 0;  // of stage1, in bytes of document
    cpj::Nodes nodes;
    cpj::Names names;
    cpj::TypeTable types;
    bool numbers_types = true;
};
