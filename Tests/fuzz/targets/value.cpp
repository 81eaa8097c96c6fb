// JSON to Lua and back: the bytes of an event go out as they are, and a decoded value goes out with its members sorted,
// its numbers and texts unchanged.
#include "json_reader.hpp"

extern "C" {
#include <CPeriluneLua.h>
}

#include <algorithm>
#include <cmath>

static const char script[] =
    "local json = require 'json'\n"
    "return { execute = function(event, commander)\n"
    "  commander:emit(event.data)\n"
    "  commander:emit(json.decode(event.text))\n"
    "  commander:emit(json.copy(event.data))\n"
    "  commander:emit(json.decode(json.encode(event.data)))\n"
    "  if json.text(event, 'data') ~= event.text then error('the text differs') end\n"
    "end }";

static cpl_call source(void *, cpl_state *, const char *, size_t) { return CPL_CALL_RETURNED; }
static cpl_call load(void *, cpl_state *, const uint8_t *, size_t, bool) { return CPL_CALL_RETURNED; }

static std::string quoted(const std::string &text) {
    cpj_buffer buffer = {};
    REQUIRE(cpj_put_string(&buffer, text.data(), text.size()));
    const std::string result = string_of(buffer.bytes, buffer.count);
    cpj_buffer_free(&buffer);
    return result;
}

/// A number that is spelled in another way is the same.
static bool is_same_number(const std::string &a, const std::string &b) {
    if (a == b) return true;
    const double x = strtod(a.c_str(), nullptr), y = strtod(b.c_str(), nullptr);
    return x == y && std::isfinite(x) && (a.find_first_of(".eE") != a.npos || a == "-0");
}

/// The value that came out is that which went in, with sorted members.
static void compare(const JSONValue &in, const std::string &source, const JSONValue &out, const std::string &written) {
    const auto text = [](const JSONValue &value, const std::string &all) {
        return all.substr(value.start, value.end - value.start);
    };
    if (in.kind == '-' || (in.kind >= '0' && in.kind <= '9')) {
        REQUIRE(is_same_number(text(in, source), text(out, written)));
        return;
    }
    REQUIRE(in.kind == out.kind && in.items.size() == out.items.size());
    if (in.kind == '"') REQUIRE(in.text == out.text);
    for (size_t i = 0; i < in.items.size(); i++) {
        if (in.kind == '[') {
            compare(in.items[i], source, out.items[i], written);
            continue;
        }
        const JSONValue *const item = in.member(out.names[i].text);
        REQUIRE(item && (i == 0 || out.names[i - 1].text < out.names[i].text));
        compare(*item, source, out.items[i], written);
    }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    static cpl_worker *const worker = cpl_worker_new();
    static cpj_parser *const parser = cpj_parser_new();
    const std::string text = string_of(bytes, length);
    JSONValue root;
    // A scalar is a value of Lua, and one number may be too large for it.
    if (!JSONReader(text).read(root, 120) || (root.kind != '{' && root.kind != '[')) return 0;

    cpl_limits limits = {};
    limits.memory = 64 << 20;
    cpl_callbacks callbacks = {};
    callbacks.source = source;
    callbacks.load = load;
    static cpl_state *const state = cpl_state_new(worker, limits, callbacks, 1);
    static const cpl_status loaded = cpl_load(state, "value.lua", script, sizeof script - 1);
    REQUIRE(state && loaded == CPL_OK);

    const std::string value = text.substr(root.start, root.end - root.start);
    const std::string event = "{\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"data\":" + value + ",\"text\":" + quoted(value) + "}";
    const Bytes copy = padded(event, CPJ_PADDING);
    cpj_document document;
    REQUIRE(cpj_parse(parser, copy.get(), event.size(), false, &document, nullptr) == CPJ_OK);
    cpj_buffer output = {};
    cpl_reply reply;
    const cpl_event handed = {&document, nullptr, INT64_MIN, INT64_MAX};
    const cpl_status status = cpl_take(state, &handed, true, &output, &reply);
    if (status != CPL_OK) {
        const cpl_error *const error = cpl_last_error(state);
        REQUIRE(root.depth() >= 100 && strstr(error->message, "nested too deeply"));
        REQUIRE(cpl_finish(state, false) == CPL_OK);
        cpj_buffer_free(&output);
        return 0;
    }
    Input lines(output.bytes, output.count);
    std::string first = value;
    std::replace(first.begin(), first.end(), '\n', ' ');
    REQUIRE(lines.until('\n') == first);
    while (!lines.is_empty()) {
        const std::string line = lines.until('\n');
        JSONValue out;
        REQUIRE(JSONReader(line).read(out, 120));
        compare(root, text, out, line);
    }
    cpj_buffer_free(&output);
    return 0;
}
