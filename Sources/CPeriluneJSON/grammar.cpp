#include "grammar.hpp"

#include "bytes.hpp"
#include "names.hpp"
#include "number.hpp"
#include "words.hpp"

namespace cpj {

namespace {

/// `null`, `true` or `alse`, with nothing but white space up to the next node.
bool is_word(const cpj_document &document, uint32_t node, const char *four, uint32_t skip) {
    const uint8_t *const first = document.bytes + document.index[node];
    const uint8_t *const next = document.bytes + document.index[node + 1];
    const uint8_t *const last = first + skip + 4;
    if (load32(first + skip) != load32(four)) return false;
    return last == next || (last < next && is_space(*last));
}

bool is_scalar(const cpj_document &document, uint32_t node, uint8_t kind) {
    switch (kind) {
    case '"': return true;
    case 't': return is_word(document, node, "true", 0);
    case 'f': return is_word(document, node, "alse", 1);
    case 'n': return is_word(document, node, "null", 0);
    default: return number_end(document, node) != nullptr;
    }
}

}  // namespace

Grammar check_grammar(const cpj_document &document, const Nodes &nodes, uint32_t &duplicate) {
    const uint8_t *const kind = nodes.kind.get();
    const uint8_t *const depth = nodes.depth.get();
    bool in_object[CPJ_MAXIMUM_DEPTH + 1];  // at a depth
    Names names(document);
    uint32_t node = 0;

    if (!check_escapes(document)) return Grammar::invalid;
    if (!cpj_is_container(kind[0])) {
        return is_scalar(document, 0, kind[0]) ? Grammar::valid : Grammar::invalid;
    }
    for (;;) {
        // A value is expected at `node`.
        const uint8_t first = kind[node];
        if (first == '{') {
            in_object[depth[node] + 1] = true;
            names.open(depth[node] + 1u, node);
            node++;
            if (kind[node] != '}') goto member;
        } else if (first == '[') {
            in_object[depth[node] + 1] = false;
            node++;
            if (kind[node] != ']') continue;
        } else if (!is_scalar(document, node, first)) {
            return Grammar::invalid;
        } else {
            node++;
        }

        // Behind a value, or at the bracket that closes an empty container.
        for (;;) {
            if (kind[node] == ',') break;
            if (!is_closer(kind[node])) return Grammar::invalid;
            const uint32_t level = depth[node] + 1u;
            if (in_object[level]) {
                const Grammar result = names.close(level, duplicate);
                if (result != Grammar::valid) return result;
            }
            node++;
            if (level == 1) return Grammar::valid;
        }
        node++;
        if (!in_object[depth[node - 1]]) continue;

    member:
        if (kind[node] != '"' || kind[node + 1] != ':') return Grammar::invalid;
        if (!names.add(depth[node], node, duplicate)) return Grammar::duplicate;
        node += 2;
    }
}

}  // namespace cpj
