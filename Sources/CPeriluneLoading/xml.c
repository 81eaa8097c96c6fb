#include "loading.h"

#define FUNCTIONS(F) \
    F(xmlCreateMemoryParserCtxt) \
    F(xmlCtxtUseOptions) \
    F(xmlFreeParserCtxt) \
    F(xmlInitParser) \
    F(xmlParseDocument) \
    F(xmlStopParser)

PERILUNE_LIBRARY(xml, "libxml2.so.2", FUNCTIONS)
