// RE2 is C++, so the names of its functions are mangled ones with the types of the arguments. Since 2023 strings are
// `absl::string_view`, which is `std::string_view`; before, RE2 had its own type (re2_stringpiece.cpp).
#include <re2/re2.h>

#ifdef ABSL_STRINGS_STRING_VIEW_H_
#include "loading.h"

#define FUNCTIONS(F) \
    F(_ZN3re23RE2C1ESt17basic_string_viewIcSt11char_traitsIcEERKNS0_7OptionsE) \
    F(_ZN3re23RE2D1Ev) \
    F(_ZNK3re23RE211ProgramSizeEv) \
    F(_ZNK3re23RE220NamedCapturingGroupsB5cxx11Ev) \
    F(_ZNK3re23RE25MatchESt17basic_string_viewIcSt11char_traitsIcEEmmNS0_6AnchorEPS4_i)

PERILUNE_LIBRARY(re2, "libre2.so.11", FUNCTIONS)

extern "C" const char perilune_re2_package[] = "libre2-11";
#endif
