import Foundation
import PeriluneCore
import Synchronization
import Testing

@testable import Perilune
@testable import PeriluneStore

/// Effects that must not happen twice, and whose outcome is unknown.
@Suite(.timeLimit(.minutes(15))) struct OnceEffectTests {
    /// Something outside that answers, or does not.
    private final class Outside: Sendable, Plugin {
        let calls = Mutex<[String]>([])
        /// Whether the answers are lost.
        let isLost = Mutex(false)
        /// Whether no answer comes.
        let isSilent = Mutex(false)
        let canFindOut: Bool
        let name = "outside"

        init(canFindOut: Bool = false) { self.canFindOut = canFindOut }

        func register(in registry: inout Registry) throws(PeriluneError) {
            let parameter = HostFunction.Parameter("what", .string, "What to do.")
            try registry.add(
                HostModule(
                    "outside", "Calls outside.",
                    [
                        HostFunction(
                            "call", "Calls.", [parameter], returns: "string",
                            .async({ values, call in
                                try await call.perform(
                                    "test.call", .init([("what", values[0])]), request: values[0],
                                    once: OnceEffect(
                                        ifDone: "assumed", canFindOut: self.canFindOut)
                                ) {
                                    let answer = try self.call(values[0].string ?? "")
                                    if self.isSilent.withLock(\.self) {
                                        try await Task.sleep(for: .seconds(20))
                                    }
                                    return answer
                                }
                            }))
                    ]))
            try registry.add(
                HTTPSource(path: "/wait") { request throws(PeriluneError) in
                    let event = Event(
                        id: String(decoding: request.body, as: UTF8.self), source: "s",
                        type: "test.made")
                    return .init(
                        [event],
                        answer: .decided { HTTPResponse($0.outcome == .failed ? 500 : 200) })
                })
        }

        private func call(_ what: String) throws(PeriluneError) -> Value {
            calls.withLock { $0.append(OnceEffect.mayHaveHappened ? "\(what) again" : what) }
            if isLost.withLock(\.self), what == "b" {
                throw .effectUnknown("test.call", because: "the answer was lost")
            }
            return .string("answer")
        }
    }

    private let script = Script(
        name: "calls.lua",
        source: """
            local outside = require "outside"
            return { on = "*", priority = 1, execute = function(event, commander)
              local first = outside.call("a")
              local ok, second = pcall(outside.call, "b")
              commander:emit { first, ok, second }
            end }
            """)

    private let other = Script(
        name: "other.lua",
        source:
            #"return { on = "*", execute = function(event, commander) commander:emit "other" end }"#
    )

    private func door(_ outside: Outside, in folder: URL? = nil) throws -> Door {
        let folder = folder ?? Door.newFolder()
        return try Door(in: folder) { options in
            options.output = folder.appendingPathComponent("output").path
        } _: {
            outside
            script
            other
        }
    }

    private func output(_ door: Door) throws -> [String] {
        try String(
            contentsOf: door.folder.appendingPathComponent("output"), encoding: .utf8
        ).split(separator: "\n").map(String.init)
    }

    /// A store with an event whose second effect is unknown.
    private func lose(_ outside: Outside) async throws -> URL {
        let door = try door(outside)
        outside.isLost.withLock { $0 = true }
        _ = await door.send("1")
        await door.drain()
        #expect(door.problems.codes.withLock(\.self) == ["effect.unknown"])
        #expect(try door.written() == ["1 failed"])
        #expect(try output(door) == [])
        door.intake.close()
        outside.isLost.withLock { $0 = false }
        return door.folder
    }

    private func retry(
        _ folder: URL, _ outside: Outside, assuming outcome: AssumedOutcome?
    ) async throws -> Door {
        let door = try door(outside, in: folder)
        _ = try door.intake.retry(.all, assuming: outcome)
        await door.drain()
        return door
    }

    @Test func noScriptHandlesAnEventWithAnUnknownOutcome() async throws {
        let outside = Outside()
        let folder = try await lose(outside)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(outside.calls.withLock(\.self) == ["a", "b"])
    }

    @Test func theQuarantineShowsTheRequest() async throws {
        let outside = Outside()
        let folder = try await lose(outside)
        defer { try? FileManager.default.removeItem(at: folder) }
        let quarantine = try Quarantine(store: folder.appendingPathComponent("events.db").path)
        defer { quarantine.close() }
        var shown: [String] = []
        try quarantine.entries(
            .all, damaged: { _ in },
            { entry in
                shown += entry.intents.map { "\($0.kind) \($0.request)" }
                #expect(entry.error.hint?.contains("--assume done") == true)
            })
        #expect(shown == [#"test.call "b""#])
    }

    @Test(arguments: [
        (AssumedOutcome?.none, ["a", "b"], nil, 1),
        (.done, ["a", "b"], #"["answer",true,"assumed"]"#, 0),
        (.notDone, ["a", "b", "b"], #"["answer",true,"answer"]"#, 0),
    ])
    func aRetryResolvesTheOutcomeAsTheOperatorSays(
        _ outcome: AssumedOutcome?, _ calls: [String], _ emitted: String?, _ left: Int
    ) async throws {
        let outside = Outside()
        let folder = try await lose(outside)
        let door = try await retry(folder, outside, assuming: outcome)
        defer { door.remove() }
        #expect(outside.calls.withLock(\.self) == calls)
        #expect(try output(door) == (emitted.map { [$0] } ?? []))
        #expect(door.intake.quarantined == left)
    }

    @Test func anEffectWhoseOutcomeCanBeQueriedIsQueriedOnRetry() async throws {
        let outside = Outside(canFindOut: true)
        let folder = try await lose(outside)
        let door = try await retry(folder, outside, assuming: nil)
        defer { door.remove() }
        #expect(outside.calls.withLock(\.self) == ["a", "b", "b again"])
        #expect(try output(door) == [#"["answer",true,"answer"]"#])
    }

    /// A crash between the request and its answer leaves the intent.
    @Test func anInterruptedEffectIsNotRepeated() async throws {
        let outside = Outside()
        let folder = Door.newFolder()
        do {
            let first = try door(outside, in: folder)
            _ = await first.send("1")
            await first.drain()
            first.intake.close()
            let connection = try Connection.store(first.store)
            try connection.run(
                "INSERT INTO inbox (number, source, event) VALUES (1, '/events', ?)",
                [.blob(Event(id: "1", source: "s", type: "test.made").json)])
            try connection.run(
                #"UPDATE ledger SET answer = '{"intent":{"value":"assumed"}}' WHERE identity = '1/calls/2'"#
            )
            for table in StoreTable.all {
                try connection.run("UPDATE \(table.name) SET checksum = \(table.checksum)")
            }
        }
        let door = try door(outside, in: folder)
        defer { door.remove() }
        await door.drain()
        #expect(outside.calls.withLock(\.self) == ["a", "b"])
        #expect(door.problems.codes.withLock(\.self) == ["effect.unknown"])
    }

    /// The same for a timer, which is called again since its call was not finished.
    @Test func anInterruptedEffectOfATimerIsNotRepeated() async throws {
        let outside = Outside()
        outside.isSilent.withLock { $0 = true }
        let timers = Script(
            name: "timers.lua",
            source: """
                local outside, timer = require "outside", require "timer"
                return { on = "test.*",
                  execute = function(event) timer.after("1ms") end,
                  onTimer = function(name, commander) commander:emit(outside.call("t")) end }
                """)
        let first = try Door {
            outside
            timers
        }
        defer { first.remove() }
        _ = await first.send("1")
        while outside.calls.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(5)) }
        // As a crash would leave it.
        let folder = Door.newFolder()
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: first.store + ending, toPath: folder.path + "/events.db" + ending)
        }
        let second = try Door(in: folder) {
            outside
            timers
        }
        defer { second.remove() }
        // The problem is reported before the event is in the quarantine.
        while second.intake.quarantined == 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(second.problems.codes.withLock(\.self) == ["effect.unknown"])
        #expect(outside.calls.withLock(\.self) == ["t"])
        await second.drain()
    }

    /// A timer that is set again for the same time is another one.
    @Test func aFinishedTimerDoesNotAnswerForAnotherOne() async throws {
        let outside = Outside()
        let timers = Script(
            name: "timers.lua",
            source: """
                local outside, timer = require "outside", require "timer"
                return { on = "test.*",
                  execute = function(event) timer.at(1772445600) end,
                  onTimer = function(name, commander) commander:emit(outside.call("t")) end }
                """)
        let door = try Door {
            outside
            timers
        }
        defer { door.remove() }
        for id in ["1", "2"] {
            _ = await door.send(id)
            while try door.written().count < 2 * (Int(id) ?? 0) {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        #expect(outside.calls.withLock(\.self) == ["t", "t"])
        await door.drain()
    }

    /// A store with an event whose sender waited, and whose second effect is unknown.
    private func loseWhileTheSenderWaits(_ outside: Outside) async throws -> URL {
        let door = try door(outside)
        outside.isLost.withLock { $0 = true }
        let answer = await door.ask(
            HTTPRequest(method: "POST", path: "/wait", body: Array("1".utf8)))
        #expect(answer.status == 500)
        await door.drain()
        door.intake.close()
        outside.isLost.withLock { $0 = false }
        return door.folder
    }

    @Test func anEventWhoseSenderWaitsIsResolvedTheSameWay() async throws {
        let outside = Outside()
        let folder = try await loseWhileTheSenderWaits(outside)
        let door = try await retry(folder, outside, assuming: .done)
        defer { door.remove() }
        #expect(outside.calls.withLock(\.self) == ["a", "b"])
        #expect(try output(door) == [#"["answer",true,"assumed"]"#])
        #expect(door.intake.quarantined == 0)
    }
}
