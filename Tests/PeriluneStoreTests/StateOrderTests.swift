import PeriluneCore
import PeriluneStore
import Testing

/// The order in which a store writes changes of state.
struct StateOrderTests {
    private let file: StoreFile

    init() throws { file = try StoreFile() }

    private func change(_ key: String, _ value: String?) -> StateChange {
        StateChange(script: "s", key: key, value: value.map { Array($0.utf8) })
    }

    private func saved(_ changes: [StateChange]) throws -> [String: String] {
        let store = try SQLiteStateStore(path: file.path)
        try store.save(changes)
        var saved: [String: String] = [:]
        for key in ["a", "b", "a\u{1F}1\u{1F}sx", "a\u{1F}2\u{1F}sx"] {
            saved[key] = try store.load(script: "s", key: key).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        return saved
    }

    @Test func theLastChangeOfAValueWins() throws {
        let changes = [
            change("b", "1"), change("a", "1"), change("b", "2"), change("a", nil),
            change("b", "3"),
        ]
        #expect(try saved(changes) == ["b": "3"])
    }

    @Test func removingATableRemovesEarlierWrites() throws {
        let changes = [
            change("b", "1"), change("a\u{1F}1\u{1F}sx", "1"), change("a\u{1F}2\u{1F}sx", "1"),
            change("a\u{1F}1\u{1F}", nil), change("a", "1"),
        ]
        #expect(try saved(changes) == ["a": "1", "b": "1", "a\u{1F}2\u{1F}sx": "1"])
    }

    @Test func writesAfterATableWasRemovedAreKept() throws {
        let changes = [change("a\u{1F}1\u{1F}", nil), change("a\u{1F}1\u{1F}sx", "2")]
        #expect(try saved(changes) == ["a\u{1F}1\u{1F}sx": "2"])
    }

    @Test func keysThatDifferLateOrAreOfSeveralScriptsKeepTheirLastChange() throws {
        let names = [
            "", "a", "a\0", "ab", "same-start-1", "same-start-10", "same-start-2", "é", "e\u{301}",
        ]
        for scripts in [["s"], ["s", "t"]] {
            var changes: [StateChange] = []
            var expected: [[UInt8]] = []
            for round in 0..<3 as Range<UInt8> {
                expected = []
                for (number, name) in names.enumerated() {
                    for script in scripts {
                        let value = [round, UInt8(number), script.utf8.first ?? 0]
                        changes.append(StateChange(script: script, key: name, value: value))
                        expected.append(value)
                    }
                }
            }
            let store = try SQLiteStateStore(path: file.path)
            try store.save(changes)
            let found = try names.flatMap { name in
                try scripts.map { try store.load(script: $0, key: name) ?? [] }
            }
            #expect(found == expected)
        }
    }
}
