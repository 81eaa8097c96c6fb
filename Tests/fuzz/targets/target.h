// What the targets of libFuzzer share. A target gives one input to a part of the C code, and compares the answer with a
// slow, independent reading of the same input.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Ends the process where the code and the slow reading differ: libFuzzer then keeps the input.
#define REQUIRE(condition) ((condition) ? (void)0 : differ(#condition, __FILE__, __LINE__))

static inline void differ(const char *condition, const char *file, int line) {
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
    abort();
}

/// A copy of bytes with as many readable ones behind it as the code asks for, and not one more. `filler` is what stands
/// there: the code must not depend on it.
static inline uint8_t *copy_padded(const void *bytes, size_t length, size_t padding, uint8_t filler) {
    uint8_t *copy = (uint8_t *)malloc(length + padding + 1);
    REQUIRE(copy);
    if (length) memcpy(copy, bytes, length);
    memset(copy + length, filler, padding);
    // malloc(0) may be NULL; a text that is not empty ends where the memory does.
    return padding + length ? (uint8_t *)realloc(copy, length + padding) : copy;
}

#ifdef __cplusplus
#include <memory>
#include <string>

struct Free {
    void operator()(uint8_t *bytes) const { free(bytes); }
};
using Bytes = std::unique_ptr<uint8_t, Free>;

inline Bytes padded(const std::string &text, size_t padding, uint8_t filler = 0) {
    return Bytes(copy_padded(text.data(), text.size(), padding, filler));
}

inline std::string string_of(const void *bytes, size_t length) {
    return std::string(static_cast<const char *>(bytes), length);
}

/// Takes numbers and texts off an input. Behind its end there are zeros.
class Input {
public:
    Input(const uint8_t *bytes, size_t length) : at(bytes), end(bytes + length) {}

    bool is_empty() const { return at == end; }
    uint8_t byte() { return at < end ? *at++ : 0; }
    size_t below(size_t limit) { return byte() % limit; }

    std::string text(size_t length) {
        if (length > size_t(end - at)) length = size_t(end - at);
        at += length;
        return string_of(at - length, length);
    }

    /// Up to a byte, which is left out.
    std::string until(uint8_t byte) {
        const void *found = at < end ? memchr(at, byte, size_t(end - at)) : nullptr;
        std::string result = text(found ? size_t(static_cast<const uint8_t *>(found) - at) : size_t(end - at));
        if (found) at++;
        return result;
    }

    std::string rest() { return text(size_t(end - at)); }

private:
    const uint8_t *at, *const end;
};
#endif
