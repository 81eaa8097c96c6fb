import Foundation
import PeriluneCore
import Testing

@testable import PeriluneStore

struct QuarantineTests {
    private let file: StoreFile
    private let store: EventStore

    init() throws {
        file = try StoreFile()
        store = try EventStore(path: file.path)
    }

    private func number(_ sql: String) throws -> Int64 {
        try Connection(path: file.path).number(sql)
    }

    /// An accepted event that failed, with one effect that happened and one that did not.
    private func fail(
        _ event: String, _ code: String = "http.connect", isPublished: Bool = false
    ) throws {
        try store.commit { (store) throws(PeriluneError) in
            let numbers = try store.accept(
                [Array(event.utf8)], source: "/events", identity: event, time: 0)
            let number = numbers?.lowerBound ?? 0
            for (identity, answer) in [("1", #"{"value":7}"#), ("2", #"{"error":{}}"#)] {
                _ = try store.begin(event: number, identity: identity, kind: "k", request: "r")
                try store.finish(event: number, identity: identity, answer: answer)
            }
            try store.removeFromInbox([number])
            try store.quarantine(
                QuarantinedEvent(
                    number: number, source: "/events", event: Array(event.utf8),
                    error: #"{"code":"\#(code)"}"#, isPublished: isPublished),
                time: 5)
        }
    }

    private func retry(_ choice: QuarantineChoice) throws -> Int {
        try store.commit { (store) throws(PeriluneError) in try store.retry(choice).count }
    }

    @Test func aRetryGoesBackToTheInboxUnderItsNumberAndForgetsErrors() throws {
        try fail("a")
        #expect(try retry(.all) == 1)
        #expect(try store.quarantineCount() == 0)
        #expect(try store.unfinished().map(\.number) == [1])
        #expect(try store.ledgerAnswer(event: 1, identity: "1") == #"{"value":7}"#)
        #expect(try store.ledgerAnswer(event: 1, identity: "2") == nil)
    }

    @Test func aPublishedEventGetsItsOwnNumberAndTheAnswersOfItsParent() throws {
        try fail("a", isPublished: true)
        #expect(try retry(.all) == 1)
        let number = try #require(try store.unfinished().first?.number)
        #expect(number == 2)
        #expect(try store.ledgerAnswer(event: number, identity: "1") == #"{"value":7}"#)
        #expect(try store.ledgerAnswer(event: number, identity: "2") == nil)
        #expect(try store.ledgerAnswer(event: 1, identity: "2") != nil)
    }

    @Test func choosesByNumberAndByCode() throws {
        try fail("a", "http.connect")
        try fail("b", "script.runtime")
        try fail("c", "http.connect")
        #expect(try store.quarantine(.all) == [1, 2, 3])
        #expect(try store.quarantine(.code("http.connect")) == [1, 3])
        #expect(try store.quarantine(.ids([3, 2, 3])) == [2, 3])
        #expect(
            code { () throws(PeriluneError) in _ = try store.quarantine(.ids([2, 9])) }
                == "quarantine.missing")
        #expect(try retry(.code("http.connect")) == 2)
        #expect(try store.quarantine(.all) == [2])
    }

    @Test func droppedEventsAreDeleted() throws {
        try fail("a")
        let dropped = try store.commit { (store) throws(PeriluneError) in try store.drop(.all) }
        #expect(dropped == 1)
        #expect(try store.quarantineCount() == 0)
        #expect(try store.unfinished().isEmpty)
    }

    @Test func aRepeatedDeliveryLeavesTheQuarantine() throws {
        try fail("a")
        func accept() throws -> Range<Int64>? {
            try store.commit { (store) throws(PeriluneError) in
                try store.accept([Array("a".utf8)], source: "/events", identity: "a", time: 9)
            }
        }
        #expect(try accept() == 1..<2)
        #expect(try store.quarantineCount() == 0)
        #expect(try store.ledgerAnswer(event: 1, identity: "2") == nil)
        // From here on it is a repetition again.
        #expect(try accept() == nil)
    }

    @Test func theParentOfAPublishedEventIsNotDecidedAgain() throws {
        try fail("a", isPublished: true)
        let again = try store.commit { (store) throws(PeriluneError) in
            try store.accept([Array("a".utf8)], source: "/events", identity: "a", time: 9)
        }
        #expect(again == nil)
        #expect(try store.quarantineCount() == 1)
    }

    @Test func effectsOfQuarantinedEventsAreNotForgotten() throws {
        try fail("a")
        try store.commit { (store) throws(PeriluneError) in
            try store.forget(before: 100, keeping: 0)
        }
        #expect(try number("SELECT count(*) FROM seen") == 0)
        #expect(try store.ledgerAnswer(event: 1, identity: "1") != nil)
    }

    @Test func aClosedStoreLeavesNothingBesideItsFile() throws {
        try fail("a")
        store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
        #expect(names == ["state.db"])
        #expect(code { () throws(PeriluneError) in _ = try store.unfinished() } == "store.closed")
    }

    @Test func anEventOfALogKeepsTheAnswersThatItsEffectsHave() throws {
        let file = try StoreFile()
        let store = try EventStore(path: file.path)
        let event = QuarantinedEvent(
            number: -7, source: "a.log:7", event: [1], error: "{}")
        try store.commit { (transaction) throws(PeriluneError) in
            for line: Int64 in [-7, -6] {
                _ = try transaction.begin(
                    event: line, identity: "e/1", kind: "http", request: "{}")
                try transaction.finish(event: line, identity: "e/1", answer: "{\"value\":1}")
            }
            try transaction.quarantine(ofLines: [event], time: 1)
            try transaction.forgetEffects(ofLinesBefore: -8)
        }
        let id = try #require(try store.quarantine(.all).first)
        let number = try #require(try store.quarantined(id)?.event.number)
        #expect(number > 0)
        #expect(try store.ledgerAnswer(event: number, identity: "e/1") == "{\"value\":1}")
        #expect(try store.ledgerAnswer(event: -6, identity: "e/1") == nil)
        #expect(
            try store.commit { (transaction) throws(PeriluneError) in
                try transaction.retry(.all).count
            } == 1)
        #expect(try store.unfinished().map(\.number) == [number])
        #expect(try store.ledgerAnswer(event: number, identity: "e/1") == "{\"value\":1}")
    }
}
