#include "paths.h"

#include "names.hpp"

#include <cstdlib>

using namespace cpj;

namespace {

/// The value of a member of the object at a node, or 0.
uint32_t find(cpj_step &step, const cpj_document &d, uint32_t object) {
    const uint32_t guess = step.guess, key = object + guess;
    // A node between the brackets that is one level deeper and followed by a colon is a name of this object.
    if (cpj_kind(&d, object) != '{') return 0;
    if (guess && guess < d.close[object] - object && d.depth[key] == d.depth[object] + 1
        && cpj_kind(&d, key + 1) == ':' && is_name(d, key, step.name, step.length, step.first)) {
        return key + 2;
    }
    const uint32_t value = cpj_member(&d, object, step.name, step.length);
    // A name with a backslash never equals its spelling.
    if (value && !step.has_backslash) step.guess = value - 2 - object;
    return value;
}

}  // namespace

bool cpj_path_add(cpj_path *path, const char *name, size_t length) {
    const size_t count = path->count;
    auto *const steps = static_cast<cpj_step *>(std::realloc(path->steps, (count + 1) * sizeof(cpj_step)));
    if (!steps) return false;
    path->steps = steps;
    auto *const copy = static_cast<char *>(std::malloc(length + 1));
    if (!copy) return false;
    if (length) std::memcpy(copy, name, length);
    steps[count] = cpj_step{copy, length, first_bytes(copy, length),
                            length && std::memchr(copy, '\\', length) != nullptr, 0};
    path->count++;
    return true;
}

void cpj_path_free(cpj_path *path) {
    for (size_t i = 0; i < path->count; i++) std::free(path->steps[i].name);
    std::free(path->steps);
    *path = cpj_path{};
}

uint32_t cpj_path_find(cpj_path *path, const cpj_document *d) {
    uint32_t node = 0;
    for (size_t i = 0; i < path->count; i++) {
        node = find(path->steps[i], *d, node);
        if (node == 0) return 0;
    }
    return node;
}

bool cpj_path_text(cpj_path *path, const cpj_document *d, cpj_text *text) {
    const uint32_t node = cpj_path_find(path, d);
    if (node == 0) return false;
    switch (cpj_kind(d, node)) {
    case '{': case '[': case 'n': return false;
    case '"': *text = cpj_string(d, node); return text->length > 0;
    default: *text = cpj_raw(d, node); return true;
    }
}
