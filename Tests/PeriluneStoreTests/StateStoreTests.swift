import PeriluneCore
import PeriluneStore
import Testing

/// What every store has to do.
struct StateStoreTests {
    enum Kind: CaseIterable, Sendable { case memory, file }

    let file: StoreFile

    init() throws { file = try StoreFile() }

    func store(_ kind: Kind) throws -> any StateStore {
        switch kind {
        case .memory: MemoryStateStore()
        case .file: try SQLiteStateStore(path: file.path)
        }
    }

    @Test(arguments: Kind.allCases)
    func loadsSavedValues(_ kind: Kind) throws {
        let store = try store(kind)
        #expect(try store.load(script: "rules.lua", key: "a") == nil)
        try store.save([change("a", [1, 2, 3]), change("b", []), change("a", [0], script: "x")])
        #expect(try store.load(script: "rules.lua", key: "a") == [1, 2, 3])
        #expect(try store.load(script: "rules.lua", key: "b") == [])
        #expect(try store.load(script: "x", key: "a") == [0])
        try store.save([change("a", [4]), change("b", nil)])
        #expect(try store.load(script: "rules.lua", key: "a") == [4])
        #expect(try store.load(script: "rules.lua", key: "b") == nil)
    }

    @Test(arguments: Kind.allCases)
    func findsTheNewestVersionOfAScript(_ kind: Kind) throws {
        let store = try #require(try store(kind) as? any StateVersions)
        #expect(try store.newestState(of: "rules.lua") == nil)
        try store.save([
            change("a", Array("{}".utf8)), change("b", Array("@9 {}".utf8), script: "x"),
        ])
        #expect(try store.newestState(of: "rules.lua") == 1)
        try store.save([
            change("b", Array("@12 {\"n\":99}".utf8)), change("c", Array("@3 {}".utf8)),
        ])
        #expect(try store.newestState(of: "rules.lua") == 12)
        try store.save([change("b", nil)])
        #expect(try store.newestState(of: "rules.lua") == 3)
        let highest = VersionedState.bytes(json: Array("{}".utf8), version: .max)
        try store.save([change("d", highest)])
        #expect(try store.newestState(of: "rules.lua") == .max)
    }

    @Test(arguments: Kind.allCases)
    func theLastChangeOfABatchWins(_ kind: Kind) throws {
        let store = try store(kind)
        try store.save([change("a", [1]), change("a", nil), change("a", [3])])
        #expect(try store.load(script: "rules.lua", key: "a") == [3])
    }

    @Test(arguments: Kind.allCases)
    func keepsAPositionForEachLog(_ kind: Kind) throws {
        let store = try store(kind)
        let first = InputPosition(log: "a", offset: .max, line: 12)
        #expect(try store.position(of: "a") == nil)
        try store.save([], position: InputPosition(log: "a", offset: 1, line: 2))
        try store.save([change("k", [1])], position: first)
        try store.save([], position: InputPosition(log: "b", offset: 0, line: 1))
        #expect(try store.position(of: "a") == first)
        #expect(try store.position(of: "b")?.line == 1)
    }

    /// Keys are bytes: quotes, NUL, and two spellings of one letter are all different.
    @Test(arguments: Kind.allCases)
    func distinguishesEveryKey(_ kind: Kind) throws {
        let store = try store(kind)
        let keys = ["", "a", "A", "'; DROP TABLE state; --", "a\0b", "a\0c", "\u{E9}", "e\u{301}"]
        try store.save(keys.enumerated().map { change($1, [UInt8($0)]) })
        for (index, key) in keys.enumerated() {
            #expect(try store.load(script: "rules.lua", key: key) == [UInt8(index)])
        }
    }

    /// Any sequence of batches leaves what a dictionary would hold.
    @Test(arguments: Kind.allCases)
    func behavesLikeADictionary(_ kind: Kind) throws {
        let store = try store(kind)
        var expected: [String: [UInt8]] = [:]
        for _ in 0..<100 {
            let batch = (0..<Int.random(in: 0...8)).map { _ in
                let value =
                    Bool.random() ? [UInt8](repeating: 7, count: .random(in: 0...9000)) : nil
                return change("k\(Int.random(in: 0...20))", value)
            }
            for change in batch { expected[change.key] = change.value }
            try store.save(batch)
        }
        for key in (0...20).map({ "k\($0)" }) {
            #expect(try store.load(script: "rules.lua", key: key) == expected[key])
        }
    }

    @Test(arguments: Kind.allCases)
    func servesManyThreads(_ kind: Kind) async throws {
        let store = try store(kind)
        await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<25 {
                        try store.save([change("k\(worker)", [UInt8(round)])])
                        let value = try store.load(script: "rules.lua", key: "k\(worker)")
                        #expect(value == [UInt8(round)])
                    }
                }
            }
        }
        for worker in 0..<4 {
            #expect(try store.load(script: "rules.lua", key: "k\(worker)") == [24])
        }
    }
}
