import Foundation
import PeriluneCore
import Testing

@testable import PeriluneStore

struct EventStoreTests {
    private let file: StoreFile
    private let store: EventStore

    init() throws {
        file = try StoreFile()
        store = try EventStore(path: file.path)
    }

    private func accept(
        _ events: String..., identity: String? = nil, time: Int64 = 0
    ) throws -> Range<Int64>? {
        try store.commit { (store) throws(PeriluneError) in
            try store.accept(
                events.map { Array($0.utf8) }, source: "/events", identity: identity, time: time)
        }
    }

    private func number(_ sql: String) throws -> Int64 {
        try Connection(path: file.path).number(sql)
    }

    @Test func keepsAcceptedEventsUntilTheyAreFinished() throws {
        #expect(try accept("a", "b") == 1..<3)
        #expect(try accept("c") == 3..<4)
        let again = try EventStore(path: file.path)
        #expect(
            try again.unfinished().map { String(decoding: $0.event, as: UTF8.self) } == [
                "a", "b", "c",
            ])
        try again.commit { (store) throws(PeriluneError) in
            try store.removeFromInbox([1, 3])
            try store.save([change("k", [1])])
        }
        #expect(try again.unfinished().map(\.number) == [2])
        #expect(try again.load(script: "rules.lua", key: "k") == [1])
    }

    @Test func numbersAreNeverReused() throws {
        #expect(try accept("a") == 1..<2)
        try store.commit { (store) throws(PeriluneError) in try store.removeFromInbox([1]) }
        let again = try EventStore(path: file.path)
        try again.commit { (store) throws(PeriluneError) in
            #expect(try store.accept([[1]], source: "s", identity: nil, time: 0) == 2..<3)
        }
    }

    @Test func recognizesARepeatedDelivery() throws {
        #expect(try accept("a", identity: "x") == 1..<2)
        #expect(try accept("a", identity: "x") == nil)
        #expect(try accept("b", identity: "y") != nil)
        #expect(try accept(identity: "empty")?.isEmpty == true)
        #expect(try accept(identity: "empty") == nil)
        #expect(try accept("c", identity: "z") != nil)
        #expect(try store.unfinished().count == 3)
    }

    @Test func forgetsTheOldestDeliveriesAndTheirEffects() throws {
        for time in 1...10 { _ = try accept("e", identity: "\(time)", time: Int64(time)) }
        try store.commit { (store) throws(PeriluneError) in
            for event in 1...10 {
                _ = try store.begin(
                    event: Int64(event), identity: "i", kind: "k", request: "r")
            }
            try store.removeFromInbox(Array(2...10))
        }
        try store.commit { (store) throws(PeriluneError) in
            try store.forget(before: 4, keeping: 100)
        }
        #expect(try number("SELECT min(number) FROM seen") == 4)
        #expect(try number("SELECT min(event) FROM ledger WHERE event > 1") == 4)
        #expect(try number("SELECT count(*) FROM ledger WHERE event = 1") == 1)
        try store.commit { (store) throws(PeriluneError) in
            try store.forget(before: 0, keeping: 2)
        }
        #expect(try number("SELECT count(*) FROM seen") == 2)
        #expect(try accept("e", identity: "1") != nil)
    }

    @Test func aFailedTransactionIsRolledBack() throws {
        _ = try? store.commit { (store) throws(PeriluneError) in
            _ = try store.accept([[1]], source: "s", identity: "x", time: 0)
            throw PeriluneError("test", "no")
        }
        #expect(try store.unfinished().isEmpty)
        #expect(try accept("a", identity: "x") != nil)
    }

    @Test func returnsTheLedgerRowOfAnEffect() throws {
        func begin(_ event: Int64) throws -> LedgerRow? {
            try store.commit { (store) throws(PeriluneError) in
                try store.begin(event: event, identity: "1/a/1", kind: "k", request: "r")
            }
        }
        #expect(try begin(1) == nil)
        #expect(try begin(2) == nil)
        #expect(try begin(1) == LedgerRow(kind: "k", request: "r", answer: nil))
        try store.commit { (store) throws(PeriluneError) in
            try store.finish(event: 1, identity: "1/a/1", answer: "{}")
        }
        #expect(try begin(1)?.answer == "{}")
        #expect(try store.ledgerAnswer(event: 1, identity: "1/a/1") == "{}")
        #expect(try store.ledgerAnswer(event: 2, identity: "1/a/1") == nil)
    }

    @Test func storesTheCommittedLengthOfAnOutput() throws {
        let mark = OutputMark(path: "out", device: 1, inode: 2, offset: 3)
        try store.commit { (store) throws(PeriluneError) in try store.mark(mark) }
        #expect(try EventStore(path: file.path).output("out") == mark)
        #expect(try store.output("other") == nil)
    }

    @Test func upgradesAStoreOfVersionOne() throws {
        let old = try StoreFile()
        let connection = try Connection(path: old.path)
        try connection.run(
            """
            CREATE TABLE state (script TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
                PRIMARY KEY (script, key)) STRICT, WITHOUT ROWID;
            CREATE TABLE position (log TEXT NOT NULL PRIMARY KEY, offset INTEGER NOT NULL,
                line INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            INSERT INTO state VALUES ('rules.lua', 'k', x'07');
            PRAGMA application_id = \(Schema.applicationID);
            PRAGMA user_version = 1;
            """)
        let store = try EventStore(path: old.path)
        #expect(try store.load(script: "rules.lua", key: "k") == [7])
        #expect(try store.unfinished().isEmpty)
        #expect(try connection.number("PRAGMA user_version") == Schema.version)
    }

    /// To move it after each commit would take longer than the commit; not to move it, more and more of the disk.
    @Test func theLogOfWritesGrowsAndIsReused() throws {
        func size(after commits: Int) throws -> Int {
            for number in 0..<commits {
                try store.save([change("k", Array("\(number)".utf8))], position: nil)
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")
            return try #require(attributes[.size] as? Int)
        }
        let first = try size(after: 100)
        #expect(first > 100 * 4096)
        #expect(try size(after: 500) < 3 * first)
    }
}

struct MemoryLedgerTests {
    @Test func repeatsAnAnswerAndRefusesAnotherRequest() throws {
        let ledger = MemoryLedger()
        #expect(try ledger.begin("i", kind: "k", request: "r") == .new)
        #expect(try ledger.begin("i", kind: "k", request: "r") == .begun)
        ledger.finish("i", .value("v"))
        #expect(try ledger.begin("i", kind: "k", request: "r") == .answered(.value("v")))
        #expect(ledger.answer(to: "i") == .value("v"))
        #expect(throws: PeriluneError.effectChanged("i")) {
            try ledger.begin("i", kind: "k", request: "other")
        }
    }
}
