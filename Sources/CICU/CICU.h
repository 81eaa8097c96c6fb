#pragma once
#include <unicode/unum.h>
