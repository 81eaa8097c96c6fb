#include "bytes.hpp"
#include "parser.hpp"
#include "words.hpp"

namespace cpj {

namespace {

/// Bit 6 of every byte that is a bracket. Other bytes that share these three bits, such as 'X',
/// stand in no JSON outside strings; whoever uses the mask has to look again.
uint64_t bracket_bits(uint64_t kinds) {
    return kinds & kinds << 2 & kinds << 3 & 0x40 * every_byte;
}

/// '{' and '}', '[' and ']' differ in these two bits.
constexpr uint8_t partner_bits = '{' ^ '}';

}  // namespace

bool link_brackets(Nodes &nodes, uint32_t count) {
    uint8_t *const kind = nodes.kind.get();
    uint8_t *const depth = nodes.depth.get();
    uint32_t *const close = nodes.close.get();
    std::memset(kind + count, 0, node_slack);
    if (!is_opener(kind[0])) {
        depth[0] = 0;
        return count == 1 && !is_closer(kind[0]);
    }

    uint32_t open[CPJ_MAXIMUM_DEPTH + 1];
    uint32_t level = 0;
    for (uint32_t base = 0; base < count; base += 8) {
        const uint64_t kinds = load64(kind + base);
        uint64_t levels = level * every_byte;
        for (uint64_t rest = bracket_bits(kinds); rest; rest &= rest - 1) {
            const unsigned place = first_byte(rest);
            const uint32_t node = base + place;
            if (is_opener(kind[node])) {
                if (level == CPJ_MAXIMUM_DEPTH) return false;
                open[level++] = node;
                levels += every_byte << 8 * place << 8;
            } else if (is_closer(kind[node])) {
                if (level == 0) return false;
                const uint32_t opener = open[--level];
                if ((kind[opener] ^ kind[node]) != partner_bits) return false;
                close[opener] = node;
                levels -= every_byte << 8 * place;
            }
        }
        store64(depth + base, levels);
    }
    return level == 0 && close[0] == count - 1;
}

}  // namespace cpj
