import PeriluneCore
import PeriluneStore
import Testing

@testable import Perilune

/// A host can refuse scripts in which a line certainly fails.
@Suite(.timeLimit(.minutes(15))) struct ScriptCheckTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func host(_ name: String = "rule.lua", checks: Bool = true) throws -> Host {
        var options = HostOptions()
        options.checksScripts = checks
        options.outputs = [NamedOutput("errors")]
        return try Host(
            [.script(try Script(folder.path(name)))], options: options, store: MemoryStateStore(),
            log: SilentLog())
    }

    private func rule(_ line: String) throws {
        try folder.write(
            "rule.lua", "return { on = '*', execute = function(e, c)\n  \(line)\nend }\n")
    }

    @Test func anUnknownOutputIsRefusedWithItsPlace() throws {
        try rule("c:emit(e.data, 'erors')")
        let error = #expect(throws: PeriluneError.self) { try host() }
        #expect(error?.code == "unknown-output")
        #expect(error?.message == "there is no output 'erors'")
        #expect(error?.place.file == folder.path("rule.lua"))
        #expect(error?.place.line == 2)
        #expect(error?.place.column == 18)
        #expect(error?.place.sourceLine == "  c:emit(e.data, 'erors')")
        #expect(error?.hint == "did you mean 'errors'? --to NAME=FILE declares an output")
    }

    @Test func theHintCountsOtherErrors() throws {
        try rule("json.encod(1) nothing() nobody()")
        let error = #expect(throws: PeriluneError.self) { try host() }
        #expect(error?.message == "there is no global 'json'")
        #expect(error?.hint?.hasSuffix("; 'perilune check' shows 2 more errors") == true)
    }

    @Test func aSecretInTheLineIsMasked() throws {
        try rule("local password = 'hunter2' nothing()")
        let error = #expect(throws: PeriluneError.self) { try host() }
        #expect(error?.place.sourceLine == "  local password = '*******' nothing()")
    }

    @Test func withoutTheOptionTheScriptIsLoaded() async throws {
        try rule("c:emit(e.data, 'erors')")
        let record = try await host(checks: false).process(
            Event(json: Array(#"{"specversion":"1.0","id":"1","source":"s","type":"t"}"#.utf8)))
        #expect(record.error?.code == "output.unknown")
    }

    @Test func aGlobalMayComeFromAFileThatTheScriptRequires() throws {
        try folder.write("shared.lua", "function help() return 1 end return {}")
        try folder.write(
            "rule.lua",
            "require 'shared' return { on = '*', execute = function(e, c) c:emit(help()) end }")
        _ = try host()
    }

    @Test func anOutputThatGetsRecordsCannotBeEmittedTo() {
        var options = HostOptions()
        options.outputs = [
            NamedOutput("a"), NamedOutput("r", .sink("http", SinkOptions([:], getsRecords: true))),
        ]
        #expect(options.namedOutputs == ["a"])
    }

    @Test func aReloadKeepsTheCurrentVersion() async throws {
        try rule("c:emit(1, 'errors')")
        let host = try host()
        try rule("c:emit(2, 'erors')")
        let outcome = await host.attempt(ReloadRequest())
        let error = #expect(throws: PeriluneError.self) { try outcome.result.get() }
        #expect(error?.code == "unknown-output")
        #expect(error?.place.line == 2)
        #expect(host.reloads.isBehind)
        let results = try await host.process(all: [
            Event(json: Array(#"{"specversion":"1.0","id":"1","source":"s","type":"t"}"#.utf8))
        ])
        #expect(results.emissions.map(\.output) == ["errors"])
        try rule("c:emit(3, 'errors')")
        #expect(try await !host.attempt(ReloadRequest()).result.get().isUnchanged)
    }
}
