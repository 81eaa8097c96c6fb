import PeriluneCore
import Testing

@testable import Perilune

/// A reload takes other versions of folder plugins, with what scripts require of them.
struct FolderPluginReloadTests {
    private let folder: TemporaryFolder
    private let journal = Journal()

    init() throws {
        folder = try TemporaryFolder()
        try write(word: "one")
        try folder.write(
            "rule.lua",
            """
            local words = require "words"
            return { on = "ask", execute = function(_, c) c:emit(words.word()) end }
            """)
    }

    private func write(word: String, version: String = "1.0.0") throws {
        try folder.write(
            "vip/plugin.lua",
            """
            return {
              name = "vip", version = "\(version)", perilune = ">= 0.1", summary = "For tests.",
              modules = { "words" }, scripts = { "own.lua" },
            }
            """)
        try folder.write(
            "vip/words.lua",
            """
            local words = {}
            --- The word.
            ---@return string
            function words.word() return "\(word)" end
            return words
            """)
        try folder.write(
            "vip/own.lua",
            """
            local words = require "words"
            return { on = "own", execute = function(_, c) c:emit("own " .. words.word()) end }
            """)
    }

    private func plugin() throws(PeriluneError) -> FolderPlugin {
        try FolderPlugin(folder.path("vip"))
    }

    private func host() async throws -> Host {
        try await Host {
            try plugin()
            try Script(folder.path("rule.lua"))
        }
    }

    private func reload(_ host: Host, without: Bool = false) async throws -> Reload {
        var request = ReloadRequest()
        request.folderPlugins = { () throws(PeriluneError) in without ? [] : [try plugin()] }
        return try await host.attempt(request).result.get()
    }

    private func output(_ host: Host) async throws -> String {
        let events = ["ask", "own"].map { Event(id: $0, source: "s", type: $0) }
        let results = try await host.process(all: events)
        return String(decoding: results.output, as: UTF8.self)
    }

    @Test func scriptsUseTheNewModules() async throws {
        let host = try await host()
        #expect(try await output(host) == "\"one\"\n\"own one\"\n")
        try write(word: "two", version: "1.1.0")
        let reload = try await reload(host)
        #expect(try await output(host) == "\"two\"\n\"own two\"\n")
        #expect(reload.description == "plugin vip 1.0.0 → 1.1.0")
        #expect(reload.changes.isEmpty)
        #expect(!reload.isUnchanged)
    }

    @Test func theSameFilesAreNoReload() async throws {
        let host = try await host()
        try write(word: "one")
        #expect(try await reload(host).isUnchanged)
        try write(word: "two")
        #expect(try await reload(host).description == "plugin vip 1.0.0 (files changed)")
        #expect(try await reload(host).isUnchanged)
    }

    @Test func aReloadOfScriptsAloneLeavesPluginsAsTheyAre() async throws {
        let host = try await host()
        try write(word: "two")
        #expect(try await host.reload().isUnchanged)
        #expect(try await output(host) == "\"one\"\n\"own one\"\n")
    }

    @Test func aPluginThatScriptsNeedCannotBeRemoved() async throws {
        let host = try await host()
        await #expect(throws: PeriluneError.self) { try await reload(host, without: true) }
        #expect(try await output(host) == "\"one\"\n\"own one\"\n")
        try folder.write(
            "rule.lua", "return { on = 'ask', execute = function(_, c) c:emit('none') end }")
        #expect(try await reload(host, without: true).description.contains("plugin vip removed"))
        #expect(try await output(host) == "\"none\"\n")
    }

    @Test func aBrokenPluginIsRefused() async throws {
        let host = try await host()
        try write(word: "two")
        try folder.write("vip/own.lua", "return {")
        let error = await #expect(throws: PeriluneError.self) { try await reload(host) }
        #expect(error?.message.contains("plugin 'vip'") == true)
        #expect(try await output(host) == "\"one\"\n\"own one\"\n")
    }
}
