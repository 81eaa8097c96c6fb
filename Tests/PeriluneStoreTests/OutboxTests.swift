import PeriluneCore
import Testing

@testable import PeriluneStore

struct OutboxTests {
    private let file: StoreFile
    private let store: EventStore

    init() throws {
        file = try StoreFile()
        store = try EventStore(path: file.path)
    }

    private func register(_ names: String...) throws -> [String: Int64] {
        try store.commit { (store) throws(PeriluneError) in try store.register(sinks: names) }
    }

    private func add(_ lines: String...) throws {
        let records = Array(lines.map { $0 + "\n" }.joined().utf8)
        try store.commit { (store) throws(PeriluneError) in try store.addToOutbox(["": records]) }
    }

    private func acknowledge(_ number: Int64, _ sink: String) throws {
        try store.commit { (store) throws(PeriluneError) in
            try store.acknowledge(through: number, by: sink)
        }
    }

    private func batch(_ text: String, from first: Int64) -> RecordBatch {
        let records = Array(text.utf8)
        return RecordBatch(records: records, first: first, count: records.count { $0 == 10 })
    }

    @Test func keepsRecordsUntilAllSinksHaveAcknowledgedThem() throws {
        _ = try register("a", "b")
        try add("1", "2")
        try add("3")
        #expect(try store.outbox(after: 0)?.withoutSequence == batch("1\n2\n3\n", from: 1))
        try acknowledge(3, "a")
        #expect(store.outboxSize == 6)
        try acknowledge(2, "b")
        #expect(store.outboxSize == 2)
        #expect(try store.outbox(after: 2)?.withoutSequence == batch("3\n", from: 3))
        try acknowledge(3, "b")
        #expect(store.outboxSize == 0)
        #expect(try store.outbox(after: 3) == nil)
    }

    @Test func numberingContinuesInAnEmptyOutbox() throws {
        _ = try register("a")
        try add("1", "2")
        try acknowledge(2, "a")
        let again = try EventStore(path: file.path)
        try again.commit { (store) throws(PeriluneError) in try store.addToOutbox(["": [51, 10]]) }
        #expect(try again.outbox(after: 2)?.withoutSequence == batch("3\n", from: 3))
        let positions = try again.commit { (store) throws(PeriluneError) in
            try store.register(sinks: ["a", "new"])
        }
        #expect(positions == ["a": 2, "new": 3])
    }

    @Test func theSequenceOfNumbersStaysUntilTheLastSinkIsForgotten() throws {
        _ = try register("a", "b")
        try add("1")
        let sequence = try #require(try store.outbox(after: 0)?.sequence)
        #expect(!sequence.isEmpty)
        try store.commit { (store) throws(PeriluneError) in try store.forget(sink: "a") }
        let again = try EventStore(path: file.path)
        #expect(try again.outbox(after: 0)?.sequence == sequence)
        try again.commit { (store) throws(PeriluneError) in
            try store.forget(sink: "b")
            _ = try store.register(sinks: ["c"])
            try store.addToOutbox(["": [49, 10]])
        }
        let batch = try #require(try again.outbox(after: 0))
        #expect(batch.first == 1)
        #expect(batch.sequence != sequence)
    }

    @Test func aForgottenSinkRetainsNoRecords() throws {
        _ = try register("a", "b")
        try add("1")
        try acknowledge(1, "a")
        try store.commit { (store) throws(PeriluneError) in try store.forget(sink: "b") }
        #expect(store.outboxSize == 0)
        try add("2")
        #expect(try store.outbox(after: 1)?.withoutSequence == batch("2\n", from: 2))
    }

