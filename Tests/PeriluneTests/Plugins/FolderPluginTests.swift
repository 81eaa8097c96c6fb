import Foundation
import Perilune
import PeriluneTestKit
import Testing

struct FolderPluginTests {
    private static let example = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/FolderPlugin").path

    private func output(
        _ plugin: FolderPlugin, _ script: String, _ events: [Event]
    ) async throws -> String {
        let host = try await Host {
            plugin
            Script(name: "rule.lua", source: script)
        }
        return String(decoding: try await host.process(all: events).output, as: UTF8.self)
    }

    private let ask = Event(id: "1", source: "s", type: "ask")

    @Test func theExampleConformsToTheRulesOfPlugins() throws {
        #expect(PluginConformance.check(try FolderPlugin(Self.example)).isEmpty)
    }

    @Test func scriptsOfThePluginDecide() async throws {
        let host = try await Host { try FolderPlugin(Self.example) }
        let results = try await host.process(all: [
            Event(
                id: "1", source: "s", type: "shop.order",
                data: ["customer": "contoso", "amount": 1500])
        ])
        #expect(results.records.map(\.type) == ["shop.order", "vip.order"])
        #expect(results.records.first?.effects.first?.id == "1/vip/announce/1")
    }

    @Test func settingsReplaceTheDefaults() async throws {
        let plugin = try FolderPlugin(Self.example, settings: ["customers": ["Somebody"]])
        let answers = try await output(
            plugin,
            """
            local vip = require "vip"
            return { on = "ask", execute = function(_, c)
                c:emit { vip.is "SOMEBODY", vip.is "Contoso" }
            end }
            """, [ask])
        #expect(answers == "[true,false]\n")
    }

    @Test func aModuleIsLoadedOnceForAScript() async throws {
        let folder = try PluginFolderCase(
            manifest: "modules = { 'a', 'b' }",
            [
                "a.lua":
                    "local m = { n = 0 } function m.up() m.n = m.n + 1 return m.n end return m",
                "b.lua": "local a = require 'a' return { up = function() return a.up() end }",
            ])
        let answers = try await output(
            try folder.plugin(),
            """
            local a, b = require "a", require "b"
            return { on = "ask", execute = function(_, c) c:emit { a.up(), b.up(), a.up() } end }
            """, [ask])
        #expect(answers == "[1,2,3]\n")
    }

    @Test func filesThatAreNotModulesAreForThePluginOnly() async throws {
        let folder = try PluginFolderCase(
            manifest: "modules = { 'a' }",
            ["a.lua": "return { x = require('hidden').x }", "hidden.lua": "return { x = 7 }"])
        let answers = try await output(
            try folder.plugin(),
            """
            local a = require "a"
            return { on = "ask", execute = function(_, c)
                c:emit { a.x, (pcall(require, "hidden")) }
            end }
            """, [ask])
        #expect(answers == "[7,false]\n")
    }

    @Test func errorsInModulesNameFileAndLine() async throws {
        let folder = try PluginFolderCase(
            manifest: "modules = { 'a' }",
            ["a.lua": "local m = {}\nfunction m.fail()\n  error('broken')\nend\nreturn m"])
        let answers = try await output(
            try folder.plugin(),
            """
            local a = require "a"
            return { on = "ask", execute = function(_, c) c:emit(select(2, pcall(a.fail))) end }
            """, [ask])
        #expect(answers == "\"vip/a.lua:3: broken\"\n")
    }

    @Test func namesOfFunctionsComeFromTheFile() throws {
        var registry = Registry()
        try FolderPlugin(Self.example).register(in: &registry)
        let module = try #require(registry.modules.first { $0.name == "vip" })
        #expect(module.summary == "Knows which customers are important.")
        #expect(module.functions.map(\.name) == ["is"])
        #expect(module.functions.first?.parameters.map(\.type) == [.string])
        #expect(module.functions.first?.returns == "boolean")
        #expect(registry.eventTypes.map(\.name) == ["vip.order"])
    }

    @Test func aScriptOfAPluginCanUseModulesOfLaterPlugins() async throws {
        let first = try PluginFolderCase(
            manifest: "scripts = { 's' }",
            [
                "s.lua":
                    "local o = require 'other' return { on = 'ask', execute = function(_, c) c:emit(o.x) end }"
            ])
        let second = try PluginFolderCase([
            "plugin.lua": PluginFolderCase.manifest.replacing("vip", with: "second")
                + "modules = { 'other' } }", "other.lua": "return { x = 3 }",
        ])
        let host = try await Host {
            try first.plugin()
            try second.plugin()
        }
        #expect(String(decoding: try await host.process(all: [ask]).output, as: UTF8.self) == "3\n")
    }

    @Test func scriptsNeedTheGrantsThatTheManifestRequests() async throws {
        let folder = try PluginFolderCase(
            manifest: "scripts = { 's' }", ["s.lua": "require 'mailer' return { on = 'ask' }"])
        let mailer = Mailer()
        let error = await #expect(throws: PeriluneError.self) {
            try await Host {
                mailer
                try folder.plugin()
            }
        }
        #expect(error?.code == "script.grant")
        let asking = try PluginFolderCase(
            manifest: "scripts = { 's' }, grants = { 'mail' }",
            ["s.lua": "require 'mailer' return { on = 'ask', execute = function() end }"])
        _ = try await Host {
            mailer
            try asking.plugin()
        }
        let refused = #expect(throws: PeriluneError.self) {
            try asking.plugin(grants: Grants(["crm": []]))
        }
        #expect(refused?.code == "plugin.grant")
        #expect(refused?.hint?.contains("mail = true") == true)
    }

    @Test func aPluginCannotGrantItselfRequestsToEveryHost() throws {
        let folder = try PluginFolderCase(manifest: "grants = { 'http' }")
        let refused = #expect(throws: PeriluneError.self) { try folder.plugin() }
        #expect(refused?.hint?.contains("grants = { http = true }") == true)
        _ = try folder.plugin(grants: Grants(["http": []]))
        _ = try PluginFolderCase(manifest: "grants = { http = { 'GET api.example.com' } }").plugin()
    }

    private struct Mailer: Plugin {
        let name = "mailer"

        func register(in registry: inout Registry) throws(PeriluneError) {
            try registry.add(HostModule("mailer", "Mails.", grant: "mail", lua: "return {}"))
        }
    }
}
