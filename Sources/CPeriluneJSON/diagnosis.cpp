#include "diagnosis.hpp"

#include "bytes.hpp"
#include "utf8.hpp"

#include <cstdio>
#include <cstring>

namespace cpj {

namespace {

/// A parser that follows the grammar of JSON byte by byte. The fast path only detects that there is an error; this
/// one finds out which.
class Diagnosis {
public:
    Diagnosis(const uint8_t *bytes, size_t length)
        : begin(bytes), end(bytes + length), at(bytes) {}

    cpj_status status = CPJ_OK;
    const char *message = "";

    size_t offset() const { return size_t(at - begin); }

    bool document() {
        if (size_t(end - at) >= 3 && at[0] == 0xEF && at[1] == 0xBB && at[2] == 0xBF) {
            return wrong(CPJ_SYNTAX, "the document begins with a byte order mark");
        }
        skip_space();
        if (at == end) return wrong(CPJ_EMPTY, "the document is empty");
        const uint8_t *const first = at;
        const char *const expectation = "expected a JSON value";
        if (!value(0, expectation)) {
            // A document that begins with some word is text, and no misspelled value.
            if (at == first && status == CPJ_SYNTAX && !resembles_word()) message = expectation;
            return false;
        }
        skip_space();
        return at == end || unexpected("unexpected text after the end of the value");
    }

private:
    const uint8_t *const begin, *const end;
    const uint8_t *at;

    bool wrong(cpj_status what, const char *text) {
        status = what;
        message = text;
        return false;
    }

    /// Reports what was expected here, unless the bytes are not even valid UTF-8.
    bool unexpected(const char *expectation) {
        if (at == end) return wrong(CPJ_SYNTAX, "the document is truncated");
        if (!utf8_character(at, end)) return wrong(CPJ_UTF8, "bytes that are not UTF-8");
        return wrong(CPJ_SYNTAX, expectation);
    }

    void skip_space() {
        while (at < end && is_space(*at)) at++;
    }

    bool next_is(uint8_t byte) const { return at < end && *at == byte; }

    bool value(unsigned depth, const char *expectation) {
        if (at == end) return unexpected(expectation);
        switch (*at) {
        case '{': return depth == CPJ_MAXIMUM_DEPTH ? too_deep() : object(depth + 1);
        case '[': return depth == CPJ_MAXIMUM_DEPTH ? too_deep() : array(depth + 1);
        case '"': return string();
        case 't': return word("true");
        case 'f': return word("false");
        case 'n': return word("null");
        default: return *at == '-' || is_digit(*at) ? number() : unexpected(expectation);
        }
    }

    bool too_deep() {
        static_assert(CPJ_MAXIMUM_DEPTH == 200, "the message names the limit");
        return wrong(CPJ_DEPTH, "objects and arrays are nested more than 200 deep");
    }

    bool object(unsigned depth) {
        at++;
        skip_space();
        if (next_is('}')) return at++, true;
        if (!next_is('"')) return unexpected("expected a member name in double quotes or '}'");
        for (;;) {
            if (!string()) return false;
            skip_space();
            if (!next_is(':')) return unexpected("expected ':' after a member name");
            at++;
            skip_space();
            if (!value(depth, "expected a value after ':'")) return false;
            skip_space();
            if (next_is('}')) return at++, true;
            if (!next_is(',')) return unexpected("expected ',' or '}' after a member");
            at++;
            skip_space();
            if (!next_is('"')) return unexpected("expected a member name in double quotes after ','");
        }
    }

    bool array(unsigned depth) {
        at++;
        skip_space();
        if (next_is(']')) return at++, true;
        const char *expectation = "expected a value or ']'";
        for (;;) {
            if (!value(depth, expectation)) return false;
            skip_space();
            if (next_is(']')) return at++, true;
            if (!next_is(',')) return unexpected("expected ',' or ']' after an element");
            at++;
            skip_space();
            expectation = "expected a value after ','";
        }
    }

    bool word(const char *letters) {
        const uint8_t *const first = at;
        for (; *letters; letters++, at++) {
            if (!next_is(uint8_t(*letters))) {
                at = first;
                return wrong(CPJ_SYNTAX, "expected true, false or null");
            }
        }
        return true;
    }

