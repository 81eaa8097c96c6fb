#include "escapes.hpp"

#include "bytes.hpp"
#include "structure.hpp"

namespace cpj {

namespace {

bool valid_escapes(const uint8_t *at) {
    // Stage 1 has seen the closing quote: this loop ends there at the latest.
    for (; *at != '"'; at++) {
        if (*at != '\\') continue;
        switch (*++at) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': break;
        case 'u':
            for (int i = 0; i < 4; i++) {
                if (hexadecimal(*++at) < 0) return false;
            }
            break;
        default: return false;
        }
    }
    return true;
}

}  // namespace

bool note_escapes(cpj_document &document, bool check) {
    return for_each_escaped_string(document, [&](uint32_t node, const uint8_t *first) {
        if (cpj_kind(&document, node + 1) == ':') document.escaped_keys = true;
        return !check || valid_escapes(first);
    });
}

}  // namespace cpj
