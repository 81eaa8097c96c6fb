// JSON (RFC 8259) read slowly, as a tree: what the targets compare the parser with.
#pragma once

#include "target.h"

#include <set>
#include <vector>

struct JSONValue {
    char kind = 0;                     // the first byte
    size_t start = 0, end = 0;
    std::string text;                  // of a string, unescaped
    std::vector<JSONValue> names;      // of an object, in the order of `items`
    std::vector<JSONValue> items;

    const JSONValue *member(const std::string &name) const {
        for (size_t i = 0; i < names.size(); i++)
            if (names[i].text == name) return &items[i];
        return nullptr;
    }

    int depth() const {
        int deepest = 0;
        for (const JSONValue &item : items) deepest = std::max(deepest, item.depth());
        return (kind == '{' || kind == '[') + deepest;
    }
};

class JSONReader {
public:
    explicit JSONReader(const std::string &text) : text(text) {}

    /// Whether the text is a document with unique names and at most `most` containers inside each other.
    bool read(JSONValue &root, int most) {
        most_levels = most;
        space();
        if (!value(root, 0)) return false;
        space();
        return at == text.size() && is_utf8();
    }

private:
    const std::string &text;
    size_t at = 0;
    int most_levels = 0;

    char peek() const { return at < text.size() ? text[at] : '\0'; }
    bool take(char c) { return at < text.size() && text[at] == c ? (at++, true) : false; }
    bool take(const char *word) {
        const size_t length = strlen(word);
        return text.compare(at, length, word) == 0 ? (at += length, true) : false;
    }
    void space() { while (at < text.size() && strchr(" \t\r\n", text[at]) && text[at]) at++; }

    bool value(JSONValue &to, int level) {
        to.kind = peek();
        to.start = at;
        bool valid = false;
        switch (to.kind) {
        case '{': valid = level < most_levels && object(to, level + 1); break;
        case '[': valid = level < most_levels && array(to, level + 1); break;
        case '"': valid = string(to.text); break;
        case 't': valid = take("true"); break;
        case 'f': valid = take("false"); break;
        case 'n': valid = take("null"); break;
        default: valid = number();
        }
        to.end = at;
        return valid;
    }

    bool object(JSONValue &to, int level) {
        std::set<std::string> seen;
        take('{');
        space();
        if (take('}')) return true;
        do {
            JSONValue name, item;
            space();
            name.kind = peek();
            name.start = at;
            if (peek() != '"' || !string(name.text) || !seen.insert(name.text).second) return false;
            name.end = at;
            space();
            if (!take(':')) return false;
            space();
            if (!value(item, level)) return false;
            space();
            to.names.push_back(std::move(name));
            to.items.push_back(std::move(item));
        } while (take(','));
        return take('}');
    }

    bool array(JSONValue &to, int level) {
        take('[');
        space();
        if (take(']')) return true;
        do {
            JSONValue item;
            space();
            if (!value(item, level)) return false;
            space();
            to.items.push_back(std::move(item));
        } while (take(','));
        return take(']');
    }

    bool digits() {
        const size_t from = at;
        while (peek() >= '0' && peek() <= '9') at++;
        return at > from;
    }

    bool number() {
        take('-');
        if (!take('0') && !digits()) return false;
        if (take('.') && !digits()) return false;
        if (take('e') || take('E')) {
            take('+') || take('-');
            return digits();
        }
        return true;
    }

    static void append(std::string &to, unsigned scalar) {
        if (scalar < 0x80) {
            to += char(scalar);
            return;
        }
        const int more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
        to += char((0xFF00 >> (more + 1) & 0xFF) | scalar >> 6 * more);
        for (int i = more - 1; i >= 0; i--) to += char(0x80 | (scalar >> 6 * i & 0x3F));
    }

    int unit() {
        int result = 0;
        for (int i = 0; i < 4; i++, at++) {
            const char *const digits = "0123456789abcdef", *const found = strchr(digits, peek() | 0x20);
            if (!peek() || !found || !*found || (peek() < '0')) return -1;
            result = result * 16 + int(found - digits);
        }
        return result;
    }

    /// A surrogate that stands alone becomes U+FFFD.
    bool unicode(std::string &to) {
        int first = unit();
        if (first < 0) return false;
        if (first >= 0xD800 && first <= 0xDBFF && text.compare(at, 2, "\\u") == 0) {
            const size_t back = at;
            at += 2;
            const int second = unit();
            if (second >= 0xDC00 && second <= 0xDFFF) {
                append(to, 0x10000u + (unsigned(first - 0xD800) << 10) + unsigned(second - 0xDC00));
                return true;
            }
            at = back;
        }
        append(to, first >= 0xD800 && first <= 0xDFFF ? 0xFFFD : unsigned(first));
        return true;
    }

    bool string(std::string &to) {
        take('"');
        while (at < text.size()) {
            const char c = text[at++];
            if (c == '"') return true;
            if (uint8_t(c) < 0x20) return false;
            if (c != '\\') {
                to += c;
                continue;
            }
            const char escape = peek();
            at++;
            static const char letters[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
            if (escape == 'u') {
                if (!unicode(to)) return false;
            } else {
                const char *const found = escape ? strchr(letters, escape) : nullptr;
                if (!found) return false;
                to += bytes[found - letters];
            }
        }
        return false;
    }

    /// By the values of the characters, which must be written in the shortest way.
    bool is_utf8() const {
        for (size_t i = 0; i < text.size();) {
            const uint8_t lead = uint8_t(text[i]);
            const int more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : lead >> 3 == 30 ? 3 : -1;
            if (more < 0 || text.size() - i <= size_t(more)) return false;
            unsigned scalar = more ? lead & (0x3Fu >> more) : lead;
            for (int k = 1; k <= more; k++) {
                if ((uint8_t(text[i + size_t(k)]) & 0xC0) != 0x80) return false;
                scalar = scalar << 6 | (uint8_t(text[i + size_t(k)]) & 0x3F);
            }
            static const unsigned least[] = {0, 0x80, 0x800, 0x10000};
            if (scalar < least[more] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) return false;
            i += size_t(more) + 1;
        }
        return true;
    }
};