    /// Whether a word begins here of which the first letters are those of true, false or null.
    bool resembles_word() const {
        static const char *const beginnings[] = {"tru", "fal", "nul"};
        for (const char *const letters : beginnings) {
            if (size_t(end - at) >= 3 && !memcmp(at, letters, 3)) return true;
        }
        return false;
    }

    bool digits(const char *expectation) {
        if (at == end || !is_digit(*at)) return wrong(CPJ_NUMBER, expectation);
        while (at < end && is_digit(*at)) at++;
        return true;
    }

    bool number() {
        if (next_is('-')) at++;
        const bool zero = next_is('0');
        const uint8_t *const first = at;
        if (!digits("expected a digit after '-'")) return false;
        if (zero && at - first > 1) {
            at = first + 1;
            return wrong(CPJ_NUMBER, "a number has a digit after a leading zero");
        }
        if (next_is('.')) {
            at++;
            if (!digits("expected a digit after the decimal point")) return false;
        }
        if (next_is('e') || next_is('E')) {
            at++;
            if (next_is('+') || next_is('-')) at++;
            if (!digits("expected a digit in the exponent")) return false;
        }
        if (at == end || is_space(*at)) return true;
        switch (*at) {
        case ',': case ']': case '}': case ':': case '[': case '{': case '"': return true;
        default:
            if (!utf8_character(at, end)) return unexpected("");
            return wrong(CPJ_NUMBER, "a number is followed by an invalid character");
        }
    }

    bool string() {
        const uint8_t *const quote = at++;
        for (;;) {
            if (at == end) {
                at = quote;
                return wrong(CPJ_STRING, "unclosed string");
            }
            const uint8_t byte = *at;
            if (byte == '"') return at++, true;
            if (byte < 0x20) {
                return wrong(CPJ_STRING, "a control character in a string is not escaped");
            }
            if (byte == '\\') {
                if (!escape(quote)) return false;
                continue;
            }
            const size_t length = utf8_character(at, end);
            if (!length) return wrong(CPJ_UTF8, "bytes that are not UTF-8");
            at += length;
        }
    }

    bool escape(const uint8_t *quote) {
        at++;
        if (at == end) {
            at = quote;
            return wrong(CPJ_STRING, "unclosed string");
        }
        switch (*at) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
            at++;
            return true;
        case 'u':
            at++;
            for (int i = 0; i < 4; i++, at++) {
                if (at == end || hexadecimal(*at) < 0) {
                    return wrong(CPJ_STRING, "expected four hexadecimal digits after \\u");
                }
            }
            return true;
        default:
            if (!utf8_character(at, end)) return unexpected("");
            return wrong(CPJ_STRING, "no such escape in a JSON string");
        }
    }
};

}  // namespace

cpj_status fail(cpj_error *error, cpj_status status, size_t offset, const char *message) {
    if (error) {
        error->status = status;
        error->offset = offset;
        std::snprintf(error->message, sizeof error->message, "%s", message);
    }
    return status;
}

cpj_status diagnose(const uint8_t *bytes, size_t length, cpj_error *error) {
    Diagnosis diagnosis(bytes, length);
    if (diagnosis.document()) return fail(error, CPJ_SYNTAX, 0, "the document is not valid JSON");
    return fail(error, diagnosis.status, diagnosis.offset(), diagnosis.message);
}

cpj_status fail_duplicate(const cpj_document &document, uint32_t node, cpj_error *error) {
    const cpj_text name = cpj_string(&document, node);
    constexpr size_t longest = 64;  // the whole sentence has to fit the message
    size_t shown = name.length;
    if (shown > longest) {
        shown = longest;
        while (shown && (name.bytes[shown] & 0xC0) == 0x80) shown--;  // not through a character
    }
    char message[sizeof error->message];
    std::snprintf(message, sizeof message, "the name \"%.*s%s\" appears twice in one object",
                  int(shown), reinterpret_cast<const char *>(name.bytes),
                  shown < name.length ? "..." : "");
    return fail(error, CPJ_DUPLICATE, document.index[node], message);
}

}  // namespace cpj
