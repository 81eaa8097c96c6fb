import CPeriluneJSON
import Testing

/// Which texts are JSON.
struct AcceptanceTests {
    private let parser = TestParser()

    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "0.0", "-0.5", "1e1", "1E+1", "1e-1", "0e0", "1.5e10",
        "123456789012345678901234567890", "0.1234567890123456789", "9223372036854775808",
        "18446744073709551616", "1e400", "1234567", "12345678", "123456789", "1234567.1234567",
        "12345678.12345678", "1234567890123456", "12345678901234567",
    ])
    func acceptsNumbers(text: String) {
        #expect(parser.accepts(text))
        #expect(parser.accepts("[\(text)]"))
        #expect(parser.accepts("[\(text) ,\(text)\n]"))
    }

    @Test(arguments: [
        "+1", "01", "-01", "00", "-", "--1", ".5", "1.", "-.5", "1.e1", "1e", "1e+", "1e+-1", "0x1",
        "1a", "1_000", "NaN", "Infinity", "-Infinity", "1.2.3", "1e1.5", "1\u{0}", "1é",
        "12345678a",
        "1234567.a", "0.1a", "00000001", "1234567890123456x", "1\"a\"", "1{}", "1[",
    ])
    func refusesInvalidNumbers(text: String) {
        #expect(!parser.accepts(text))
        #expect(!parser.accepts("[\(text)]"))
        #expect(!parser.accepts("[\(text) ]"))
        #expect(!parser.accepts("{\"a\":\(text)}"))
    }

    @Test(arguments: [
        #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0000\uD83D\uDE00\uFfFf""#, #""\uD800""#,
        #""\uDC00\uD800""#, #""é€😀""#, "\"\u{7F}\"", "\"{}[]:,\"",
    ])
    func acceptsStrings(text: String) {
        #expect(parser.accepts(text))
        #expect(parser.accepts("{\(text): [\(text)]}"))
    }

    @Test(arguments: [
        #"""#, #""a"#, #"a""#, #"'a'"#, #""\x""#, #""\u""#, #""\u12""#, #""\u12G4""#, #""\U0041""#,
        #""\"#, #""\""#, "\"\u{0}\"", "\"\t\"", "\"\n\"", "\"\u{1F}\"", #""a" "b""#, #""a""b""#,
        #"\"a\""#, #""\ ""#,
    ])
    func refusesInvalidStrings(text: String) {
        #expect(!parser.accepts(text))
        #expect(!parser.accepts("[\(text)]"))
        #expect(!parser.accepts("{\(text):1}"))
    }

    @Test(arguments: [
        "null", "true", "false", "[]", "{}", " [ ] ", "\t{\r\n}\n", "[null]", "[[],{},[[]]]",
        #"{"":0}"#, #"{"a":{"a":{"a":1}},"b":{"a":1}}"#, #"[{"a":1},{"a":2}]"#,
        #"{ "a" : 1 , "b" : [ ] }"#,
    ])
    func acceptsDocuments(text: String) {
        #expect(parser.accepts(text))
    }

    @Test(arguments: [
        "", " ", "\n", "nul", "nulll", "True", "truefalse", "true false", "[", "]", "{", "}", "[}",
        "{]", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[1:2]", "[1}", "{\"a\":1]", "{\"a\"}", "{\"a\":}",
        "{\"a\" 1}", "{\"a\":1,}", "{,\"a\":1}", "{\"a\":1 \"b\":2}", "{\"a\"::1}", "{a:1}",
        "{1:1}",
        "{null:1}", "{[]:1}", "{{}:1}", "{\"a\":1}}", "[]]", "[][]", "{}{}", "[],", ",", ":", "[]1",
        "1 2", "[\"a\":1]", "{\"a\",\"b\"}", "{\"a\":\"b\":\"c\"}", "[\u{C}]", "[1\u{C}2]",
        "[1\u{1A}2]",
        "{\"a\"\u{1A}1}", "\u{A0}[]", "\u{2028}1", "[1]/**/", "//\n1", "[1]#", "\u{FEFF}1",
        "\u{FEFF}{}", "{}\u{0}", "\u{0}", "[\u{0}]", "[X]", "[\\]", "[\\\"]", "[\\\"\"]", "@",
        "[*]",
    ])
    func refusesInvalidDocuments(text: String) {
        #expect(!parser.accepts(text))
    }

    @Test func refusesBytesThatAreNotUTF8() {
        let wrong: [[UInt8]] = [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF],
            [0xFE, 0xFF], [0xC3, 0xC3], [0xE2, 0x82, 0x22],
        ]
        for bytes in wrong {
            let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
            parser.parse(text) { outcome in
                #expect(outcome.status == CPJ_UTF8, "\(bytes)")
                #expect(outcome.error.offset == 1)
            }
            #expect(!parser.accepts(bytes))
        }
    }

    @Test func countsTheLevelsOfNesting() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            for depth in [1, 8, 199, 200, 201, 255, 256, 257, 1000] {
                let inside = open == "[" ? "" : "1"
                let text =
                    String(repeating: open, count: depth) + inside
                    + String(repeating: close, count: depth)
                for trusted in [true, false] {
                    parser.parse(text, trusted: trusted) { outcome in
                        #expect(outcome.status == (depth <= 200 ? CPJ_OK : CPJ_DEPTH))
                        if depth > 200 { #expect(outcome.error.offset == 200 * open.utf8.count) }
                    }
                }
            }
        }
    }

    @Test func refusesADocumentThatIsCutOffAnywhere() {
        let text = #"{"id":"e\u0041\n","n":[1,-2.5e3,true,null,{"é":"€"}],"data":{"x":[]}}"#
        let whole = Array(text.utf8)
        #expect(parser.accepts(whole))
        for length in 0..<whole.count {
            let part = Array(whole[..<length])
            #expect(!parser.accepts(part), "\(length) bytes")
            #expect(!parser.accepts(part, trusted: true), "\(length) bytes")
        }
    }

    @Test func readsLargeDocuments() {
        let members = (0..<20_000).map { #""member \#($0)":[\#($0),{"a":"\#($0)"}]"# }
        parser.parse("{" + members.joined(separator: ",") + "}") { outcome in
            #expect(outcome.status == CPJ_OK)
            #expect(outcome.document.length(0) == 20_000)
            let value = outcome.document.member(0, "member 19999")
            #expect(outcome.document.number(value + 1).integer == 19_999)
        }
        let twice = (members + [#""member 77":0"#]).joined(separator: ",")
        #expect(!parser.accepts("{\(twice)}"))
        #expect(parser.accepts("[1]"))
    }
}
