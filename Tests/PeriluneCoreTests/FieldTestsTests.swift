import PeriluneTestKit
import Testing

@testable import PeriluneCore

struct FieldTestsTests {
    private func index(_ values: Value...) throws -> any InterestIndex {
        try FieldTests().index(
            values.enumerated().map {
                InterestDeclaration(delegate: $0.offset, name: "d\($0.offset)", value: $0.element)
            })
    }

    private func matches(_ index: any InterestIndex, _ data: Value) -> [Int] {
        var found: [Int] = []
        index.match(FixedContent(type: "t", data: data), into: &found)
        return found.sorted()
    }

    @Test func everyPathMustMatch() throws {
        let index = try index(["data.a": 1, "data.b": "x"], ["data.a": 1])
        #expect(matches(index, ["a": 1, "b": "x"]) == [0, 1])
        #expect(matches(index, ["a": 1, "b": "y"]) == [1])
        #expect(matches(index, ["b": "x"]) == [])
    }

    @Test func anyValueOfAListMatches() throws {
        let index = try index(["data.a": ["won", "lost", "won"]])
        #expect(matches(index, ["a": "won"]) == [0])
        #expect(matches(index, ["a": "lost"]) == [0])
        #expect(matches(index, ["a": "open"]) == [])
    }

    @Test func aNestedTableIsRefused() throws {
        let error = #expect(throws: PeriluneError.self) {
            try index(["data": ["stage": "won"]])
        }
        #expect(error?.message == "where compares 'data' with a table, not with a value")
        #expect(error?.hint == #"write the path to each field: ["data.stage"] = "won""#)
        #expect(throws: PeriluneError.self) { try index(["data.a": [1, ["b": 2]]]) }
    }

    @Test func nullIsAValueAndNotAnAbsence() throws {
        let index = try index(["data.a": nil])
        #expect(matches(index, ["a": nil]) == [0])
        #expect(matches(index, ["b": 1]) == [])
    }

    @Test func kindsAreNotMixed() throws {
        let index = try index(["data.a": 1])
        #expect(matches(index, ["a": "1"]) == [])
        #expect(matches(index, ["a": true]) == [])
    }

    @Test(arguments: [1, 100]) func stringsMatchByTheirBytes(_ count: Int) throws {
        // U+212A, the Kelvin sign, is canonically equivalent to K.
        let others = (1..<count).map { Value.string("\($0)") }
        let index = try index(["data.unit": .array(["K"] + others)], ["data.unit": "\u{212A}"])
        #expect(matches(index, ["unit": "K"]) == [0])
        #expect(matches(index, ["unit": "\u{212A}"]) == [1])
    }

    @Test func pathsMatchByTheirBytes() throws {
        let index = try index(["data.K": 1], ["data.\u{212A}": 1])
        #expect(matches(index, ["K": 1]) == [0])
        #expect(matches(index, ["\u{212A}": 1]) == [1])
    }

    @Test func numbersMatchByTheirValue() throws {
        let index = try index(["data.a": 1], ["data.a": 1.0], ["data.a": 0], ["data.a": 1.5])
        #expect(matches(index, ["a": 1]) == [0, 1])
        #expect(matches(index, ["a": 1.0]) == [0, 1])
        #expect(matches(index, ["a": -0.0]) == [2])
        #expect(matches(index, ["a": 1.5]) == [3])
        #expect(index.rejection(of: 0, for: FixedContent(type: "t", data: ["a": 1.0])) == nil)
    }

    @Test func rejectionSaysWhichTestFailed() throws {
        let index = try index(["data.a": ["won", "lost"], "data.b": 2])
        func reason(_ data: Value) -> String? {
            index.rejection(of: 0, for: FixedContent(type: "t", data: data))
        }
        #expect(reason(["a": "open"]) == #"data.a is "open", not "won" or "lost""#)
        #expect(reason(["a": "won"]) == "data.b is missing")
        #expect(reason(["a": "won", "b": 2]) == nil)
        #expect(index.rejection(of: 1, for: FixedContent(type: "t")) == nil)
    }

    @Test(arguments: [Value.string("data.a"), .object(.init()), .array([]), .null])
    func refusesATestThatIsNotATable(_ value: Value) {
        #expect {
            try self.index(value)
        } throws: {
            ($0 as? PeriluneError)?.code == "interest.where"
        }
    }

    /// What an event must have, so that entries without it need not become events.
    @Test func textsThatEveryDelegateTestsForAreRequired() throws {
        func delegate(_ name: String, _ conditions: [String: Value]) -> Delegate {
            let conditions =
                conditions.isEmpty
                ? [] : [Interests.Condition("where", .object(.init(conditions.map { ($0, $1) })))]
            return ScriptedDelegate(name, on: "link.*", conditions: conditions).delegate
        }
        func required(
            _ delegates: [Delegate], _ handlers: [any DefaultHandler] = []
        ) throws -> [[String]]? {
            try BusProbe(delegates, handlers: handlers).bus
                .requiredTexts(for: link())?
                .map { $0.flatMap(\.texts).map { String(decoding: $0, as: UTF8.self) } }
        }
        let won = delegate("won", ["data.state": "won"])
        let lost = delegate("lost", ["data.state": ["lost", "void"]])
        #expect(try required([won, lost]) == [["won"], ["lost", "void"]])
        #expect(try required([won, delegate("large", ["data.total": 5])]) == nil)
        #expect(try required([won, delegate("all", [:])]) == nil)
        #expect(try required([won], [Navigator()]) == nil)
        #expect(try required([won], [Navigator(types: ["note.*"])]) == [["won"]])
    }
}
