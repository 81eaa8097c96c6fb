// Pairs the brackets, sixteen nodes at a time.
//
// The depth of a node is the number of openers before it less the number of closers up to it: a
// running sum, which needs no branch.
#include "bytes.hpp"
#include "parser.hpp"
#include "vector.hpp"

namespace cpj {

namespace {

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

    uint32_t open[CPJ_MAXIMUM_DEPTH];
    unsigned level = 0;
    for (uint32_t base = 0; base < count; base += 16) {
        const Vector kinds = load(kind + base) | splat(0x20);
        const Vector openers = equal(kinds, '{'), closers = equal(kinds, '}');
        // A match is -1: so this adds one behind an opener and takes one off at a closer.
        const Vector steps = closers - shift_up(openers);
        const Vector levels = splat(uint8_t(level)) + running_sum(steps);
        store(depth + base, levels);
        unsigned rest = match_bits(openers | closers);
        const unsigned opener_bits = match_bits(openers);
        while (rest) {
            const unsigned place = unsigned(__builtin_ctz(rest));
            const uint32_t node = base + place;
            if (opener_bits >> place & 1) {
                if (level == CPJ_MAXIMUM_DEPTH) return false;
                open[level++] = node;
            } else {
                if (level == 0) return false;
                const uint32_t opener = open[--level];
                if ((kind[opener] ^ kind[node]) != partner_bits) return false;
                close[opener] = node;
            }
            rest &= rest - 1;
        }
    }
    return level == 0 && close[0] == count - 1;
}

}  // namespace cpj
