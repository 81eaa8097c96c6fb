import Foundation
import PeriluneCore
import Testing

@testable import PeriluneStore

/// What a store has about one subject, and that nothing else is erased.
struct SubjectErasureTests {
    private let file: StoreFile
    private let store: EventStore

    init() throws {
        file = try StoreFile()
        store = try EventStore(path: file.path)
    }

    private func event(_ id: String, subject: String? = nil, key: String? = nil) -> [UInt8] {
        var text = #"{"id":"\#(id)""#
        if let subject { text += #","subject":"\#(subject)""# }
        if let key { text += #","partitionkey":"\#(key)""# }
        return Array((text + "}").utf8)
    }

    /// Accepts an event with an effect that was answered.
    private func accept(_ event: [UInt8], request: String = "{}") throws -> Int64 {
        try store.commit { (store) throws(PeriluneError) in
            let numbers = try store.accept([event], source: "/events", identity: nil, time: 0)
            let number = numbers?.lowerBound ?? 0
            _ = try store.begin(event: number, identity: "1", kind: "k", request: request)
            try store.finish(event: number, identity: "1", answer: #"{"value":7}"#)
            return number
        }
    }

    private func finish(_ number: Int64, quarantining event: [UInt8]? = nil) throws {
        try store.commit { (store) throws(PeriluneError) in
            try store.removeFromInbox([number])
            guard let event else { return }
            try store.quarantine(
                QuarantinedEvent(number: number, source: "/events", event: event, error: "{}"),
                time: 5)
        }
    }

    private func isInLedger(_ number: Int64) throws -> Bool {
        try store.ledgerAnswer(event: number, identity: "1") != nil
    }

    private func erase(keepingInbox: Bool = false) throws -> [Int] {
        try store.erase(subject: "alice", keepingInbox: keepingInbox).list
    }

    @Test func erasesEventsWithTheirEffects() throws {
        let (hers, his) = (event("a", subject: "alice"), event("b", subject: "bob"))
        let waiting = try accept(hers)
        let byKey = try accept(event("k", key: "alice"))
        let other = try accept(his)
        let failed = try accept(hers)
        try finish(failed, quarantining: hers)
        let otherFailed = try accept(his)
        try finish(otherFailed, quarantining: his)
        #expect(try EventStore.count(of: "alice", in: file.path).list == [2, 1, 3, 0, 0])
        #expect(try erase() == [2, 1, 3, 0, 0])
        #expect(try store.unfinished().map(\.number) == [other])
        #expect(try store.quarantine(.all) == [2])
        #expect(store.quarantineSize.events == 1)
        for number in [waiting, byKey, failed] { #expect(try !isInLedger(number)) }
        for number in [other, otherFailed] { #expect(try isInLedger(number)) }
        #expect(try erase() == [0, 0, 0, 0, 0])
    }

    @Test func effectsOfFinishedEventsThatNameTheSubjectAreErased() throws {
        let his = event("b", subject: "bob")
        let finished = try accept(his, request: #"{"to":["alice"]}"#)
        try finish(finished)
        // Processed again, its request would be sent a second time.
        let failed = try accept(his, request: #"{"to":"alice"}"#)
        try finish(failed, quarantining: his)
        let part = try accept(his, request: #"{"to":"alice cooper"}"#)
        try finish(part)
        #expect(try erase() == [0, 0, 1, 0, 0])
        #expect(try [finished, failed, part].map(isInLedger) == [false, true, true])
    }

    @Test func erasesTheStateOfTheKey() throws {
        try store.save(
            ["alice", "alice cooper", "bob"].map { change($0, [UInt8(ascii: "1")]) }
                + [change("alice", [UInt8(ascii: "2")], script: "other.lua")], position: nil)
        #expect(try erase() == [0, 0, 0, 2, 0])
        #expect(try store.load(script: "rules.lua", key: "alice") == nil)
        #expect(try store.load(script: "other.lua", key: "alice") == nil)
        for key in ["alice cooper", "bob"] {
            #expect(try store.load(script: "rules.lua", key: key) != nil)
        }
    }

    @Test func otherRecordsOfTheOutboxKeepTheirNumbers() throws {
        let lines = [#"{"n":1}"#, #"{"who":"alice"}"#, #"{"n":3}"#, #"{"n":4}"#, #"["alice"]"#]
        try store.commit { (store) throws(PeriluneError) in
            _ = try store.register(sinks: ["queue"])
            try store.addToOutbox(["": Array(lines.map { $0 + "\n" }.joined().utf8)])
            try store.addToOutbox(["": Array("{\"n\":6}\n".utf8)])
        }
        #expect(try erase() == [0, 0, 0, 0, 2])
        var found: [[Int64]] = []
        var texts = ""
        var last: Int64 = 0
        while let batch = try store.outbox(after: last) {
            found.append([batch.first, Int64(batch.count)])
            texts += String(decoding: batch.records, as: UTF8.self)
            last = batch.first + Int64(batch.count) - 1
        }
        #expect(found == [[1, 1], [3, 2], [6, 1]])
        #expect(texts == "{\"n\":1}\n{\"n\":3}\n{\"n\":4}\n{\"n\":6}\n")
        #expect(store.outboxSize == texts.utf8.count)
    }

    @Test func countingDoesNotWaitForAWriter() throws {
        _ = try accept(event("a", subject: "alice"))
        let counts = try store.commit { (_) throws(PeriluneError) in
            try EventStore.count(of: "alice", in: file.path)
        }
        #expect(counts.list == [1, 0, 1, 0, 0])
    }

    @Test func theInboxCanBeKept() throws {
        let number = try accept(event("a", subject: "alice"))
        #expect(try erase(keepingInbox: true) == [1, 0, 0, 0, 0])
        #expect(try store.unfinished().map(\.number) == [number])
        #expect(try isInLedger(number))
    }

    @Test func eventsThatAreNotJSONHaveNoSubject() throws {
        let number = try accept(Array("alice".utf8))
        try finish(number, quarantining: Array(#"{"subject":"alice""#.utf8))
        #expect(try erase() == [0, 0, 0, 0, 0])
    }

    @Test func nothingIsLeftInTheFiles() throws {
        let secret = "subject-that-is-found"
        let bytes = event("a", subject: secret)
        try finish(try accept(bytes), quarantining: bytes)
        _ = try store.erase(subject: secret, keepingInbox: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: file.folder.path) {
            let data = try Data(contentsOf: file.folder.appending(path: name))
            #expect(data.firstRange(of: Data(secret.utf8)) == nil, "\(name)")
        }
        #expect(try StoreCheck(path: file.path).damage.isEmpty)
    }
}

extension SubjectCounts {
    fileprivate var list: [Int] { [inbox, quarantine, ledger, state, outbox] }
}
