import Foundation
import PeriluneCore
import PeriluneStore
import Testing

@testable import PeriluneNATS

/// Stores whose commits are in a stream.
struct NATSCommitLogTests {
    private let server: NATSServerProcess
    private let folder: URL

    init() throws {
        server = try NATSServerProcess()
        try server.create("COMMITS", "c.*")
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func log(_ lane: Int, mayFork: Bool? = nil) throws -> NATSCommitLog {
        try NATSCommitLog(
            NATSConnection(server.connection), stream: "COMMITS", subject: "c.\(lane)",
            timeout: .seconds(2), mayFork: mayFork)
    }

    private func open(_ name: String, lane: Int = 0, mayFork: Bool? = nil) throws -> EventStore {
        let path = folder.appending(path: name).path
        let log = try log(lane, mayFork: mayFork)
        if !FileManager.default.fileExists(atPath: path) { try log.begin(StoreCommit.empty) }
        return try EventStore.forWriting(path, log: log).store
    }

    private func save(_ key: String, _ store: EventStore, size: Int = 1) throws(PeriluneError) {
        let value = [UInt8](repeating: 7, count: size)
        try store.save([StateChange(script: "s", key: "\u{1F}" + key, value: value)], position: nil)
    }

    private func keys(_ store: EventStore) throws -> [String] {
        try store.values(script: "s", prefix: "\u{1F}", after: nil, limit: 1000)
            .map { String($0.key.dropFirst()) }
    }

    private func code(_ body: () throws -> Void) -> PeriluneError.Code? {
        #expect(throws: PeriluneError.self, performing: body)?.code
    }

    @Test func ofTwoOwnersOneIsFenced() throws {
        let first = try open("first")
        try save("a", first)
        let second = try open("second")
        #expect(try keys(second) == ["a"])
        try save("b", second)
        #expect(code { try save("c", first) } == .commitFenced)
        #expect(code { try save("d", first) } == "store.closed")
        try save("e", second)
        first.close()
        #expect(try keys(try open("first")) == ["a", "b", "e"])
        #expect(try server.messages(of: "COMMITS").count == 4)
    }

    @Test func twoOwnersThatTakeTurnsLoseNothing() throws {
        var stores = [try open("0"), try open("1")]
        var saved: [String] = []
        for number in 0..<60 {
            let owner = number * number / 7 % 2
            let key = "\(1000 + number)"
            do {
                try save(key, stores[owner])
            } catch {
                #expect(error.code == .commitFenced)
                stores[owner].close()
                stores[owner] = try open("\(owner)")
                try save(key, stores[owner])
            }
            saved.append(key)
        }
        for store in stores { store.close() }
        #expect(try keys(open("0")) == saved)
        #expect(try keys(open("copy")) == saved)
    }

    /// Also if servers may store a commit that does not follow the last one, so that a writer looks for it.
    @Test(arguments: [false, true]) func lanesDoNotFenceEachOther(_ mayFork: Bool) throws {
        let one = try open("one", lane: 1, mayFork: mayFork)
        let two = try open("two", lane: 2, mayFork: mayFork)
        for number in 0..<10 {
            try save("\(number)", one)
            try save("\(number)", two)
        }
        one.close()
        #expect(try keys(open("one", lane: 1)).count == 10)
    }

    /// Servers before 2.11 with replicas may store it, although it does not follow the last commit.
    @Test func aCommitThatFollowsAnEarlierOneIsVoidForAllReaders() throws {
        let store = try open("store")
        try save("a", store)
        try save("b", store)
        let commits = try server.messages(of: "COMMITS")
        let publisher = try NATSPublisher(NATSConnection(server.connection))
        for follows in [1, 4] {
            let message = NATSPublisher.Message(
                "c.0", headers: [(name: NATSCommitLog.follows, value: "\(follows)")],
                data: commits[1].data)
            _ = try publisher.append(message, after: nil, timeout: .seconds(2))
        }
        #expect(code { try save("c", store) } == .commitFenced)
        store.close()
        let again = try open("store")
        try save("d", again)
        try save("e", again)
        #expect(try keys(again) == ["a", "b", "d", "e"])
        #expect(try keys(open("copy")) == ["a", "b", "d", "e"])
        #expect(try server.messages(of: "COMMITS").count == 7)
    }

    @Test func aCommitIsTheFirstMessageAfterTheOneItFollows() throws {
        let store = try open("store")
        for key in ["a", "b", "c"] { try save(key, store) }
        let connection = try NATSConnection(server.connection)
        func first(_ number: UInt64) throws -> UInt64? {
            try connection.firstSequence(
                stream: "COMMITS", subject: "c.0", after: number, timeout: .seconds(2))
        }
        #expect(try (1...4).map(first) == [2, 3, 4, nil])
    }

    @Test func aCommitLargerThanAMessageIsRefusedBeforeItIsSent() throws {
        let store = try open("store")
        #expect(code { try save("large", store, size: 1 << 20) } == .commitSize)
        try save("small", store)
        #expect(try keys(store) == ["small"])
    }

    @Test func aServerThatIsKilledLosesNoCommit() throws {
        let store = try open("store")
        try save("a", store)
        server.kill()
        #expect(code { try save("b", store) } == .commitFailed)
        try server.start()
        store.close()
        let again = try open("store")
        #expect(try keys(again) == ["a"])
        try save("c", again)
        #expect(try keys(open("copy")) == ["a", "c"])
    }

    @Test func aLogWithoutAFirstCommitIsNotTakenForANewOne() throws {
        let path = folder.appending(path: "new").path
        #expect(code { _ = try EventStore.forWriting(path, log: log(0)) } == "commit.missing")
    }

    @Test func aStoreThatIsAheadOfTheLogIsRefused() throws {
        let store = try open("store")
        try save("a", store)
        store.close()
        try server.request("$JS.API.STREAM.PURGE.COMMITS", "")
        #expect(code { _ = try open("store") } == "commit.missing")
    }
}
