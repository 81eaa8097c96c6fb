import Foundation
import PeriluneCore
import Synchronization
import Testing

@testable import Perilune
@testable import PeriluneStore

/// Effects that async calls make: once for an event, however often it is decided.
@Suite(.timeLimit(.minutes(15))) struct EffectTests {
    /// What was carried out, and what is to be answered.
    private final class Outside: Sendable {
        let calls = Mutex<[String]>([])
        let fails = Mutex(false)
        /// The same for the call `away` alone.
        let away = Mutex(false)

        var plugin: some Plugin { Calling(outside: self) }
    }

    private struct Calling: Plugin {
        let outside: Outside
        var name: String { "calling" }

        func register(in registry: inout Registry) throws(PeriluneError) {
            let outside = outside
            let parameter = HostFunction.Parameter("what", .string, "What to do.")
            try registry.add(
                HostModule(
                    "outside", "Calls outside.",
                    [
                        HostFunction(
                            "call", "Calls.", [parameter], returns: "string",
                            .async({ values, call in
                                try await call.perform(
                                    "test.call", .init([("what", values[0])]), request: values[0]
                                ) {
                                    let isAway =
                                        values[0] == "away" && outside.away.withLock(\.self)
                                    if isAway || outside.fails.withLock(\.self) {
                                        throw PeriluneError("test.refused", "refused")
                                    }
                                    return outside.calls.withLock { calls in
                                        calls.append("\(values[0].string ?? "") \(call.identity)")
                                        return .string("answer \(calls.count)")
                                    }
                                }
                            }))
                    ]))
        }
    }

    private func script(_ what: String = "a", _ end: String = "") -> Script {
        Script(
            name: "calls.lua",
            source: """
                local outside, state = require "outside", require "state"
                return { on = "*", execute = function(event, commander)
                  local first = outside.call("\(what)")
                  local ok, second = pcall(outside.call, "b")
                  state.count = (state.count or 0) + 1
                  commander:emit({ first, second })
                  \(end)
                end }
                """)
    }

    private func output(_ folder: URL) throws -> [String] {
        try String(contentsOf: folder.appendingPathComponent("output"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    private func door(
        _ outside: Outside, _ script: Script, in folder: URL? = nil, dryRun: Bool = false
    ) throws -> Door {
        let folder = folder ?? Door.newFolder()
        return try Door(in: folder) { options in
            options.output = folder.appendingPathComponent("output").path
            options.host.isDryRun = dryRun
        } _: {
            outside.plugin
            script
        }
    }

    /// Puts a decided event back into the inbox, as if the process had ended before it was settled.
    private func forgetDecision(_ folder: URL, from sql: String = "") throws {
        let connection = try Connection.store(folder.appendingPathComponent("events.db").path)
        let event = Event(id: "1", source: "s", type: "test.made").json
        try connection.run(
            "INSERT INTO inbox (number, source, event) VALUES (1, '/events', ?)", [.blob(event)])
        try connection.run("DELETE FROM state; UPDATE output SET offset = 0; \(sql)")
        for table in StoreTable.all {
            try connection.run("UPDATE \(table.name) SET checksum = \(table.checksum)")
        }
    }

    @Test func areInTheRecordInOrder() async throws {
        let outside = Outside()
        let door = try door(outside, script())
        defer { door.remove() }
        _ = await door.send("1")
        await door.drain()
        #expect(outside.calls.withLock(\.self) == ["a 1/calls/1", "b 1/calls/2"])
        let effects = try Value(json: try #require(try door.lines().first))["effects"]
        #expect(
            effects?.json
                == #"[{"id":"1/calls/1","kind":"test.call","what":"a"},{"id":"1/calls/2","kind":"test.call","what":"b"}]"#
        )
        #expect(try output(door.folder) == [#"["answer 1","answer 2"]"#])
    }

    @Test func areAnsweredFromTheLedgerWhenTheEventIsDecidedAgain() async throws {
        let outside = Outside()
        let folder = Door.newFolder()
        do {
            let first = try door(outside, script(), in: folder)
            _ = await first.send("1")
            await first.drain()
        }
        try forgetDecision(folder)
        let second = try door(outside, script(), in: folder)
        defer { second.remove() }
        await second.drain()
        #expect(outside.calls.withLock(\.self).count == 2)
        #expect(try output(folder) == [#"["answer 1","answer 2"]"#])
        #expect(try second.written() == ["1 handled"])
        let state = try EventStore(path: second.store).load(script: "calls.lua", key: "s")
        #expect(state.map(text)?.contains("\"count\":1") == true)
    }

    @Test func anEffectWithoutAnAnswerIsRepeatedUnderItsIdentity() async throws {
        let outside = Outside()
        let folder = Door.newFolder()
        do {
            let first = try door(outside, script(), in: folder)
            _ = await first.send("1")
            await first.drain()
        }
        try forgetDecision(
            folder, from: "UPDATE ledger SET answer = NULL WHERE identity = '1/calls/2'")
        let second = try door(outside, script(), in: folder)
        defer { second.remove() }
        await second.drain()
        #expect(
            outside.calls.withLock(\.self) == ["a 1/calls/1", "b 1/calls/2", "b 1/calls/2"])
        #expect(try output(folder) == [#"["answer 1","answer 3"]"#])
    }

    @Test func aDamagedRowOfTheLedgerFailsItsEventAlone() async throws {
        let outside = Outside()
        let folder = Door.newFolder()
        do {
            let first = try door(outside, script(), in: folder)
            _ = await first.send("1")
            await first.drain()
        }
        // More rows than the start reads.
        let later = (2...30).map {
            "INSERT INTO ledger (event, identity, kind, request) VALUES (\($0), 'x', 'k', 'r');"
        }
        try forgetDecision(
            folder, from: later.joined() + "UPDATE sqlite_sequence SET seq = 30")
        try Connection(path: folder.appendingPathComponent("events.db").path)
            .run("UPDATE ledger SET checksum = checksum + 1 WHERE identity = '1/calls/1'")
        let second = try door(outside, script(), in: folder)
        defer { second.remove() }
        #expect(await second.send("2").status == 202)
        await second.drain()
        #expect(try second.written().sorted() == ["1 failed", "2 handled"])
        #expect(second.problems.codes.withLock(\.self) == ["store.row"])
    }

    @Test func anotherRequestUnderTheSameIdentityIsRefused() async throws {
        let outside = Outside()
        let folder = Door.newFolder()
        do {
            let first = try door(outside, script(), in: folder)
            _ = await first.send("1")
            await first.drain()
        }
        try forgetDecision(folder)
        let second = try door(outside, script("changed"), in: folder)
        defer { second.remove() }
        await second.drain()
        #expect(outside.calls.withLock(\.self).count == 2)
        #expect(try second.written() == ["1 failed"])
        #expect(second.problems.codes.withLock(\.self) == ["effect.changed"])
    }

    @Test func anErrorThatTheScriptCaughtIsRepeated() async throws {
        let outside = Outside()
        outside.fails.withLock { $0 = true }
        let rescued = Script(
            name: "calls.lua",
            source: """
                local outside = require "outside"
                return { on = "*", execute = function(event, commander)
                  local ok, e = pcall(outside.call, "a")
                  commander:emit({ ok, e.code })
                end }
                """)
        let folder = Door.newFolder()
        do {
            let first = try door(outside, rescued, in: folder)
            _ = await first.send("1")
            await first.drain()
        }
        outside.fails.withLock { $0 = false }
        try forgetDecision(folder)
        let second = try door(outside, rescued, in: folder)
        defer { second.remove() }
        await second.drain()
        #expect(outside.calls.withLock(\.self) == [])
        #expect(try output(folder) == [#"[false,"test.refused"]"#])
    }

    /// Fails at its second call as long as the outside is away.
    private let fragile = Script(
        name: "calls.lua",
        source: """
            local outside = require "outside"
            return { on = "*", execute = function(event, commander)
              commander:emit({ outside.call("a"), outside.call("away") })
            end }
            """)

    @Test func aRepeatedDeliveryOfAFailedEventIsDecidedAgain() async throws {
        let outside = Outside()
        outside.away.withLock { $0 = true }
        let door = try door(outside, fragile)
        defer { door.remove() }
        _ = await door.send("1")
        while door.intake.unfinished > 0 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(door.intake.quarantined == 1)
        #expect(await door.get("/metrics").text.contains("perilune_quarantine_events 1\n"))
        #expect(door.problems.places.withLock(\.self) == ["/events 1"])
        outside.away.withLock { $0 = false }
        #expect(await door.send("1").text == "{\"accepted\":1}\n")
        await door.drain()
        #expect(door.intake.quarantined == 0)
        // The first call was answered before.
        #expect(outside.calls.withLock(\.self) == ["a 1/calls/1", "away 1/calls/2"])
        #expect(try door.written() == ["1 failed", "1 handled"])
    }

    @Test func aRetriedEventIsDecidedLikeANewOne() async throws {
        let outside = Outside()
        outside.away.withLock { $0 = true }
        let folder = Door.newFolder()
        do {
            let first = try door(outside, fragile, in: folder)
            for id in ["1", "2"] { _ = await first.send(id) }
            await first.drain()
            first.intake.close()
        }
        outside.away.withLock { $0 = false }
        let quarantine = try Quarantine(store: folder.appendingPathComponent("events.db").path)
        var seen: [String] = []
        func ignore(_ error: PeriluneError) {}
        try quarantine.entries(.all, damaged: ignore) { entry in
            seen.append("\(entry.id) \(entry.event ?? "") \(entry.error.code.rawValue)")
        }
        #expect(seen == ["1 1 test.refused", "2 2 test.refused"])
        quarantine.close()
        let second = try door(outside, fragile, in: folder)
        defer { second.remove() }
        #expect(try second.intake.retry(.ids([2])).events == 1)
        await second.drain()
        #expect(second.intake.quarantined == 1)
        #expect(second.intake.failures == 0)
        #expect(try second.written() == ["1 failed", "2 failed", "2 handled"])
        #expect(try output(folder) == [#"["answer 2","answer 3"]"#])
    }

    @Test func performedEffectsStayInTheRecordOfAFailedEvent() async throws {
        let outside = Outside()
        let door = try door(outside, script("a", "error('late')"))
        defer { door.remove() }
        _ = await door.send("1")
        await door.drain()
        let record = try Value(json: try #require(try door.lines().first))
        #expect(record["outcome"] == "failed")
        #expect(record["effects"]?.array?.count == 2)
        #expect(try output(door.folder) == [])
    }

    @Test func aDryRunDescribesAndRefusesToGuess() async throws {
        let outside = Outside()
        let door = try door(outside, script(), dryRun: true)
        defer { door.remove() }
        _ = await door.send("1")
        await door.drain()
        #expect(outside.calls.withLock(\.self) == [])
        let record = try Value(json: try #require(try door.lines().first))
        #expect(record["error"]?["code"] == "effect.dry-run")
        #expect(record["effects"]?[0]?["what"] == "a")
    }

    @Test func stateOfASuspendedEventIsNotSavedInPart() async throws {
        // The first delegate changes its state and passes; the second one waits. Meanwhile the store must
        // not have the change, since the event would be decided again after a crash.
        let journal = Journal()
        let counting = Script(
            name: "first.lua",
            source: """
                local state = require "state"
                return { on = "*", execute = function(event, commander)
                  state.count = (state.count or 0) + 1
                  return commander:pass()
                end }
                """)
        let door = try Door {
            counting
            Delegate(name: "slow", interests: Interests()) { _ in
                Slow(journal: journal, form: .reader)
            }
        }
        defer { door.remove() }
        _ = await door.send("1", source: "a", data: ["until": "never"])
        _ = await door.send("2", source: "b")
        await journal.waitFor("execute 2")
        while try door.lines().count < 1 { try await Task.sleep(for: .milliseconds(2)) }
        let store = try EventStore(path: door.store)
        for _ in 0..<100 where try store.load(script: "first.lua", key: "b") == nil {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(try store.load(script: "first.lua", key: "b") != nil)
        #expect(try store.load(script: "first.lua", key: "a") == nil)
        #expect(try store.unfinished().count == 1)
        journal.note("execute never")
        await door.drain()
        #expect(try store.load(script: "first.lua", key: "a") != nil)
        #expect(try store.unfinished().isEmpty)
    }
}
