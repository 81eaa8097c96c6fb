import PeriluneCore
import Testing

struct JSONWriterTests {
    @Test func writesAllKindsInOrder() {
        let value: Value = [
            "null": nil, "bools": [true, false],
            "integers": [0, -1, .integer(.max), .integer(.min)],
            "numbers": [0.5, -0.0, 1.0, 1e21, 1e-7, .number(.greatestFiniteMagnitude)],
            "text": "é😀", "empty": ["array": [], "object": [:]],
        ]
        #expect(
            value.json
                == #"{"null":null,"bools":[true,false],"integers":[0,-1,9223372036854775807,-9223372036854775808],"numbers":[0.5,-0.0,1.0,1e+21,1e-07,1.7976931348623157e+308],"text":"é😀","empty":{"array":[],"object":{}}}"#
        )
    }

    @Test func namesGivenAsJSONAreSeparated() {
        var writer = JSONWriter()
        writer.beginObject()
        for name in [#""a":"#, #""b":"#] {
            writer.name(json: Array(name.utf8))
            writer.write("x")
        }
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":"x","b":"x"}"#)
    }

    @Test func escapesOnlyWhatMustBeEscaped() {
        #expect(Value.string("\"\\/\n\r\t").json == #""\"\\/\n\r\t""#)
        let controls = String(String.UnicodeScalarView((0..<32).compactMap { Unicode.Scalar($0) }))
        #expect(
            Value.string(controls).json
                == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\t\n\u000b\u000c\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f""#
        )
        #expect(Value.string("\u{7F}\u{2028}").json == "\"\u{7F}\u{2028}\"")
        #expect(Value.object(.init([("\"", 1)])).json == #"{"\"":1}"#)
    }

    /// Texts without escapes are copied as a whole, so the place of the first one matters.
    @Test func escapesAtEveryPlaceOfTextsOfEveryLength() {
        for length in 1...70 {
            for place in 0..<length {
                for (character, escape) in [("\"", "\\\""), ("\u{1}", "\\u0001"), ("\\", "\\\\")] {
                    let (before, behind) = (
                        String(repeating: "a", count: place),
                        String(repeating: "é", count: length - place - 1)
                    )
                    #expect(
                        Value.string(before + character + behind).json
                            == "\"\(before)\(escape)\(behind)\"")
                }
            }
        }
    }

    @Test func numbersThatJSONCannotRepresentAreNull() {
        #expect(Value.array([.number(.nan), .number(.infinity)]).json == "[null,null]")
    }

    @Test func separatesWhateverIsWritten() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.raw("1.50")
        writer.raw(json: Array("{ }".utf8))
        writer.beginObject()
        writer.write("a", "b")
        writer.name("c")
        writer.beginArray()
        writer.endArray()
        writer.endObject()
        writer.write("d")
        writer.endArray()
        writer.endLine()
        writer.write(Value.null)
        #expect(writer.text == "[1.50,{ },{\"a\":\"b\",\"c\":[]},\"d\"]\nnull")
        writer.removeAll()
        writer.write(Value.null)
        #expect(writer.text == "null")
    }

    @Test(arguments: [
        0, 7, 10, 99, 100, 9_999, -1, -10, 1_000_000_000_000_000_000, Int64.max, Int64.min,
    ])
    func writesIntegersOfAnySize(_ number: Int64) {
        var writer = JSONWriter()
        writer.write(.integer(number))
        #expect(writer.text == String(number))
    }

    @Test func separatesNamesAndTextsOfAllKinds() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(plain: "a")
        writer.write("x\ny")
        writer.name("b\"".utf8.span)
        writer.write("".utf8.span)
        writer.name(plain: "c")
        writer.write("é".utf8.span, then: " is a letter")
        writer.raw(plain: #""d":1"#)
        writer.name(plain: "e")
        writer.beginArray()
        writer.write("f")
        writer.write(integer: 2)
        writer.endArray()
        writer.endObject()
        #expect(
            writer.text
                == #"{"a":"x\ny","b\"":"","c":"é is a letter","d":1,"e":["f",2]}"#)
    }
}
