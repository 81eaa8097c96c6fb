#include "structure.hpp"

#include "bytes.hpp"
#include "envelope.hpp"
#include "number.hpp"
#include "words.hpp"

#include <new>

namespace cpj {

namespace {

/// The number of entries that the walk writes at once.
constexpr size_t slack = 8;

/// For the depth of four nodes in one word.
constexpr uint32_t every_node = 0x01010101;

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
    close.reset(new (std::nothrow) uint32_t[larger + slack]());
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
    const size_t count = document.count;
    const auto kind = [=](size_t node) { return bytes[index[node]]; };
    const auto scalar = [&](size_t node, uint8_t first) __attribute__((always_inline)) {
        return Checked ? is_scalar(document, uint32_t(node), first) : begins_value(first);
    };

    NameTable seen = names.table();
    Stack stack;
    uint32_t level = 0, object = 0;
    uint32_t levels = 0;  // level, in every byte
    size_t node = 0;
    uint8_t first = kind(0);  // of the node that comes next

    if (!cpj_is_container(first)) {
        depth[0] = 0;
        return count == 1 && (first == '"' || scalar(0, first));
    }
    // The walk stops at the first invalid node. The last node is a closing bracket, which is valid in few places:
    // only after those is a check of the bounds needed.
    if (!is_closer(kind(count - 1))) return false;

open:
    if (level == CPJ_MAXIMUM_DEPTH) return false;
    depth[node] = uint8_t(level);
    stack.opener[level] = uint32_t(node);
    stack.is_object[level] = first == '{';
    level++;
    levels += every_node;
    if (first == '[') {
        first = kind(++node);
        if (first == ']') goto end;
        goto element;
    }
    object = uint32_t(node);
    first = kind(++node);
    if (first == '}') goto end;

member:
    if (first != '"' || kind(node + 1) != ':') return false;
    std::memcpy(depth + node, &levels, 4);
    if (Checked || level == 1) {
        const Name name = name_at(document, uint32_t(node));
        if (level == 1) note_attribute(document, uint32_t(node), name);
        if (Checked) seen.add(document, object, uint32_t(node), name);
    }
    node += 2;
    first = kind(node);
    if (first != '"') {
        if (cpj_is_container(first)) goto open;
        if (!scalar(node, first)) return false;
    }
    node++;

behind_member:
    first = kind(node);
    if (first == ',') {
        first = kind(++node);
        goto member;
    }
    if (first == '}') goto end;
    return false;

element:
    std::memcpy(depth + node, &levels, 2);
    if (first != '"') {
        if (cpj_is_container(first)) goto open;
        if (!scalar(node, first)) return false;
    }
    node++;

behind_element:
    first = kind(node);
    if (first == ',') {
        first = kind(++node);
        goto element;
    }
    if (first != ']') return false;

end:  // of a container; `node` is its closing bracket
    level--;
    levels -= every_node;
    close[stack.opener[level]] = uint32_t(node);
    depth[node] = uint8_t(level);
    node++;
    if (level == 0 || node == count) return level == 0 && node == count;
    depth[node] = uint8_t(level);
    if (!stack.is_object[level - 1]) goto behind_element;
    object = stack.opener[level - 1];
    goto behind_member;
}

template bool walk_structure<false>(cpj_document &, Nodes &, Names &);
template bool walk_structure<true>(cpj_document &, Nodes &, Names &);

}  // namespace cpj
