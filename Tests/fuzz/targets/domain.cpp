// Domain names in ASCII: the result is in lower case, is its own ASCII form, and needs the room that it says.
extern "C" {
#include <CPeriluneLinks.h>
}

#include "target.h"

static long to_ascii(const std::string &name, std::string &ascii, size_t capacity) {
    const Bytes exact = padded(name, 0), room = padded("", capacity);
    const long length = perilune_links_domain_to_ascii(reinterpret_cast<char *>(exact.get()), name.size(),
                                                       reinterpret_cast<char *>(room.get()), capacity);
    if (length >= 0 && size_t(length) <= capacity) ascii = string_of(room.get(), size_t(length));
    return length;
}

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    REQUIRE(perilune_links_load() == nullptr);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    const std::string name = string_of(bytes, length);
    std::string ascii, again;
    const long count = to_ascii(name, ascii, 8 * length + 64);
    if (count < 0) return 0;
    REQUIRE(size_t(count) <= 8 * length + 64 && size_t(count) == ascii.size());
    for (const char c : ascii) REQUIRE(uint8_t(c) < 0x80 && !(c >= 'A' && c <= 'Z'));
    // Too little room: the same length, and nothing beyond the room is written.
    for (size_t room = 0; room < ascii.size(); room += 1 + room / 2) REQUIRE(to_ascii(name, again, room) == count);
    REQUIRE(to_ascii(ascii, again, ascii.size()) == count && again == ascii);
    return 0;
}
