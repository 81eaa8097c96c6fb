import Foundation
import PeriluneCore
import PeriluneTestKit
import Testing

@testable import PeriluneStore

struct StoreReplicaTests {
    private let file: StoreFile
    private let log = MemoryCommitLog()

    init() throws { file = try StoreFile() }

    private func path(_ name: String) -> String { file.folder.appending(path: name).path }

    private func open(_ name: String) throws -> EventStore {
        try EventStore.forWriting(path(name), log: log).store
    }

    /// All rows of all tables, and the number that the inbox gave last.
    private func contents(_ name: String) throws -> [String] {
        let connection = try Connection(reading: path(name))
        var rows: [String] = []
        for table in StoreTable.all.map(\.name) + ["sqlite_sequence"] {
            let all = try Statement(connection, "SELECT * FROM \(table) ORDER BY 1, 2")
            while try all.step() {
                let values = (0..<all.columnCount).map { "\(all.value($0))" }
                rows.append("\(table): \(values.joined(separator: ", "))")
            }
        }
        return rows
    }

    private func save(_ key: String, _ store: EventStore) throws {
        try store.save([change(key, [1])], position: nil)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aCopyHasTheContentsOfTheStore(seed: UInt64) throws {
        var random = RandomTransactions(seed: seed)
        let store = try open("store")
        for _ in 0..<300 {
            // Some random changes break a rule of a table; then nothing of the transaction is kept.
            let failure = code { () throws(PeriluneError) in
                try store.commit { (store) throws(PeriluneError) in try random.write(to: store) }
            }
            #expect(failure == nil || failure == .storeConstraint)
        }
        #expect(log.count > 200)
        store.close()
        try open("copy").close()
        let contents = try contents("store")
        #expect(contents.count > 30)
        #expect(try self.contents("copy") == contents)
        for table in try Connection(reading: path("copy")).damagedTables() {
            Issue.record("a checksum of \(table) is wrong")
        }
    }

    @Test func aSnapshotIsRestoredOnlyAsAWhole() throws {
        let store = try open("store")
        try save("a", store)
        var parts: [[UInt8]] = []
        let snapshot = try StoreSnapshot.create(path("store"), source: "s", partSize: 1000) {
            parts.append($0)
        }
        func restore(_ parts: some Sequence<[UInt8]>) throws(PeriluneError) {
            try StoreSnapshot.restore(path("copy"), bytes: snapshot.bytes) {
                (body) throws(PeriluneError) in
                for part in parts { try body(part) }
            }
        }
        try restore(parts)
        #expect(try StoreSnapshot.position(ofFile: path("copy")) == snapshot.commit)
        #expect(try contents("copy") == contents("store"))
        try save("b", store)
        #expect(
            code { () throws(PeriluneError) in try restore(parts.dropLast()) } == .storeCorrupt)
        #expect(try contents("copy").count { $0.hasPrefix("state") } == 1)
    }

