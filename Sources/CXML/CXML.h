#pragma once
#include <libxml/xmlversion.h>
// Its header would bring in another ICU than Foundation's, and no module can import both.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
