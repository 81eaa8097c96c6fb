import PeriluneCore
import PeriluneStore
import Testing

@testable import Perilune

/// State outlives the version that kept it.
struct StateVersionTests {
    private let store = MemoryStateStore()

    private func script(_ fields: String, _ body: String = "") -> Script {
        Script(
            name: "count.lua",
            source: """
                local state = require "state"
                return { on = "*", \(fields)
                  execute = function(event, commander)
                    \(body.isEmpty ? "state.count = (state.count or 0) + 1" : body)
                    commander:emit(state.count)
                  end }
                """)
    }

    private func run(_ script: Script, _ id: String = "1") async throws -> Host.Results {
        try await Host(store: store) { script }.process(all: [event(id)])
    }

    private var kept: String? {
        store.load(script: "count.lua", key: "s").map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func stateCarriesOverAReload() async throws {
        let host = try await Host { script("") }
        _ = try await host.process(all: [event("1"), event("2")])
        try await host.reload([script("priority = 1,")])
        #expect(try await host.process(all: [event("3")]).text == "3\n")
    }

    @Test func withoutAVersionStateIsJSONAlone() async throws {
        _ = try await run(script(""))
        #expect(kept == #"{"count":1}"#)
        _ = try await run(script("version = 1,"))
        #expect(kept == #"{"count":2}"#)
    }

    @Test func stateOfAnOlderVersionGoesThroughMigrateOnce() async throws {
        _ = try await run(script(""))
        let second = script(
            "version = 2, migrate = function(old, from) return { count = old.count * 100 + from } end,"
        )
        #expect(try await run(second).text == "102\n")
        #expect(kept == #"@2 {"count":102}"#)
        #expect(try await run(second).text == "103\n")
    }

    @Test func migratedStateIsSavedEvenIfTheEventOnlyReads() async throws {
        _ = try await run(script(""))
        _ = try await run(
            script(
                "version = 3, migrate = function(old) old.count = 7 return old end,",
                "local _ = state.count"))
        #expect(kept == #"@3 {"count":7}"#)
    }

    @Test func migrateMayBeAMethod() async throws {
        _ = try await run(script(""))
        let method = Script(
            name: "count.lua",
            source: """
                local state = require "state"
                local M = { version = 2, on = "*" }
                function M:migrate(old, from) return { count = old.count * 10 + self.version } end
                function M:execute(event, commander) commander:emit(state.count) end
                return M
                """)
        #expect(try await run(method).text == "12\n")
    }

    @Test func withoutMigrateStateIsUsedUnchanged() async throws {
        _ = try await run(script(""))
        #expect(try await run(script("version = 5,")).text == "2\n")
        #expect(kept == #"@5 {"count":2}"#)
    }

    @Test(arguments: [
        ("error('no way')", "no way"), ("return 4", "got number"), ("", "got nil"),
        ("return require('state')", "state cannot"),
        ("return { count = state.count }", "cannot use the module state"),
        ("while true do end", ""),
    ])
    func aMigrateThatFailsFailsTheEventAndKeepsTheState(
        _ body: String, _ message: String
    ) async throws {
        _ = try await run(script(""))
        let broken = script("\nversion = 2, migrate = function(old)\n\(body) end,")
        let results = try await run(broken)
        let error = try #require(results.records.first?.error)
        #expect(results.records.first?.outcome == .failed)
        #expect(error.message.contains(message))
        if body == "error('no way')" { #expect(error.place.line == 4) }
        #expect(kept == #"{"count":1}"#)
    }

    @Test func anEventThatCatchesTheErrorOfMigrateKeepsTheStateToo() async throws {
        _ = try await run(script(""))
        let broken = script(
            "version = 2, migrate = function(old) error('no') end,",
            "pcall(function() state.count = 9 end) if true then return end")
        #expect(try await run(broken).records.first?.outcome == .handled)
        #expect(kept == #"{"count":1}"#)
    }

    @Test func anOlderVersionDoesNotTouchNewerState() async throws {
        _ = try await run(script("version = 3,"))
        let results = try await run(script("version = 2, migrate = function(old) return {} end,"))
        let error = try #require(results.records.first?.error)
        #expect(error.code == "state.newer")
        #expect(error.message.contains("has version 3, but the script has version 2"))
        #expect(error.place.line == 4)
        #expect(kept == #"@3 {"count":1}"#)
    }

    @Test func aReloadBelowTheVersionOfTheStateIsRefused() async throws {
        let host = try await Host(store: store) { script("version = 3,") }
        // Nothing is kept yet.
        try await host.reload([script("version = 2,")])
        try await host.reload([script("version = 3,")])
        _ = try await host.process(all: [event("1")])
        let error = await #expect(throws: PeriluneError.self) {
            try await host.reload([script("version = 2, migrate = function(old) return old end,")])
        }
        #expect(error?.code == "state.newer")
        #expect(error?.hint?.contains("version above 3") == true)
        try await host.reload([])
        await #expect(throws: PeriluneError.self) { try await host.reload([script("")]) }
        try await host.reload([script("version = 4,")])
        #expect(try await host.process(all: [event("2")]).text == "2\n")
    }

    @Test func readsBackWhatItWrites() {
        for version in [1, 2, Int64.max] {
            let read = VersionedState(
                VersionedState.bytes(json: Array("{}".utf8), version: version))
            #expect(read.version == version)
            #expect(Array(read.json) == Array("{}".utf8))
        }
        for text in ["", "@", "@2", "@ {}", "@x {}", "[1]"] {
            let read = VersionedState(Array(text.utf8))
            #expect(read.version == 1)
            #expect(Array(read.json) == Array(text.utf8))
        }
    }
}