    @Test func aTransactionThatFailsIsNotInTheLog() throws {
        let store = try open("store")
        try save("k", store)
        #expect(throws: PeriluneError.self) {
            try store.commit { (store) throws(PeriluneError) in
                try store.save([change("other", [2])])
                throw PeriluneError("test.failed", "")
            }
        }
        try save("l", store)
        #expect(log.count == 2)
        #expect(try open("copy").load(script: "rules.lua", key: "other") == nil)
    }

    @Test func aTransactionWithoutChangesIsNotInTheLog() throws {
        let store = try open("store")
        try store.commit { (store) throws(PeriluneError) in try store.probe() }
        #expect(log.count == 0)
    }

    @Test func aSecondWriterIsFenced() throws {
        let first = try open("first")
        try save("a", first)
        let second = try open("second")
        try save("b", second)
        #expect(
            code { () throws(PeriluneError) in
                try first.save([change("c", [1])], position: nil)
            } == .commitFenced)
        // Nothing is left behind, and nothing can be written or read until it is opened again.
        #expect(
            code { () throws(PeriluneError) in
                try first.save([change("d", [1])], position: nil)
            } == "store.closed")
        #expect(
            code { () throws(PeriluneError) in
                _ = try first.load(script: "rules.lua", key: "a")
            } == "store.closed")
        first.close()
        let again = try open("first")
        #expect(try again.load(script: "rules.lua", key: "b") == [1])
        #expect(try again.load(script: "rules.lua", key: "c") == nil)
        try save("e", again)
        again.close()
        second.close()
        try open("second").close()
        #expect(try contents("first") == contents("second"))
    }

    @Test(arguments: MemoryCommitLog.Fault.allCases)
    func aCommitWithoutAnAnswerIsFoundWhenTheStoreIsOpened(fault: MemoryCommitLog.Fault) throws {
        let store = try open("store")
        try save("a", store)
        log.fail(fault)
        #expect(
            code { () throws(PeriluneError) in
                try store.save([change("b", [1])], position: nil)
            } == .commitFailed)
        store.close()
        let again = try open("store")
        #expect(
            try again.load(script: "rules.lua", key: "b") == (fault == .unanswered ? [1] : nil))
        try save("c", again)
        again.close()
        try open("copy").close()
        #expect(try contents("store") == contents("copy"))
    }

    /// As if the process had ended between the two.
    @Test func aCommitThatIsOnlyInTheLogIsAppliedWhenTheStoreIsOpened() throws {
        let store = try open("store")
        try save("a", store)
        store.close()
        try FileManager.default.copyItem(atPath: path("store"), toPath: path("old"))
        let again = try open("store")
        try save("b", again)
        again.close()
        let old = try open("old")
        #expect(try old.load(script: "rules.lua", key: "b") == [1])
        old.close()
        #expect(try contents("old") == contents("store"))
    }

    @Test func aTransactionThatIsTooLargeIsRefusedAndTheStoreStaysUsable() throws {
        let log = MemoryCommitLog(maximumSize: 2000)
        let store = try EventStore.forWriting(file.path, log: log).store
        #expect(
            code { () throws(PeriluneError) in
                try store.save([change("a", [UInt8](repeating: 1, count: 3000))], position: nil)
            } == .commitSize)
        try save("b", store)
        #expect(try store.load(script: "rules.lua", key: "a") == nil)
        #expect(log.count == 1)
    }

    @Test func aStoreWithoutALogDoesNotBecomeACopy() throws {
        let store = try EventStore(path: file.path)
        try save("a", store)
        store.close()
        #expect(
            code { () throws(PeriluneError) in
                _ = try EventStore.forWriting(file.path, log: log)
            } == "store.replica")
    }

    @Test func aCopyIsNotChangedWithoutItsLog() throws {
        let copy = try open("copy")
        try save("a", copy)
        copy.close()
        let store = try EventStore(path: path("copy"))
        #expect(try store.load(script: "rules.lua", key: "a") == [1])
        #expect(
            code { () throws(PeriluneError) in
                try store.save([change("b", [1])], position: nil)
            } == "store.replica")
        store.close()
        #expect(
            code { () throws(PeriluneError) in
                _ = try SQLiteStateStore(path: path("copy"))
            } == "store.replica")
    }

    @Test func aCopyThatDoesNotMatchTheLogIsRefused() throws {
        let store = try open("store")
        try save("a", store)
        store.close()
        try Connection(path: path("store")).run("DELETE FROM state")
        let other = try open("other")
        try other.save([change("a", nil)], position: nil)
        other.close()
        #expect(
            code { () throws(PeriluneError) in
                _ = try EventStore.forWriting(path("store"), log: log)
            } == "store.diverged")
    }
}

extension Connection {
    /// The tables with a row whose checksum is wrong.
    fileprivate func damagedTables() throws -> [String] {
        try RowChecksum.register(self)
        return try StoreTable.all.filter { table in
            try number("SELECT count(*) FROM \(table.name) WHERE checksum IS NOT \(table.checksum)")
                > 0
        }.map(\.name)
    }
}
