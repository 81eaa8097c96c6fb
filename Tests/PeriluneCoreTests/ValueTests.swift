import PeriluneCore
import Testing

struct ValueTests {
    @Test func membersKeepTheirOrderAndTheLastOfAName() {
        let value: Value = ["b": 1, "a": 2, "b": 3]
        #expect(value.json == #"{"b":3,"a":2}"#)
    }

    @Test func membersAreSetAndRemoved() {
        var members = Value.Members([("a", 1), ("b", 2)])
        members["c"] = 3
        members["a"] = nil
        members["b"] = nil as Value?
        members["missing"] = nil
        #expect(members.pairs.map(\.name) == ["c"])
        members["c"] = .null
        #expect(members["c"] == .null)
    }

    @Test func readsOnlyTheKindThatIsThere() {
        let value: Value = ["s": "x", "i": 1, "b": true, "a": [1, 2], "n": nil, "d": 1.0]
        #expect(value["s"]?.string == "x")
        #expect(value["i"]?.integer == 1)
        #expect(value["b"]?.bool == true)
        #expect(value["a"]?[1] == 2)
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["n"] == .some(.null))
        #expect(value["d"]?.integer == nil)
        #expect(value["s"]?["x"] == nil)
        #expect(value["i"]?[0] == nil)
        #expect(value["i"]?.string == nil)
    }

    @Test func stringsAndNamesAreComparedByTheirBytes() {
        let composed: Value = ["caf\u{E9}": "\u{E9}"]
        let decomposed: Value = ["cafe\u{301}": "e\u{301}"]
        #expect(composed != decomposed)
        #expect(Value.string("K") != .string("\u{212A}"))
        let both = Value.Members([("\u{E9}", 1), ("e\u{301}", 2)])
        #expect(both.pairs.map(\.value) == [1, 2])
        #expect(both["e\u{301}"] == 2)
    }

    @Test func integersAndNumbersAreDifferentValues() {
        #expect(Value.integer(1) != .number(1))
        #expect(Value.integer(.max) != .integer(.max - 1))
    }
}
