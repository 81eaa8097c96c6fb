import CPeriluneJSON
import PeriluneCore
import PeriluneJSON
import Testing

/// What an error says, and where.
struct ErrorTests {
    @Test(arguments: [
        (#"{"a":1 "b":2}"#, 7, "expected ',' or '}' after a member"),
        (#"{"a" 1}"#, 5, "expected ':' after a member name"),
        (#"{"a":}"#, 5, "expected a value after ':'"),
        (#"{a:1}"#, 1, "expected a member name in double quotes or '}'"),
        (#"{"a":1,}"#, 7, "expected a member name in double quotes after ','"),
        ("[1 2]", 3, "expected ',' or ']' after an element"),
        ("[1,]", 3, "expected a value after ','"),
        ("[*]", 1, "expected a value or ']'"),
        ("[1] 2", 4, "unexpected text after the end of the value"),
        ("[1", 2, "the document is truncated"),
        ("[nul]", 1, "expected true, false or null"),
        ("[not]", 1, "expected true, false or null"),
        ("tru", 0, "expected true, false or null"),
        (" not json", 1, "expected a JSON value"),
        ("hello", 0, "expected a JSON value"),
        ("-", 1, "expected a digit after '-'"),
        ("\u{FEFF}1", 0, "the document begins with a byte order mark"),
        ("  ", 2, "the document is empty"),
        (#"["a, 1]"#, 1, "unclosed string"),
        (#"{"a":"b,"c":"d"}"#, 9, "expected ',' or '}' after a member"),
        ("[\"a\tb\"]", 3, "a control character in a string is not escaped"),
        (#"["a\qb"]"#, 4, "no such escape in a JSON string"),
        (#"["\u12x4"]"#, 6, #"expected four hexadecimal digits after \u"#),
        ("[01]", 2, "a number has a digit after a leading zero"),
        ("[-x]", 2, "expected a digit after '-'"),
        ("[1.]", 3, "expected a digit after the decimal point"),
        ("[1e]", 3, "expected a digit in the exponent"),
        ("[1x]", 2, "a number is followed by an invalid character"),
    ])
    func pointsAtTheFirstWrongByte(text: String, offset: Int, message: String) {
        TestParser().parse(text) { outcome in
            #expect(outcome.status != CPJ_OK)
            #expect(Int(outcome.error.offset) == offset)
            #expect(outcome.message == message)
        }
    }

    @Test(arguments: [
        ("", "json.empty"), ("[1 2]", "json.syntax"), (#"["a]"#, "json.string"),
        ("[01]", "json.number"),
        (String(repeating: "[", count: 201), "json.depth"), (#"{"a":1,"a":2}"#, "json.duplicate"),
        ("[9223372036854775808]", "json.number"), ("[1e400]", "json.number"),
    ])
    func hasACode(text: String, code: String) {
        #expect(throws: PeriluneError.self) { try Value(json: text) }
        do throws(PeriluneError) { _ = try Value(json: text) } catch {
            #expect(error.code.rawValue == code)
        }
    }

    @Test func doesNotShowASecretThatDoesNotFit() {
        for (name, shown) in [("n", "98765432109876543210"), ("password", "***")] {
            do throws(PeriluneError) {
                _ = try Value(json: #"{"x":1,"\#(name)":98765432109876543210}"#)
                Issue.record("an error was expected")
            } catch {
                #expect(error.message == "the integer \(shown) does not fit in 64 bits")
            }
        }
    }

    @Test func countsLinesAndColumns() {
        do throws(PeriluneError) {
            _ = try Value(json: "{\n  \"a\": [1,\r\n\t\"é\" x]\r\n}")
            Issue.record("an error was expected")
        } catch {
            #expect(error.place.line == 3)
            #expect(error.place.column == 7)
            #expect(error.place.sourceLine == "\t\"é\" x]")
        }
    }

    /// Longer lines are data, not something a person reads.
    @Test(arguments: [(200, true), (201, false)])
    func showsALineOfUpTo200Bytes(_ length: Int, _ isShown: Bool) throws {
        let line = "[" + String(repeating: " ", count: length - 2) + "x"
        let error = #expect(throws: PeriluneError.self) { try Value(json: line + "\n]") }
        #expect(error?.place.sourceLine == (isShown ? line : nil))
    }

    @Test(arguments: [
        ("['a']", "put strings in double quotes"), ("[1,]", "remove the ',' before it"),
        ("[NaN]", "JSON has no NaN and no Infinity; write null"),
        ("{} // end", "JSON has no comments"),
        ("[9223372036854775808]", "write it as a string to keep every digit"),
    ])
    func saysWhatToDo(text: String, hint: String) {
        do throws(PeriluneError) { _ = try Value(json: text) } catch { #expect(error.hint == hint) }
    }

    @Test func reportsBytesThatAreNotUTF8() {
        do throws(PeriluneError) {
            _ = try Value(json: [0x5B, 0x22, 0x61, 0xFF, 0x22, 0x5D])
            Issue.record("an error was expected")
        } catch {
            #expect(error.code == "json.utf8")
            #expect(error.place.column == 4)
        }
    }
}
