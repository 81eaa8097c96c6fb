import Foundation
import Testing

/// Plugins of a project, at a shell.
struct PluginTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try FileManager.default.copyItem(
            at: SwiftPackage.root.appending(path: "Examples/FolderPlugin"),
            to: shell.folder.appending(path: "vip"))
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"s","type":"shop.order","data":{"customer":"contoso","amount":1500}}"#
                + "\n", "orders.jsonl")
        try shell.write(
            """
            return { on = "vip.*", execute = function(event, commander)
              commander:reject((event.data.token or "none") .. " of " .. event.type)
            end }
            """, "print.lua")
    }

    /// Two records where the plugin takes part: the order, and the event that it publishes.
    private func records(_ options: String = "") throws -> Int {
        try shell.perilune("process orders.jsonl --records - \(options)").lines.count
    }

    private func change(_ text: String, _ other: String, in file: String = "vip/plugin.lua") throws
    {
        try shell.write(try shell.read(file).replacing(text, with: other), file)
    }

    @Test func anOptionNamesAPluginForOneRun() throws {
        #expect(try records() == 1)
        #expect(try records("--plugin vip") == 2)
    }

    @Test func addedPluginsTakePartUntilTheyAreRemoved() throws {
        let added = try shell.perilune("plugin add vip")
        #expect(added.output == "added vip 1.0.0 as plugins/vip\n")
        #expect(try records() == 2)
        #expect(try shell.perilune("plugin list").output.contains("vip 1.0.0, folder plugins/vip"))
        let again = try shell.perilune("plugin add vip")
        #expect(again.status == 78)
        #expect(again.errors.contains("the project already has a plugin 'vip'"))
        #expect(try shell.perilune("plugin remove vip").status == 0)
        #expect(try records() == 1)
    }

    @Test func removingALinkedPluginKeepsItsFolder() throws {
        _ = try shell.perilune("plugin add vip --link")
        #expect(try records() == 2)
        _ = try shell.perilune("plugin remove vip")
        #expect(try shell.read("vip/plugin.lua").contains("vip"))
    }

    @Test func aBadPluginIsNotAdded() throws {
        try change("modules =", "moduls =")
        let result = try shell.perilune("plugin add vip")
        #expect(result.status == 1)
        #expect(
            result.output.contains("vip/plugin.lua:9:3: unknown field 'moduls' in the manifest"))
        #expect(result.output.contains("hint: did you mean 'modules'?"))
        #expect(try records() == 1)
    }

    @Test(arguments: ["", "--link"])
    func aPluginIsNotAddedToItself(option: String) throws {
        let result = try shell.run("cd vip && perilune plugin add . \(option)")
        #expect(result.status == 78)
        #expect(result.errors.contains("the plugin's folder contains the project"))
        #expect(!result.errors.contains("deep"))
        #expect(try shell.run("ls vip | grep plugins").output.isEmpty)
    }

    @Test func aCopyThatFailsLeavesNothing() throws {
        try shell.run("mkdir vip/data && ln -s /none vip/data/there")
        let result = try shell.perilune("plugin add vip")
        #expect(result.status != 0)
        #expect(result.errors.contains("vip/data/there"))
        #expect(try shell.run("ls -A plugins").output.isEmpty)
        #expect(try records() == 1)
    }

    @Test func checkFindsMistakesInScriptsAndNamesThatAreTaken() throws {
        #expect(try shell.perilune("plugin check vip").status == 0)
        try change("vip.is(", "vip.iss(", in: "vip/announce.lua")
        let result = try shell.perilune("plugin check vip")
        #expect(result.status == 1)
        #expect(result.output.contains("vip/announce.lua:9:"))
        #expect(result.output.contains("did you mean"))
        try change("vip.iss(", "vip.is(", in: "vip/announce.lua")
        try change("modules = { \"vip\" }", "modules = { crm = \"vip.lua\" }")
        #expect(
            try shell.perilune("plugin check vip").output
                .contains("two plugins provide the module 'crm'"))
    }

    @Test func aPluginThatFailsIsRefusedUnlessItIsOptional() throws {
        try change(">= 0.1", ">= 99")
        let refused = try shell.perilune("process orders.jsonl --plugin vip")
        #expect(refused.status == 78)
        #expect(refused.errors.contains("the plugin requires Perilune >= 99"))
        try shell.write(
            "return { plugins = { folders = { { path = 'vip', required = false } } } }",
            "perilune.lua")
        let optional = try shell.perilune("process orders.jsonl --records -")
        #expect(optional.status == 0)
        #expect(optional.lines.count == 1)
        #expect(optional.errors.contains("plugin skipped: the plugin requires Perilune >= 99"))
    }

    @Test func theConfigurationGivesSettingsAndGrants() throws {
        try shell.write(
            "return { plugins = { folders = { { path = 'vip', settings = { threshold = 5000 } } } } }",
            "perilune.lua")
        #expect(try records() == 1)
        try change("threshold = 5000", "treshold = 5000", in: "perilune.lua")
        let result = try shell.perilune("process orders.jsonl")
        #expect(result.status == 78)
        #expect(result.errors.contains("did you mean 'threshold'?"))
    }

    @Test func settingsTakeSecretsByReference() throws {
        try change("settings = {", "settings = { token = { type = 'string', default = '' },")
        try change(
            "local vip", "local token = require('settings').token\nlocal vip",
            in: "vip/announce.lua")
        try change("data = event.data", "data = { token = token }", in: "vip/announce.lua")
        for (value, isThere) in [
            ("{ env = 'VIP_TOKEN' }", true), ("'env:VIP_TOKEN'", true),
            ("{ file = 'token' }", true), ("{ credential = 'token' }", true),
            ("'credential:token'", true), ("{ credential = '../token' }", false),
            ("{ env = 'VIP_TOKN' }", false), ("'hunter2'", false),
        ] {
            try shell.write(
                "return { plugins = { folders = { { path = 'vip', settings = { token = \(value) } } } } }",
                "perilune.lua")
            let result = try shell.run(
                "echo hunter2 > token; chmod 600 token; CREDENTIALS_DIRECTORY=$PWD VIP_TOKEN=hunter2 perilune process orders.jsonl --records - -s print.lua"
            )
            #expect((result.status == 0) == isThere, "\(value): \(result.errors)")
            #expect(result.output.contains("hunter2 of vip.order") == isThere)
            #expect(!result.errors.contains("hunter2"))
            if !isThere { #expect(result.errors.hasPrefix("perilune.lua:1:")) }
        }
    }

    @Test func onlyHelpAndCompletionsLoadLibrariesForTheirCommands() throws {
        try shell.write("return { plugins = { libraries = { 'none.so' } } }", "perilune.lua")
        #expect(try shell.perilune("version").errors.isEmpty)
        let help = try shell.perilune("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("Rules:"))
        #expect(help.errors.contains("none.so"))
        #expect(try shell.perilune("completions bash --plugin vip --no-config").status == 0)
    }

    @Test func thePluginsOfPeriluneNameTheirEvents() throws {
        let list = try shell.perilune("plugin list").output
        #expect(list.contains("events: link.drill, link.url"))
        #expect(list.contains("events: crm.*"))
        #expect(list.contains("chart.selection.*"))
    }

    @Test func aPathThatIsNotAPluginIsReported() throws {
        let result = try shell.perilune("process orders.jsonl --plugin vipp")
        #expect(result.status == 66)
        #expect(result.errors.contains("hint: did you mean 'vip'?"))
        #expect(
            try shell.perilune("process orders.jsonl --plugin orders.jsonl").errors
                .contains("a plugin is a folder with plugin.lua, or a shared library"))
    }

    @Test func anUnknownCommandIsReportedDespiteAPlugin() throws {
        let result = try shell.perilune("hours now --plugin vip")
        #expect(result.status == 64)
        #expect(result.errors.contains("unknown command 'hours'"))
    }

    @Test func listAsJSONNamesTheContentsOfEachPlugin() throws {
        let result = try shell.perilune("plugin list --plugin vip --json")
        let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let plugins = try #require(list as? [[String: Any]])
        let vip = try #require(plugins.last)
        #expect(vip["name"] as? String == "vip")
        #expect(vip["modules"] as? [String] == ["vip"])
        #expect(vip["path"] as? String == "vip")
    }

    @Test func testsInTheFolderOfAPluginUseThePlugin() throws {
        let result = try shell.perilune("test vip")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("2 "))
        try shell.run("sed -i 's/>= settings/< settings/' vip/announce.lua")
        #expect(try shell.perilune("test vip").status == 1)
        #expect(try shell.run("cd vip && perilune test").status == 1)
    }
}
