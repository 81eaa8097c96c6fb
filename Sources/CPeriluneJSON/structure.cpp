#include "structure.hpp"

#include "bytes.hpp"
#include "envelope.hpp"
#include "number.hpp"
#include "words.hpp"

#include <new>

namespace cpj {

namespace {

/// How many entries the walk writes at once.
constexpr size_t slack = 8;

/// A depth for four nodes at once, or two.
void note_depth(uint8_t *depth, uint32_t level, uint32_t nodes) {
    const uint32_t levels = level * 0x01010101u;
    std::memcpy(depth, &levels, nodes);
}

/// The containers around a place, innermost last.
struct Stack {
    uint32_t level = 0;
    uint32_t opener[CPJ_MAXIMUM_DEPTH];
    bool is_object[CPJ_MAXIMUM_DEPTH];
};

}  // namespace

bool Nodes::reserve(size_t count) {
    if (count <= capacity) return true;
    size_t larger = 1024;
    while (larger < count) larger *= 2;
    *this = Nodes();
    close.reset(new (std::nothrow) uint32_t[larger + slack]);
    depth.reset(new (std::nothrow) uint8_t[larger + slack]);
    if (!close || !depth) return false;
    capacity = larger;
    return true;
}

template <bool Checked>
bool walk_structure(cpj_document &document, Nodes &nodes, Names &names) {
    const uint8_t *const bytes = document.bytes;
    const uint32_t *const index = document.index;
    uint32_t *const close = nodes.close.get();
    uint8_t *const depth = nodes.depth.get();
    const uint32_t count = document.count;
    const auto kind = [=](uint32_t node) { return bytes[index[node]]; };

    const uint8_t root = kind(0);
    if (!cpj_is_container(root)) {
        depth[0] = 0;
        return count == 1 && begins_value(root) && (!Checked || is_scalar(document, 0, root));
    }
    // The walk stops at the first node that should not be there. As the last one is a closing
    // bracket, which is allowed in few places, it needs no other bound than `end` below.
    if (!is_closer(kind(count - 1))) return false;

    Stack stack;
    uint32_t level = 0, node = 0, object = 0;
    uint8_t first = root;

value:  // begins at `node` with the byte `first`
    if (first == '"') {
        node++;
    } else if (first == '{') {
        if (level == CPJ_MAXIMUM_DEPTH) return false;
        depth[node] = uint8_t(level);
        stack.opener[level] = object = node;
        stack.is_object[level++] = true;
        node++;
        first = kind(node);
        if (first == '"') goto member;
        if (first == '}') goto end;
        return false;
    } else if (first == '[') {
        if (level == CPJ_MAXIMUM_DEPTH) return false;
        depth[node] = uint8_t(level);
        stack.opener[level] = node;
        stack.is_object[level++] = false;
        node++;
        first = kind(node);
        if (first != ']') goto element;
        goto end;
    } else {
        if (Checked ? !is_scalar(document, node, first) : !begins_value(first)) return false;
        node++;
    }

behind_value:
    first = kind(node);
    if (stack.is_object[level - 1]) {
        if (first == '}') goto end;
        if (first != ',') return false;
        node++;
        first = kind(node);
        if (first != '"') return false;
        goto member;
    }
    if (first == ']') goto end;
    if (first != ',') return false;
    node++;
    first = kind(node);

element:
    note_depth(depth + node, level, 2);
    goto value;

member:
    note_depth(depth + node, level, 4);
    if (kind(node + 1) != ':') return false;
    if (Checked || level == 1) {
        const Name name = name_at(document, node);
        if (level == 1) note_attribute(document, node, name);
        if (Checked) names.add(document, object, node, name);
    }
    node += 2;
    first = kind(node);
    goto value;

end:  // of a container; `node` is its closing bracket
    level--;
    close[stack.opener[level]] = node;
    note_depth(depth + node, level, 1);
    node++;
    if (level == 0) return node == count;
    if (node == count) return false;
    note_depth(depth + node, level, 1);
    object = stack.opener[level - 1];
    goto behind_value;
}

template bool walk_structure<false>(cpj_document &, Nodes &, Names &);
template bool walk_structure<true>(cpj_document &, Nodes &, Names &);

}  // namespace cpj
