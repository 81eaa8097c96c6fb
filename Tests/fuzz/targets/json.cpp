// The parser of JSON: what it accepts, where it finds values, what it reads in them, and the same document as a part of
// an event that is written.
#include <CPeriluneJSON.h>

#include "json_reader.hpp"
#include "time_reader.hpp"

#include <cmath>

static std::string own(cpj_text text) { return string_of(text.bytes, text.length); }

static std::string unescaped(cpj_text text) {
    const Bytes out(copy_padded("", 0, text.length, 0));
    return string_of(out.get(), cpj_unescape(text, out.get()));
}

static void compare_number(const cpj_document &d, uint32_t node, const std::string &text) {
    int64_t integer = 0;
    double real = 0;
    const cpj_number kind = cpj_read_number(&d, node, &integer, &real);
    if (text.find_first_of(".eE") == text.npos && text != "-0") {
        errno = 0;
        const long long expected = strtoll(text.c_str(), nullptr, 10);
        REQUIRE(kind == (errno ? CPJ_OUT_OF_RANGE : CPJ_INTEGER));
        REQUIRE(errno || integer == expected);
        return;
    }
    const double expected = strtod(text.c_str(), nullptr);
    REQUIRE(kind == (std::isinf(expected) ? CPJ_OUT_OF_RANGE : CPJ_DOUBLE));
    if (kind != CPJ_DOUBLE) return;
    REQUIRE(real == expected && std::signbit(real) == std::signbit(expected));
    cpj_buffer buffer = {};
    REQUIRE(cpj_put_double(&buffer, real));
    cpj_put_byte(&buffer, 0);
    REQUIRE(strtod(reinterpret_cast<char *>(buffer.bytes), nullptr) == expected);
    cpj_buffer_free(&buffer);
}

/// A string, once unescaped, is written and read back as the same.
static void compare_string(const cpj_document &d, uint32_t node, const JSONValue &value) {
    const cpj_text text = cpj_string(&d, node);
    REQUIRE(text.length == value.end - value.start - 2);
    const std::string plain = unescaped(text), raw = own(text);
    REQUIRE(plain == value.text);
    REQUIRE(cpj_string_is(&d, node, raw.data(), raw.size()));
    cpj_buffer buffer = {};
    REQUIRE(cpj_put_string(&buffer, plain.data(), plain.size()));
    const std::string written = string_of(buffer.bytes, buffer.count);
    JSONValue again;
    REQUIRE(JSONReader(written).read(again, 1) && again.text == plain);
    cpj_buffer_free(&buffer);
}

static void compare(const cpj_document &d, uint32_t node, const JSONValue &value, int level) {
    REQUIRE(d.index[node] == value.start && d.depth[node] == level);
    REQUIRE(cpj_raw(&d, node).length == value.end - value.start);
    const bool is_object = value.kind == '{';
    if (value.kind == '"') return compare_string(d, node, value);
    if (!is_object && value.kind != '[') {
        if (value.kind == '-' || (value.kind >= '0' && value.kind <= '9'))
            compare_number(d, node, own(cpj_raw(&d, node)));
        return;
    }
    REQUIRE(cpj_length(&d, node) == value.items.size());
    uint32_t at = cpj_first(&d, node);
    for (size_t i = 0; i < value.items.size(); i++, at = cpj_next(&d, node, at)) {
        REQUIRE(at);
        if (is_object) {
            compare_string(d, at, value.names[i]);
            const std::string &name = value.names[i].text;
            const Bytes exact = padded(name, 0);
            REQUIRE(cpj_member(&d, node, reinterpret_cast<char *>(exact.get()), name.size()) == at + 2);
        } else {
            REQUIRE(cpj_element(&d, node, i) == at);
        }
        compare(d, is_object ? at + 2 : at, value.items[i], level + 1);
    }
    REQUIRE(at == 0);
}

/// Whether no escape in a text between quotes is half of a surrogate pair.
static bool has_whole_characters(const std::string &raw) {
    for (size_t at = 0; at < raw.size(); at++) {
        if (raw[at] != '\\') continue;
        if (raw[++at] != 'u') continue;
        const unsigned long unit = std::stoul(raw.substr(at + 1, 4), nullptr, 16);
        at += 4;
        if (unit < 0xD800 || unit > 0xDFFF) continue;
        if (unit > 0xDBFF || raw.compare(at + 1, 2, "\\u") != 0) return false;
        const unsigned long next = std::stoul(raw.substr(at + 3, 4), nullptr, 16);
        if (next < 0xDC00 || next > 0xDFFF) return false;
        at += 6;
    }
    return true;
}

