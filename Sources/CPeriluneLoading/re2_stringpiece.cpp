// RE2 before 2023, as in Debian 11 and 12; see re2.cpp.
#include <re2/re2.h>

#ifndef ABSL_STRINGS_STRING_VIEW_H_
#include "loading.h"

#define FUNCTIONS(F) \
    F(_ZN3re23RE2C1ERKNS_11StringPieceERKNS0_7OptionsE) \
    F(_ZN3re23RE2D1Ev) \
    F(_ZNK3re23RE211ProgramSizeEv) \
    F(_ZNK3re23RE220NamedCapturingGroupsB5cxx11Ev) \
    F(_ZNK3re23RE25MatchERKNS_11StringPieceEmmNS0_6AnchorEPS1_i)

PERILUNE_LIBRARY(re2, "libre2.so.9", FUNCTIONS)

extern "C" const char perilune_re2_package[] = "libre2-9";
#endif
