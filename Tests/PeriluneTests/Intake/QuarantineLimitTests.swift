import Foundation
import PeriluneCore
import PeriluneStore
import Synchronization
import Testing

@testable import Perilune

/// A full quarantine: no events are accepted, and none are lost.
@Suite(.timeLimit(.minutes(5))) struct QuarantineLimitTests {
    private let failing = Script(
        name: "fail.lua",
        source: "return { on = 'test.*', execute = function() error('no') end }")

    private func fill(_ door: Door, _ ids: ClosedRange<Int>) async throws {
        for id in ids { #expect(await door.send("\(id)").status == 202) }
        while door.intake.unfinished > 0 { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func aFullQuarantineAcceptsNoEventsUntilSomeAreDropped() async throws {
        let door = try Door {
            $0.quarantineLimit = 5
        } _: {
            failing
        }
        defer { door.remove() }
        try await fill(door, 1...5)
        let refused = await door.send("6")
        #expect(refused.status == 503)
        #expect(refused.errorCode == "quarantine.full")
        #expect(refused.headers["Retry-After"] == "60")
        #expect(await door.get("/readyz").errorCode == "quarantine.full")
        #expect(await door.get("/metrics").text.contains("perilune_quarantine_fill_ratio 1"))
        #expect(try door.intake.drop(.ids([1, 2])) == 2)
        #expect(await door.get("/readyz").status == 200)
        try await fill(door, 7...7)
        await door.drain()
    }

    @Test func eventsThatAreTooOldAreDeleted() async throws {
        let door = try Door {
            $0.quarantineDays = 30
        } _: {
            failing
        }
        defer { door.remove() }
        try await fill(door, 1...2)
        let now = Timestamp.now.microseconds
        let day: Int64 = 86_400_000_000
        #expect(try door.intake.dropExpired(now: Timestamp(microseconds: now + 29 * day)) == 0)
        #expect(try door.intake.dropExpired(now: Timestamp(microseconds: now + 31 * day)) == 2)
        #expect(door.intake.quarantined == 0)
        await door.drain()
    }

    @Test func bytesAreLimitedToo() async throws {
        let door = try Door {
            $0.quarantineByteLimit = 300
        } _: {
            failing
        }
        defer { door.remove() }
        try await fill(door, 1...1)
        #expect(await door.send("2").errorCode == nil)
        while door.intake.unfinished > 0 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(await door.send("3").errorCode == "quarantine.full")
        await door.drain()
    }

    @Test func aWarningIsLoggedOnceBeforeTheLimit() async throws {
        let door = try Door {
            $0.quarantineLimit = 5
        } _: {
            failing
        }
        defer { door.remove() }
        try await fill(door, 1...3)
        #expect(!door.problems.codes.withLock(\.self).contains("quarantine.filling"))
        // Both in one commit would fill it at once.
        try await fill(door, 4...4)
        try await fill(door, 5...5)
        await door.drain()
        let codes = door.problems.codes.withLock(\.self)
        #expect(codes.count { $0 == "quarantine.filling" } == 1)
    }

    /// Events that were accepted before and fail are kept beyond the limit.
    @Test func eventsThatWereAcceptedAreKeptBeyondTheLimit() async throws {
        let folder = Door.newFolder()
        let path = folder.appending(path: "events.db").path
        do {
            let store = try EventStore(path: path)
            try store.commit { (store) throws(PeriluneError) in
                let events = (1...4).map { Event(id: "\($0)", source: "s", type: "test.made").json }
                _ = try store.accept(events, source: "/events", identity: nil, time: 0)
            }
            store.close()
        }
        let door = try Door(in: folder) {
            $0.quarantineLimit = 2
        } _: {
            failing
        }
        defer { door.remove() }
        while door.intake.unfinished > 0 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(door.intake.quarantined == 4)
        #expect(await door.send("5").errorCode == "quarantine.full")
        await door.drain()
    }

    @Test func aDamagedRowThatIsSetAsideIsReported() async throws {
        let folder = Door.newFolder()
        let path = folder.appending(path: "events.db").path
        do {
            let store = try EventStore(path: path)
            try store.save([StateChange(script: "a", key: "k", value: [1])], position: nil)
            store.close()
        }
        try Connection(path: path).run("UPDATE state SET checksum = checksum + 1")
        let error = #expect(throws: PeriluneError.self) { try Door(in: folder) { failing } }
        #expect(error?.code == .storeRow)
        let door = try Door(in: folder) {
            $0.setsAsideDamagedRows = true
        } _: {
            failing
        }
        defer { door.remove() }
        #expect(door.problems.codes.withLock(\.self) == ["store.row"])
        await door.drain()
    }
}
