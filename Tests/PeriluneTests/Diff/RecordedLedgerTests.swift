import PeriluneCore
import PeriluneStore
import Testing

@testable import Perilune

/// Answers out of a store, for a second look at its events.
struct RecordedLedgerTests {
    @Test func answersByIdentityAndKeepsTheLastOne() throws {
        let file = try TemporaryFile([])
        let store = try EventStore(path: file.path)
        try store.commit { (transaction) throws(PeriluneError) in
            for (event, answer) in [(1, #"{"value":"first"}"#), (2, #"{"value":"last"}"#)] {
                _ = try transaction.begin(
                    event: Int64(event), identity: "a/rules/1", kind: "ask", request: "{}")
                try transaction.finish(
                    event: Int64(event), identity: "a/rules/1", answer: answer)
            }
            _ = try transaction.begin(event: 3, identity: "b/rules/1", kind: "ask", request: "{}")
        }
        store.close()
        let ledger = try RecordedLedger(store: file.path)
        #expect(try ledger.answer(to: "a/rules/1") == .value("last"))
        #expect(try ledger.answer(to: "b/rules/1") == nil)
        #expect(try ledger.answer(to: "c/rules/1") == nil)
    }

    @Test func refusesFilesThatAreNotStores() throws {
        let file = try TemporaryFile(Array("no store at all, but a text of some length".utf8))
        let error = #expect(throws: PeriluneError.self) {
            _ = try RecordedLedger(store: file.path)
        }
        #expect(error?.code.rawValue.hasPrefix("store.") == true)
        #expect(throws: PeriluneError.self) { _ = try RecordedLedger(store: file.path + ".no") }
    }
}
