import PeriluneCore
import PeriluneStore
import Synchronization
import Testing

@testable import Perilune

/// A running host takes another version of its scripts, or keeps the one that it has.
@Suite(.timeLimit(.minutes(15))) struct ReloadTests {
    private let folder: TemporaryFolder
    private let journal = Journal()

    init() throws { folder = try TemporaryFolder() }

    private func text(_ host: Host, _ ids: String...) async throws -> String {
        try await host.process(all: ids.map { event($0) }).text
    }

    @Test(arguments: [1, 3]) func theNextEventIsDecidedByTheNewVersion(_ workers: Int) async throws
    {
        let script = try Script(try folder.say("old"))
        var options = HostOptions()
        options.workers = workers
        let host = try await Host(options: options) { script }
        #expect(try await text(host, "1") == "\"old 1\"\n")
        try folder.say("new")
        let reload = try await host.reload()
        #expect(reload.changes.map(\.script) == ["say.lua"])
        #expect(try reload.changes.map(\.from) == [script.version])
        #expect(try reload.changes.map(\.to) == [host.scripts[0].version])
        #expect(reload.changes.first?.from != reload.changes.first?.to)
        #expect(try await text(host, "2") == "\"new 2\"\n")
        for worker in 0..<workers {
            let chunk = try EventBatch.lines([line("3")])
            let result = await host.process(chunk, on: worker)
            #expect(String(decoding: result.output.bytes, as: UTF8.self) == "\"new 3\"\n")
        }
    }

    @Test func theSameContentIsNoReload() async throws {
        try folder.say("old")
        let host = try await Host { try Script(folder.path("say.lua")) }
        try folder.say("old")
        let reload = try await host.reload()
        #expect(reload.isUnchanged)
        #expect(host.reloads.unchanged == 1)
        #expect(host.reloads.taken == 0)
    }

    @Test(
        arguments: [
            ("return { on = '*', execute = function( }", "script.syntax", 1),
            ("return {}", "script.delegate", nil),
            ("\nerror('no')", "script.runtime", 2),
            ("\nlocal x = nil + 1 return {}", "script.runtime", 2),
            ("", "script.runtime", nil),
            ("return { on = '*', nobody = 4, execute = tostring }", "interest.unknown", nil),
            ("return { version = 0, execute = tostring }", "script.runtime", nil),
            ("return { migrate = 4, execute = tostring }", "script.runtime", nil),
        ] as [(String, String, Int?)])
    func aBrokenVersionIsRejectedWithItsLineAndTheOldOneStays(
        _ source: String, _ code: String, _ line: Int?
    ) async throws {
        let script = try Script(try folder.say("old"))
        let host = try await Host { script }
        try folder.write("say.lua", source)
        let error = try #require(
            await #expect(throws: PeriluneError.self) { try await host.reload() })
        if code != "script.delegate" { #expect(error.code.rawValue == code) }
        if let line { #expect(error.place.line == line) }
        #expect(host.reloads.lastFailure?.error == error)
        #expect(host.reloads.isBehind)
        #expect(try await text(host, "1") == "\"old 1\"\n")
        #expect(try host.scripts[0].version == script.version)
        try folder.say("new")
        try await host.reload()
        #expect(!host.reloads.isBehind)
        #expect(try await text(host, "2") == "\"new 2\"\n")
    }

    @Test func oneBrokenScriptKeepsAllAsTheyWere() async throws {
        try folder.say("old")
        try folder.write("other.lua", "return { on = 'none', execute = tostring }")
        let host = try await Host {
            try Script(folder.path("other.lua"))
            try Script(folder.path("say.lua"))
        }
        try folder.say("new")
        try folder.write("other.lua", "return {")
        await #expect(throws: PeriluneError.self) { try await host.reload() }
        #expect(try await text(host, "1") == "\"old 1\"\n")
    }

    @Test func aMissingFileIsRefused() async throws {
        try folder.say("old")
        let host = try await Host { try Script(folder.path("say.lua")) }
        try Files.remove(folder.path("say.lua"))
        let error = await #expect(throws: PeriluneError.self) { try await host.reload() }
        #expect(error?.code == "file.read")
        #expect(try await text(host, "1") == "\"old 1\"\n")
    }

    @Test func aChangedRequiredFileMakesANewVersion() async throws {
        try folder.write("words.lua", "return { word = 'old' }")
        try folder.write(
            "say.lua",
            """
            local words = require "words"
            return { on = "*", execute = function(e, c) c:emit(words.word) end }
            """)
        try folder.write("other.lua", "return { on = 'none', execute = tostring }")
        let host = try await Host {
            try Script(folder.path("say.lua"))
            try Script(folder.path("other.lua"))
        }
        #expect(try await text(host, "1") == "\"old\"\n")
        try folder.write("words.lua", "return { word = 'new' }")
        #expect(try await host.reload().changes.map(\.script) == ["say.lua"])
        #expect(try await text(host, "2") == "\"new\"\n")
    }

    @Test func aFileThatIsRequiredLateIsTheSameForAllWorkers() async throws {
        try folder.write("late.lua", "return 'old'")
        try folder.write(
            "say.lua",
            "return { on = '*', execute = function(e, c) c:emit(require 'late') end }")
        var options = HostOptions()
        options.workers = 2
        let host = try await Host(options: options) { try Script(folder.path("say.lua")) }
        #expect(try await text(host, "1") == "\"old\"\n")
        try folder.write("late.lua", "return 'new'")
        let result = await host.process(try EventBatch.lines([line("2")]), on: 1)
        #expect(String(decoding: result.output.bytes, as: UTF8.self) == "\"old\"\n")
        #expect(try await !host.reload().isUnchanged)
        #expect(try await text(host, "3") == "\"new\"\n")
    }

    @Test func aScriptThatHasNotChangedKeepsItsLuaState() async throws {
        let counting =
            "local n = 0 return { on = '*', execute = function(e, c) n = n + 1 c:emit(n) c:pass() end }"
        try folder.write("count.lua", counting)
        try folder.say("old")
        let host = try await Host {
            try Script(folder.path("count.lua"))
            try Script(folder.path("say.lua"))
        }
        #expect(try await text(host, "1", "2") == "1\n\"old 1\"\n2\n\"old 2\"\n")
        try folder.say("new")
        try await host.reload()
        #expect(try await text(host, "3") == "3\n\"new 3\"\n")
        try folder.write("count.lua", counting + "\n")
        try await host.reload()
        #expect(try await text(host, "4") == "1\n\"new 4\"\n")
    }

    @Test func aDelegateInSwiftKeepsItsPlaceAndItsInstance() async throws {
        let made = Journal()
        try folder.say("old", "a.lua")
        try folder.say("never", "b.lua")
        let host = try await Host {
            try Script(folder.path("a.lua"))
            Delegate(name: "swift", interests: Interests()) { [made] _ in
                made.note("made")
                return Slow(journal: Journal(), form: .reader)
            }
            try Script(folder.path("b.lua"))
        }
        let other = Script(
            name: "c.lua",
            source: "return { on = '*', execute = function(e, c) c:emit('first') c:pass() end }")
        try await host.reload([other, Script(name: "d.lua", source: TemporaryFolder.saying("d"))])
        #expect(host.registry.delegates.map(\.name) == ["c.lua", "swift", "d.lua"])
        #expect(try await text(host, "1") == "\"first\"\n\"execute 1\"\n")
        #expect(made.notes == ["made"])
    }

    @Test func scriptsAreAddedAndRemoved() async throws {
        let a = Script(name: "a.lua", source: TemporaryFolder.saying("a"))
        let b = Script(name: "b.lua", source: TemporaryFolder.saying("b"))
        let c = Script(name: "c.lua", source: TemporaryFolder.saying("c"))
        let host = try await Host { a }
        #expect(try await host.reload([c, b, a]).changes.map(\.from) == [nil, nil])
        #expect(try await text(host, "1") == "\"c 1\"\n")
        let reordered = try await host.reload([b, a, c])
        #expect(reordered.changes.isEmpty)
        #expect(!reordered.isUnchanged)
        #expect(try await text(host, "2") == "\"b 2\"\n")
        #expect(try await host.reload([]).changes.map(\.to) == [nil, nil, nil])
        #expect(try await text(host, "3") == "")
        try await host.reload([a])
        #expect(try await text(host, "4") == "\"a 4\"\n")
        await #expect(throws: PeriluneError.self) { try await host.reload([a, a]) }
    }

    @Test func aCheckMayRefuse() async throws {
        try folder.say("old")
        let host = try await Host { try Script(folder.path("say.lua")) }
        try folder.say("new")
        let refusal = PeriluneError("test.failed", "a test failed")
        let check: ReloadCheck = { (next) throws(PeriluneError) in
            if next.changed.map(\.name) == ["say.lua"] { throw refusal }
        }
        await #expect(throws: refusal) { try await host.reload(checks: [check]) }
        #expect(try await text(host, "1") == "\"old 1\"\n")
    }

    @Test func anEventThatWaitsEndsOnTheVersionThatItStartedWith() async throws {
        func source(_ word: String) -> String {
            """
            local halt = require "halt"
            return { on = "*", execute = function(event, commander)
              if event.data then halt.wait("go " .. event.id) end
              commander:emit("\(word) " .. event.id)
            end }
            """
        }
        let journal = journal
        let host = try await Host {
            Halting(journal: journal)
            Script(name: "say.lua", source: source("old"))
        }
        async let first = host.process(all: [event("1", source: "a", data: 1)])
        await journal.waitFor("waits for go 1")
        async let behind = host.process(all: [event("2", source: "a")])
        try await host.reload([Script(name: "say.lua", source: source("new"))])
        let other = try await host.process(all: [event("3", source: "b")])
        #expect(other.text == "\"new 3\"\n")
        journal.note("go 1")
        #expect(try await first.text == "\"old 1\"\n")
        // It had not begun: it waited for the first one of its key.
        #expect(try await behind.text == "\"new 2\"\n")
    }

    @Test func anOldVersionIsReleasedAfterItsLastEvent() async throws {
        let journal = journal
        let source =
            "local halt = require 'halt' return { on = '*', execute = function() halt.wait('go') end }"
        let host = try await Host {
            Halting(journal: journal)
            Script(name: "say.lua", source: source)
        }
        weak let old = host.activeVersion.withLock { $0.delegateInstances[0].byIndex.values.first }
        async let results = host.process(all: [event("1")])
        await journal.waitFor("waits for go")
        try await host.reload([Script(name: "say.lua", source: source + " ")])
        #expect(old != nil)
        journal.note("go")
        _ = try await results
        for _ in 0..<1000 where old != nil { try await Task.sleep(for: .milliseconds(2)) }
        #expect(old == nil)
    }

    @Test func recordsHaveTheVersionOnRequest() async throws {
        var options = HostOptions()
        options.recordsIncludeVersions = true
        let script = Script(name: "say.lua", source: TemporaryFolder.saying("a"))
        let host = try await Host(options: options) { script }
        let record = try await host.process(event("1"))
        #expect(try record.version == script.version)
        #expect(record.json.contains(#""by":"say.lua","version":""#))
        let other = Script(name: "say.lua", source: TemporaryFolder.saying("b"))
        try await host.reload([other])
        #expect(try await host.process(event("2")).version == other.version)
        let silent = try await Host { script }
        #expect(try await silent.process(event("1")).version == nil)
    }
}
