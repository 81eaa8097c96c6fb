import PeriluneCore
import PeriluneStore
import Testing

/// Keys of state and their members in a store.
struct StateContentsTests {
    /// A key, one that begins with it and a separator, and one that looks like a member of it.
    private let keys = ["a", "a\u{1F}b", "a\u{1F}1\u{1F}sx", "ab"]
    private let file: StoreFile

    init() throws { file = try StoreFile() }

    /// Saves the state of the keys, each with a large table of two members.
    private func fill(_ store: any StateStore, expiring key: String? = nil) throws {
        for name in keys {
            let expiry = name == key ? StateExpiry(changed: 0, lifetime: 1000) : nil
            let root = StateKey(key: name).text
            try store.save([
                StateChange(
                    script: "s", key: root, value: Array(#"{"t":{"\u0000":[1,0]}} #1"#.utf8),
                    expiry: expiry),
                StateChange(
                    script: "s", key: StateKey(key: name, member: (1, .text("x"))).text,
                    value: Array("1".utf8)),
                StateChange(
                    script: "s", key: StateKey(key: name, member: (1, .integer(-3))).text,
                    value: Array("2".utf8)),
            ])
        }
    }

    private func found() throws -> [String: Int] {
        var found: [String: Int] = [:]
        try StateContents(path: file.path).forEach { (row) throws(PeriluneError) in
            found[row.key.key, default: 0] += 1
        }
        return found
    }

    @Test func keysAreReadAsTheyWereWritten() {
        for key in keys {
            #expect(StateKey(StateKey(key: key).text).key == key)
            for name in [StateKey.Name.text("x\u{1F}"), .integer(-3), .integer(.max), .text("")] {
                let read = StateKey(StateKey(key: key, member: (12, name)).text)
                #expect(read.key == key)
                #expect(read.member?.table == 12 && read.member?.name == name)
            }
        }
    }

    @Test func whatIsWrittenIsCounted() throws {
        let contents = try StateContents(path: file.path)
        let written = try contents.save { (write) throws(PeriluneError) in
            for member in [nil, (1, .text("x")), (1, .integer(-3))] as [(Int64, StateKey.Name)?] {
                try write(
                    StateContents.Row(
                        script: "s", key: StateKey(key: "a", member: member),
                        text: Array("1".utf8), removal: nil))
            }
        }
        #expect(written.keys == 1 && written.values == 3)
        #expect(try found() == ["a": 3])
    }

    @Test func deletingAKeyLeavesOthersThatBeginWithIt() throws {
        try fill(SQLiteStateStore(path: file.path))
        let dropped = try StateContents(path: file.path).removeState(ofScript: "s", key: "a")
        #expect(dropped.values == 3 && dropped.keys == 1)
        #expect(try found() == ["a\u{1F}b": 3, "a\u{1F}1\u{1F}sx": 3, "ab": 3])
    }

    @Test(arguments: [true, false])
    func aKeyThatExpiresLeavesOthersThatBeginWithIt(_ isInMemory: Bool) throws {
        let store: any StateStore =
            isInMemory ? MemoryStateStore() : try SQLiteStateStore(path: file.path)
        try fill(store, expiring: "a")
        let later = StateExpiry(changed: 1_000_000, lifetime: 1000)
        try store.save([StateChange(script: "s", key: "z", value: [0x7B, 0x7D], expiry: later)])
        for key in keys {
            let isThere = key != "a"
            #expect(
                try (store.load(script: "s", key: StateKey(key: key).text) != nil) == isThere,
                "\(key)")
            let prefix = StateKey.prefix(of: StateKey(key: key).text, table: 1)
            let members = try store.values(script: "s", prefix: prefix, after: nil, limit: 10)
            #expect(members.count == (isThere ? 2 : 0), "\(key)")
        }
    }

    @Test func aCommitRemovesMoreThanItAdds() throws {
        let store = try SQLiteStateStore(path: file.path)
        func add(_ numbers: Range<Int>, at time: Int64) throws {
            try store.save(
                numbers.map {
                    StateChange(
                        script: "s", key: "k\($0)", value: [0x7B, 0x7D],
                        expiry: StateExpiry(changed: time, lifetime: 1000))
                })
        }
        try add(0..<24_000, at: 0)
        try add(24_000..<36_000, at: 1_000_000)
        let left = try StateContents(path: file.path).scripts().map(\.keys)
        #expect(left == [12_000])
    }
}
