import PeriluneCore
import PeriluneJSON
import Testing

struct ConversionTests {
    @Test func keepsTheOrderOfMembers() throws {
        let value = try Value(json: #"{"b":1,"a":[null,true,"x\u00e9"],"c":{}}"#)
        #expect(
            value
                == .object(
                    .init([("b", 1), ("a", [nil, true, "xé"]), ("c", .object(.init()))])))
    }

    @Test func tellsIntegersFromOtherNumbers() throws {
        let value = try Value(json: "[1,1.0,-0,1e2,9223372036854775807]")
        #expect(
            value
                == .array([
                    .integer(1), .number(1), .number(-0.0), .number(100), .integer(.max),
                ]))
        #expect(value[2].map { "\($0)" } == "number(-0.0)")
    }

    @Test func readsWhatTheWriterWrites() throws {
        let value: Value = [
            "text": "a\"\\\n\u{1}é", "list": [1, -2.5, nil, true, []], "empty": [:],
        ]
        #expect(try Value(json: value.json) == value)
    }

    @Test func elementsOfAnArrayKeepTheirSpelling() throws {
        let parser = JSONParser()
        let elements = try parser.elements(of: Array(#"[1.50, "\u0061" ,{"a":[]},[]]"#.utf8))
        #expect(
            elements?.map { String(decoding: $0, as: UTF8.self) }
                == ["1.50", #""\u0061""#, #"{"a":[]}"#, "[]"])
        #expect(try parser.elements(of: Array("[]".utf8)) == [])
        for text in [#"{"a":1}"#, "1", #""[]""#] {
            #expect(try parser.elements(of: Array(text.utf8)) == nil)
        }
    }

    @Test func integersOfADocumentFit64Bits() throws {
        let document = JSONDocument()
        let numbers = ["0", "-9223372036854775808", "9223372036854775808", "1.0", #""1""#, "null"]
        try document.read(Array("[\(numbers.joined(separator: ","))]".utf8))
        var integers: [Int64?] = []
        try document.forEach(in: document.root) { _, value in
            integers.append(document.integer(value))
        }
        #expect(integers == [0, .min, nil, nil, nil, nil])
    }

    @Test func readsSuccessiveDocuments() throws {
        let parser = JSONParser()
        for count in [1, 5000, 3, 100_000, 2] {
            let text = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
            #expect(try parser.value(of: Array(text.utf8)).array?.count == count)
            #expect(throws: PeriluneError.self) { try parser.value(of: [0x5B]) }
        }
    }

    @Test(arguments: ["[", "{"]) func aLargeValueEndsEarlyOnceItIsCancelled(_ kind: String) throws {
        var calls = 0
        let parser = JSONParser {
            calls += 1
            return calls > 1
        }
        let members = (0..<100_000).map { kind == "[" ? "\($0)" : "\"\($0)\":0" }
        let text = kind + members.joined(separator: ",") + (kind == "[" ? "]" : "}")
        let value = try parser.value(of: Array(text.utf8))
        let count = value.array?.count ?? value.object?.pairs.count
        #expect(count == 512)
    }
}
