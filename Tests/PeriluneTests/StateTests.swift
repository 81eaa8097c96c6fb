import PeriluneCore
import PeriluneStore
import Synchronization
import Testing

@testable import Perilune

struct StateTests {
    private static let counter = Script(
        name: "count.lua",
        source: """
            local state = require "state"
            return { execute = function(event, commander)
              state.count = (state.count or 0) + 1
              if event.data and event.data.fail then error("no") end
              commander:emit{ id = event.id, n = state.count }
            end }
            """)

    @Test func stateIsKeptForEachKeyAndRolledBackOnFailure() async throws {
        let host = try await Host { Self.counter }
        let results = try await host.process(all: [
            event("1", source: "a"), event("2", source: "b"),
            event("3", source: "a", data: ["fail": true]), event("4", source: "a"),
        ])
        #expect(
            results.text.split(separator: "\n") == [
                #"{"id":"1","n":1}"#, #"{"id":"2","n":1}"#, #"{"id":"4","n":2}"#,
            ])
        #expect(results.outcomes[2] == "3 failed count.lua")
    }

    @Test func twoSpellingsOfALetterAreTwoKeys() async throws {
        let host = try await Host { Self.counter }
        let results = try await host.process(all: [
            event("1", source: "\u{E9}"), event("2", source: "e\u{301}"),
        ])
        #expect(results.text == #"{"id":"1","n":1}"# + "\n" + #"{"id":"2","n":1}"# + "\n")
    }

    @Test func stateOutlivesTheHost() async throws {
        let store = MemoryStateStore()
        for n in 1...2 {
            let host = try await Host(store: store) { Self.counter }
            let results = try await host.process(all: [event("1")])
            #expect(results.text == #"{"id":"1","n":\#(n)}"# + "\n")
        }
    }

    @Test func aBatchIsSavedInOneStep() async throws {
        let store = RecordingStore()
        let host = try await Host(store: store) { Self.counter }
        _ = try await host.process(all: (0..<10).map { event("\($0)", source: "s\($0 % 2)") })
        #expect(store.saves.map(\.count) == [2])
    }

    @Test func storeThatCannotBeWrittenEndsTheBatch() async throws {
        let store = RecordingStore(failure: PeriluneError("store.write", "the disk is full"))
        let host = try await Host(store: store) { Self.counter }
        await #expect(throws: PeriluneError("store.write", "the disk is full")) {
            try await host.process(event("1"))
        }
        await #expect(throws: PeriluneError("store.write", "the disk is full")) {
            try await LogRun([line("1")], on: host)
        }
    }

    @Test func changesThatCouldNotBeSavedAreSavedNextTime() async throws {
        let store = RecordingStore(failure: PeriluneError("store.busy", "it is locked"))
        let host = try await Host(store: store) { Self.counter }
        _ = try? await host.process(event("1"))
        store.failure = nil
        let results = try await host.process(all: [event("2")])
        #expect(results.text == #"{"id":"2","n":2}"# + "\n")
        #expect(store.saves.count == 1)
    }
}

/// Notes what is saved, or refuses it.
private final class RecordingStore: StateStore {
    private let state: Mutex<(saves: [[StateChange]], failure: PeriluneError?)>
    private let memory = MemoryStateStore()

    init(failure: PeriluneError? = nil) { state = Mutex(([], failure)) }

    var saves: [[StateChange]] { state.withLock(\.saves) }
    var failure: PeriluneError? {
        get { state.withLock(\.failure) }
        set { state.withLock { $0.failure = newValue } }
    }

    func load(script: String, key: String) -> [UInt8]? { memory.load(script: script, key: key) }

    func save(_ changes: [StateChange], position: InputPosition?) throws(PeriluneError) {
        if let failure { throw failure }
        state.withLock { $0.saves.append(changes) }
        memory.save(changes, position: position)
    }

    func position(of log: String) -> InputPosition? { nil }
}
