// Base64 and hexadecimal digits: what is decoded is exactly what encodes to the same text, and an error is at the first
// byte that cannot be.
extern "C" {
#include <CPeriluneEncoding.h>
}

#include "target.h"

static std::string encoded(const std::string &bytes, int format) {
    const Bytes exact = padded(bytes, 0);
    const size_t room = format == 2 ? 2 * bytes.size() : cpe_base64_room(bytes.size());
    const Bytes text = padded("", room);
    if (format == 2) cpe_hex_encode(exact.get(), bytes.size(), text.get());
    return string_of(text.get(), format == 2 ? room
                     : cpe_base64_encode(exact.get(), bytes.size(), cpe_alphabet(format), text.get()));
}

static ptrdiff_t decode(const std::string &text, int format, std::string &bytes) {
    const Bytes exact = padded(text, 0), room = padded("", (format == 2 ? text.size() / 2 + 1 : text.size() * 3 / 4));
    const ptrdiff_t count = format == 2 ? cpe_hex_decode(exact.get(), text.size(), room.get())
                                        : cpe_base64_decode(exact.get(), text.size(), cpe_alphabet(format), room.get());
    if (count >= 0) bytes = string_of(room.get(), size_t(count));
    return count;
}

/// Bit by bit.
static std::string slowly_encoded(const std::string &bytes, int format) {
    static const std::string standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const std::string digits = format == 2 ? "0123456789abcdef" : standard + (format == CPE_URL ? "-_" : "+/");
    const size_t width = format == 2 ? 4 : 6;
    std::string text;
    for (size_t bit = 0; bit < 8 * bytes.size(); bit += width) {
        size_t digit = 0;
        for (size_t i = bit; i < bit + width; i++)
            digit = digit * 2 + (i < 8 * bytes.size() ? uint8_t(bytes[i / 8]) >> (7 - i % 8) & 1 : 0);
        text += digits[digit];
    }
    while (format == CPE_STANDARD && text.size() % 4) text += '=';
    return text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    const std::string text = string_of(bytes, length);
    for (int format = 0; format < 3; format++) {
        const std::string written = encoded(text, format);
        REQUIRE(written == slowly_encoded(text, format));
        std::string back;
        REQUIRE(decode(written, format, back) >= 0 && back == text);

        std::string lower = text, decoded;
        if (format == 2)
            for (char &c : lower) c = char(c >= 'A' && c <= 'F' ? c + 32 : c);
        const ptrdiff_t count = decode(text, format, decoded);
        if (count >= 0) {
            REQUIRE(slowly_encoded(decoded, format) == lower);
            continue;
        }
        const size_t wrong = size_t(-1 - count);
        REQUIRE(wrong <= length);
        // What comes before is valid.
        if (format == 2 && wrong % 2 == 0) REQUIRE(decode(text.substr(0, wrong), format, decoded) >= 0);
    }
    return 0;
}
