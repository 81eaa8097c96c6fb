// Writing an event and its index at the same time: the text is what a simple writer makes of the same steps, and the
// index is the one that a parse of the text finds.
#include <CPeriluneJSON.h>

#include "target.h"

#include <set>
#include <vector>

static const char *const attributes[] = {"id", "source", "type", "specversion", "time", "subject", "partitionkey", "data"};

/// Text without bytes that are not UTF-8, which callers do not pass.
static std::string clean(std::string text) {
    for (char &byte : text)
        if (uint8_t(byte) >= 0x80) byte &= 0x7F;
    return text;
}

static std::string json(const std::string &text) {
    std::string result = "\"";
    for (const char c : text) {
        char escape[8];
        switch (c) {
        case '"': case '\\': result += '\\', result += c; break;
        case '\n': result += "\\n"; break;
        case '\r': result += "\\r"; break;
        case '\t': result += "\\t"; break;
        default:
            if (uint8_t(c) >= 0x20) result += c;
            else snprintf(escape, sizeof escape, "\\u%04x", c), result += escape;
        }
    }
    return result + '"';
}

/// The same steps, for the builder and for the simple writer.
class Writer {
public:
    explicit Writer(Input &input) : input(input) { cpj_build_event(&b); }

    std::string expected = "{";

    cpj_builder &write() {
        static const char *const scalars[] = {"0", "-1.5e3", "true", "false", "null"};
        for (int steps = 0; steps < 40 && !input.is_empty(); steps++) {
            const size_t kind = input.below(9);
            if (levels.size() == 1) write_attribute(kind);
            else if (kind == 0) close();
            else if (kind == 1 && levels.size() < 4) plain_name(), open();
            else if (kind == 2) write_members();
            else if (kind == 3) write_document();
            else if (kind == 4) plain_name(), scalar(scalars[input.below(5)]);
            else if (kind == 5) member();
            else plain_name(), string();
        }
        while (!levels.empty()) close();
        return b;
    }

private:
    static cpj_builder b;
    Input &input;
    std::vector<std::set<std::string>> levels{1};   // the names of each object
    std::set<int> used;

    std::string some_text() { return clean(input.text(input.below(40))); }

    std::string name() {
        std::string result = some_text();
        while (!levels.back().insert(result).second) result += '+';
        comma();
        expected += json(result) + ':';
        return result;
    }

    void comma() {
        if (expected.back() != '{') expected += ',';
    }

    void plain_name() {
        const std::string text = name();
        const Bytes bytes = padded(text, 0);
        cpj_build_plain_name(&b, bytes.get(), text.size());
    }

    void string() {
        const std::string text = some_text();
        const Bytes bytes = padded(text, 0);
        cpj_build_string(&b, bytes.get(), text.size());
        expected += json(text);
    }

    void scalar(const std::string &text) {
        cpj_build_scalar(&b, reinterpret_cast<const uint8_t *>(text.data()), text.size());
        expected += text;
    }

    void open() {
        cpj_build_open(&b);
        expected += '{';
        levels.emplace_back();
    }

    void close() {
        cpj_build_close(&b);
        expected += '}';
        levels.pop_back();
    }

    /// A name as it is written, and the bytes that it is kept in.
    std::pair<cpj_name, Bytes> written_name() {
        const std::string text = json(name()) + ':';
        Bytes bytes = padded(text, CPJ_NAME_PADDING, '\\');
        const cpj_name result = {bytes.get(), uint32_t(text.size()), text.find('\\') != text.npos};
        return {result, std::move(bytes)};
    }

    void member() {
        const auto [name, kept] = written_name();
        const std::string text = some_text();
        const Bytes bytes = padded(text, 0);
        cpj_build_member(&b, &name, bytes.get(), text.size());
        expected += json(text);
    }

    void write_members() {
        const std::string text = some_text();
        const Bytes bytes = padded(text, 0);
        std::vector<cpj_name> names;
        std::vector<Bytes> kept;
        std::vector<cpj_range> ranges;
        for (size_t count = input.below(5); count > 0; count--) {
            auto [name, own] = written_name();
            names.push_back(name);
            kept.push_back(std::move(own));
            const size_t start = input.below(text.size() + 1), end = start + input.below(text.size() - start + 1);
            ranges.push_back({start, end});
            expected += json(text.substr(start, end - start));
        }
        cpj_build_members(&b, names.data(), ranges.data(), names.size(), bytes.get(), text.size());
    }

    void write_document() {
        static const char *const documents[] = {
            " 1 ", "{}", "[]", "{\"a\":{\"b\":[1,{}]}}", "[ [ ] , \"\\u0041\" ]", "{\"\\u0061\":1}", "\"text\"", " [true] ",
        };
        static cpj_parser *const parser = cpj_parser_new();
        plain_name();
        const std::string text = documents[input.below(8)];
        const Bytes bytes = padded(text, CPJ_PADDING);
        cpj_document document;
        REQUIRE(cpj_parse(parser, bytes.get(), text.size(), false, &document, nullptr) == CPJ_OK);
        cpj_build_document(&b, &document);
        expected += text;
    }

    void write_attribute(size_t kind) {
        const int number = int(input.below(8));
        if (!used.insert(number).second) return;
        const auto attribute = cpj_attribute(number);
        const std::string before = expected;
        comma();
        expected += json(attributes[number]) + ':';
        const size_t text = b.text.count;
        const uint32_t nodes = b.count;
        if (kind == 0) {
            cpj_build_constant(&b, attribute, reinterpret_cast<const uint8_t *>("\"fixed\""), 7);
            expected += "\"fixed\"";
        } else if (kind == 1) {
            cpj_build_open_string(&b, attribute);
            std::string all;
            for (size_t pieces = input.below(4); pieces > 0; pieces--) {
                const std::string piece = some_text();
                const Bytes bytes = padded(piece, 0);
                cpj_build_text(&b, bytes.get(), piece.size());
                all += piece;
            }
            cpj_build_close_string(&b);
            expected += json(all);
        } else if (kind < 4) {
            cpj_build_attribute(&b, attribute);
            string();
            if (kind == 2) return;
            cpj_build_back(&b, text, nodes, attribute);
            used.erase(number);
            expected = before;
        } else {
            cpj_build_attribute(&b, attribute);
            open();
        }
    }
};

cpj_builder Writer::b = {};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    static cpj_parser *const adopting = cpj_parser_new(), *const parsing = cpj_parser_new();
    Input input(bytes, length);
    Writer writer(input);
    cpj_builder &builder = writer.write();
    cpj_document built, parsed;
    cpj_error error;
    REQUIRE(cpj_adopt(adopting, &builder, &built, &error) == CPJ_OK);
    const std::string text = string_of(built.bytes, built.length);
    REQUIRE(text == writer.expected);
    const Bytes copy = padded(text, CPJ_PADDING, '"');
    REQUIRE(cpj_parse(parsing, copy.get(), text.size(), false, &parsed, &error) == CPJ_OK);
    REQUIRE(built.count == parsed.count && built.escaped_keys == parsed.escaped_keys);
    REQUIRE(memcmp(built.index, parsed.index, (parsed.count + 1) * sizeof *parsed.index) == 0);
    REQUIRE(memcmp(built.depth, parsed.depth, parsed.count) == 0);
    REQUIRE(memcmp(built.envelope, parsed.envelope, sizeof parsed.envelope) == 0);
    REQUIRE(built.type_id == parsed.type_id);
    for (uint32_t node = 0; node < parsed.count; node++)
        REQUIRE(!cpj_is_container(cpj_kind(&parsed, node)) || built.close[node] == parsed.close[node]);
    return 0;
}