static void compare_envelope(const cpj_document &d, const JSONValue &root) {
    static const char *const names[] = {"id", "source", "type", "specversion", "time", "subject", "partitionkey",
                                        "data", "data_base64"};
    const JSONValue *values[CPJ_ATTRIBUTE_COUNT];
    for (int i = 0; i < CPJ_ATTRIBUTE_COUNT; i++) {
        values[i] = root.member(names[i]);
        REQUIRE((d.envelope[i] != 0) == (values[i] != nullptr));
        REQUIRE(!values[i] || d.index[d.envelope[i]] == values[i]->start);
    }
    const JSONValue *const time = values[CPJ_TIME], *const binary = values[CPJ_DATA_BASE64],
                    *const version = values[CPJ_SPECVERSION];
    int64_t expected = 0, found = 0;
    const bool has_time = time && time->kind == '"' && read_time(time->text, expected);
    REQUIRE(cpj_event_time(&d, &found) == has_time);
    REQUIRE(!has_time || found == expected);
    REQUIRE(!time || !cpj_is_usual_time(cpj_string(&d, d.envelope[CPJ_TIME])) || has_time);
    bool is_whole = true;
    for (int i : {CPJ_ID, CPJ_SOURCE, CPJ_TYPE}) {
        if (values[i] && values[i]->kind == '"') is_whole &= has_whole_characters(own(cpj_string(&d, d.envelope[i])));
    }
    const bool is_valid = is_whole && (!version || cpj_string_is(&d, d.envelope[CPJ_SPECVERSION], "1.0", 3)) && (!time || has_time)
        && (!binary || (!values[CPJ_DATA] && binary->kind == '"' && is_base64(binary->text)));
    REQUIRE(cpj_has_valid_attributes(&d) == is_valid);
}

static void require_same(const cpj_document &a, const cpj_document &b) {
    REQUIRE(a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0);
    REQUIRE(a.count == b.count && a.escaped_keys == b.escaped_keys);
    REQUIRE(memcmp(a.index, b.index, (a.count + 1) * sizeof *a.index) == 0);
    REQUIRE(memcmp(a.depth, b.depth, a.count) == 0);
    for (uint32_t node = 0; node < a.count; node++)
        REQUIRE(!cpj_is_container(cpj_kind(&a, node)) || a.close[node] == b.close[node]);
    REQUIRE(memcmp(a.envelope, b.envelope, sizeof a.envelope) == 0);
}

/// A document is put into an event byte for byte, with the index that a parse of the event finds.
static void compare_as_data(const cpj_document &d, const JSONValue &root) {
    static cpj_builder builder = {};
    static cpj_parser *const first = cpj_parser_new(), *const second = cpj_parser_new();
    cpj_build_event(&builder);
    cpj_build_constant(&builder, CPJ_TYPE, reinterpret_cast<const uint8_t *>("\"t\""), 3);
    cpj_build_attribute(&builder, CPJ_DATA);
    cpj_build_document(&builder, &d);
    cpj_build_close(&builder);
    cpj_document built, parsed;
    cpj_error error;
    const cpj_status status = cpj_adopt(first, &builder, &built, &error);
    REQUIRE((status == CPJ_OK) == (root.depth() < CPJ_MAXIMUM_DEPTH));
    if (status != CPJ_OK) return;
    const std::string text = own({built.bytes, built.length});
    REQUIRE(text == "{\"type\":\"t\",\"data\":" + own({d.bytes, d.length}) + "}");
    const Bytes copy = padded(text, CPJ_PADDING);
    REQUIRE(cpj_parse(second, copy.get(), text.size(), false, &parsed, &error) == CPJ_OK);
    require_same(built, parsed);
}

/// Whatever a trusted document is, no function leaves it: Address Sanitizer watches.
static void visit(const cpj_document &d) {
    cpj_has_valid_attributes(&d);
    cpj_has_envelope(&d);
    cpj_deepest(&d);
    int64_t integer;
    double real;
    cpj_event_time(&d, &integer);
    for (uint32_t node = 0; node < d.count; node++) {
        REQUIRE(d.index[node] < d.length && (node == 0 || d.index[node - 1] < d.index[node]));
        const uint8_t kind = cpj_kind(&d, node);
        if (kind == '"') {
            const cpj_text text = cpj_string(&d, node);
            REQUIRE(text.bytes + text.length <= d.bytes + d.length);
            unescaped(text);
        } else if (cpj_is_container(kind)) {
            const cpj_text raw = cpj_raw(&d, node);
            REQUIRE(d.close[node] > node && d.close[node] < d.count && raw.bytes + raw.length <= d.bytes + d.length);
            for (uint32_t at = cpj_first(&d, node); at; at = cpj_next(&d, node, at)) REQUIRE(at < d.close[node]);
            cpj_member(&d, node, "data", 4);
        } else if (kind == '-' || (kind >= '0' && kind <= '9')) {
            cpj_read_number(&d, node, &integer, &real);
        }
    }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    // Kept from input to input, as a worker keeps them.
    static cpj_parser *const parser = cpj_parser_new(), *const other = cpj_parser_new();
    const std::string text = string_of(bytes, length);
    const Bytes copy = padded(text, CPJ_PADDING, length ? bytes[length - 1] : '"'), plain = padded(text, CPJ_PADDING, ' ');
    JSONValue root;
    const bool is_valid = JSONReader(text).read(root, CPJ_MAXIMUM_DEPTH);

    cpj_document document, same;
    cpj_error error = {};
    const cpj_status status = cpj_parse(parser, copy.get(), length, false, &document, &error);
    REQUIRE((status == CPJ_OK) == is_valid);
    const cpj_status trusted = cpj_parse(other, plain.get(), length, true, &same, nullptr);
    if (trusted == CPJ_OK) visit(same);
    if (status != CPJ_OK) {
        REQUIRE(error.status == status && error.offset <= length);
        REQUIRE(error.message[0] && memchr(error.message, 0, sizeof error.message));
        return 0;
    }
    REQUIRE(trusted == CPJ_OK);
    require_same(document, same);
    REQUIRE(cpj_deepest(&document) < CPJ_MAXIMUM_DEPTH);
    compare(document, 0, root, 0);
    if (root.kind == '{') compare_envelope(document, root);
    compare_as_data(document, root);
    return 0;
}
