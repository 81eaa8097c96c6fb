// Small numbers for the texts of `type`, so that a bus can look up its delegates in an array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace cpj {

class TypeTable {
public:
    /// The number of this text, a new one if there is room, else -1.
    int32_t number(const uint8_t *text, size_t length);

    /// Excludes a text from numbering, however it is spelled. False without memory or room.
    bool leave(const char *text, size_t length);

    /// The text of a number, or nullptr.
    const char *name(int32_t number, size_t *length) const;

private:
    static constexpr uint32_t limit = 4096;
    static constexpr uint32_t slots = 4 * limit;  // mostly empty: a probe seldom meets another text
    static constexpr size_t longest = 1024;       // 4096 endless names would be a leak

    struct Entry {
        std::unique_ptr<char[]> text;
        uint32_t length;
    };

    int32_t add(const uint8_t *text, size_t length, uint32_t slot);
    bool allocate();

    static constexpr unsigned most_left = 4;
    Entry left[most_left];
    unsigned left_count = 0;
    std::unique_ptr<Entry[]> entries;
    std::unique_ptr<uint16_t[]> table;  // number + 1, or 0
    uint32_t count = 0;
};

}  // namespace cpj
