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

    @Test func readsOneDocumentAfterTheOther() throws {
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