    @Test func recordsOfAFailedTransactionAreRolledBack() throws {
        _ = try register("a")
        try add("1")
        #expect(throws: PeriluneError.self) {
            try store.commit { (store) throws(PeriluneError) in
                try store.addToOutbox(["": [50, 10]])
                throw PeriluneError("test.stop", "stop")
            }
        }
        #expect(store.outboxSize == 2)
        try add("3")
        #expect(try store.outbox(after: 0)?.withoutSequence == batch("1\n3\n", from: 1))
    }

    @Test func largeCommitsAreDeliveredInPieces() throws {
        _ = try register("a")
        let line = String(repeating: "x", count: 300_000)
        let long = String(repeating: "y", count: 1_500_000)
        try add(line, line, line, line, long, line)
        var counts: [Int] = []
        var next: Int64 = 0
        while let batch = try store.outbox(after: next) {
            #expect(batch.first == next + 1)
            #expect(batch.records.count { $0 == 10 } == batch.count)
            counts.append(batch.count)
            next = batch.last
        }
        #expect(counts == [3, 1, 1, 1])
        #expect(next == 6)
    }

    @Test(arguments: [true, false])
    func aSinkWithADamagedPositionGetsAllPendingRecords(_ repairs: Bool) throws {
        _ = try register("a", "b")
        try add("1")
        try add("2")
        try acknowledge(1, "b")
        try store.commit { (store) throws(PeriluneError) in
            try store.connection.run("UPDATE sink SET number = 2 WHERE name = 'a'")
        }
        store.close()
        if repairs {
            _ = try StoreRepair.run(file.path, stamp: "t")
        } else {
            let aside = file.path + ".aside"
            try EventStore.forWriting(file.path, settingAside: aside).store.close()
        }
        let again = try EventStore(path: file.path)
        #expect(
            try again.sinks() == [
                StoredSink(name: "a", waiting: 2), StoredSink(name: "b", waiting: 1),
            ])
    }

    @Test func valuesOfEachOutputAreNumberedSeparately() throws {
        _ = try register("a", "b/errors")
        try store.commit { (store) throws(PeriluneError) in
            try store.addToOutbox(["": Array("1\n2\n".utf8), "errors": Array("x\n".utf8)])
            try store.addToOutbox(["errors": Array("y\n".utf8)])
        }
        #expect(
            try store.outbox(of: "errors", after: 0)?.withoutSequence == batch("x\ny\n", from: 1))
        #expect(try store.outbox(after: 0)?.withoutSequence == batch("1\n2\n", from: 1))
        try acknowledge(2, "b/errors")
        #expect(store.outboxSize == 4)
        try acknowledge(2, "a")
        #expect(store.outboxSize == 0)
        let again = try EventStore(path: file.path)
        try again.commit { (store) throws(PeriluneError) in
            try store.addToOutbox(["errors": Array("z\n".utf8)])
        }
        #expect(try again.outbox(of: "errors", after: 2)?.withoutSequence == batch("z\n", from: 3))
    }

    @Test func recordsOfAStoreOfVersion8AreKept() throws {
        let path = file.path + "-8"
        do {
            let connection = try Connection(path: path)
            try RowChecksum.register(connection)
            try Schema.apply(from: 0, to: 8, connection)
            try connection.run("PRAGMA application_id = \(Schema.applicationID)")
            try connection.run("PRAGMA user_version = 8")
            try connection.run(
                """
                INSERT INTO outbox VALUES (2, 2, CAST('1' || char(10) || '2' || char(10) AS BLOB),
                    row_checksum('outbox', 2, 2, CAST('1' || char(10) || '2' || char(10) AS BLOB)));
                INSERT INTO sink VALUES ('a', 0, row_checksum('sink', 'a', 0));
                """)
        }
        let store = try EventStore(path: path)
        #expect(try store.outbox(after: 0)?.withoutSequence == batch("1\n2\n", from: 1))
        #expect(try store.sinks() == [StoredSink(name: "a", waiting: 2)])
        store.close()
    }
}

extension RecordBatch {
    /// The same batch of an unknown sequence, to compare.
    fileprivate var withoutSequence: RecordBatch {
        RecordBatch(records: records, first: first, count: count)
    }
}
