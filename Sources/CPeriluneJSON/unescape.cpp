#include "unescape.hpp"

using namespace cpj;

bool cpj::spells(cpj_text string, const char *text, size_t length) {
    bool same = true;
    unescape(string, [&](const uint8_t *piece, size_t count) {
        same = same && count <= length && std::memcmp(piece, text, count) == 0;
        if (!same) return;
        text += count;
        length -= count;
    });
    return same && length == 0;
}

size_t cpj_unescape(cpj_text text, uint8_t *out) {
    uint8_t *at = out;
    unescape(text, [&](const uint8_t *piece, size_t count) {
        std::memcpy(at, piece, count);
        at += count;
    });
    return size_t(at - out);
}
