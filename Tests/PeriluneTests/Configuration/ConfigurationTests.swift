import Perilune
import PeriluneCore
import PeriluneLua
import Testing

struct ConfigurationTests {
    @Test func anEmptyTableIsAConfiguration() throws {
        let configuration = try ProjectFolder().read()
        #expect(configuration.entries.isEmpty)
        #expect(configuration.values.isEmpty)
    }

    @Test func readsSettingsOfEveryKind() throws {
        let project = try ProjectFolder(
            """
            return {
              seed = 7, workers = 2, durable = false,
              limits = { time = 20, memory = 16, instructions = 1000, stuckAfter = 60, maxKills = 2 },
              sources = { logs = { "a.jsonl", "-" }, as = "link", listen = "127.0.0.1:0" },
              sinks = { output = "-", records = "out/records.jsonl" },
            }
            """)
        let configuration = try project.read()
        #expect(configuration.values["workers"] == 2)
        #expect(configuration.values["durable"] == false)
        #expect(configuration.values["sources.logs"] == [.string(project.path("a.jsonl")), "-"])
        #expect(configuration.values["sinks.output"] == "-")
        #expect(configuration.values["limits.stuckAfter"] == 60)
        #expect(configuration.values["limits.maxKills"] == 2)
        #expect(
            configuration.values["sinks.records"] == .string(project.path("out/records.jsonl")))
        #expect(configuration.hostOptions.seed == 7)
        #expect(configuration.hostOptions.workers == 2)
    }

    @Test func scriptsKeepTheirOrderAndHaveTheirLimits() throws {
        let project = try ProjectFolder(
            """
            return {
              limits = { time = 20 },
              scripts = {
                "rules/b.lua",
                { path = "rules", priority = 3, limits = { memory = 8 } },
              },
            }
            """, scripts: ["rules/a.lua", "rules/b.lua", "rules/c.lua", "rules/c_test.lua"])
        let scripts = try project.read().scripts()
        #expect(scripts.map(\.name) == ["b.lua", "a.lua", "c.lua"])
        #expect(scripts.map(\.priority) == [nil, 3, 3])
        #expect(scripts.map(\.limits.time) == Array(repeating: .milliseconds(20), count: 3))
        let megabyte = 1_048_576
        #expect(scripts.map(\.limits.memory) == [32 * megabyte, 8 * megabyte, 8 * megabyte])
    }

    @Test func anEntryForOneFileOverridesEarlierFolders() throws {
        let project = try ProjectFolder(
            """
            return { scripts = {
              "rules/*.lua",
              { path = "rules/b.lua", enabled = false },
            } }
            """, scripts: ["rules/a.lua", "rules/b.lua"])
        #expect(try project.read().scripts().map(\.name) == ["a.lua"])
    }

    @Test func thePriorityOfTheConfigurationWins() async throws {
        let project = try ProjectFolder(
            """
            return { scripts = { "a.lua", { path = "b.lua", priority = 5 } } }
            """)
        for name in ["a.lua", "b.lua"] {
            try project.write("return { on = 'x', execute = function() end }", name)
        }
        let configuration = try project.read()
        let host = try await Host { for script in try configuration.scripts() { script } }
        let record = try await host.process(Event(id: "1", source: "s", type: "x"))
        #expect(record.by == "b.lua")
    }

    @Test func linkRulesOfTheConfigurationReplaceThoseOfTheScript() throws {
        let project = try ProjectFolder(
            """
            return { order = "most-specific", scripts = {
              { path = "a.lua", url = "/a/{id:i}" },
              { path = "b.lua", url = { "/b", "/c" } },
              "c.lua",
            } }
            """, scripts: ["a.lua", "b.lua", "c.lua"])
        let configuration = try project.read()
        #expect(configuration.hostOptions.order == .mostSpecific)
        let scripts = try configuration.scripts()
        #expect(scripts.map(\.url) == [["/a/{id:i}"], ["/b", "/c"], nil])
        try project.write("return { url = '/x', evt = 1, execute = function() end }", "b.lua")
        let declared = try scripts.map { script in
            try script.declare(modules: [], log: SilentLog()).interests.conditions
        }
        #expect(declared[1] == [.init("url", ["/b", "/c"])])
        let read = try configuration.scripts()[1].declare(modules: [], log: SilentLog())
        #expect(
            read.interests.conditions.sorted { $0.field < $1.field }
                == [.init("evt", 1), .init("url", ["/b", "/c"])])
    }

    @Test func grantsOfAnEntryReplaceTheCommonGrants() throws {
        let project = try ProjectFolder(
            """
            return {
              grants = { crm = { "dev" }, mail = false },
              scripts = {
                "a.lua",
                { path = "b.lua",
                  grants = { http = "get,PUT Hooks.example.com:443", files = { "out" } } },
              },
            }
            """, scripts: ["a.lua", "b.lua"])
        let scripts = try project.read().scripts()
        #expect(scripts[0].grants.granted == ["crm": ["dev"]])
        #expect(scripts[0].grants.place.line == 2)
        #expect(scripts[1].grants.granted?["http"] == ["GET,PUT hooks.example.com"])
        #expect(scripts[1].grants.allows("files", scope: project.path("out/a.png")))
        #expect(!scripts[1].grants.allows("files", scope: project.path("other")))
        #expect(!scripts[1].grants.allows("crm"))
        #expect(scripts[1].grants.place.line == 6)
    }

    @Test func withoutGrantsEverythingIsGranted() throws {
        let project = try ProjectFolder(
            "return { scripts = { \"a.lua\" } }", scripts: ["a.lua"])
        #expect(try project.read().scripts()[0].grants == .all)
    }

    @Test func theTableMayBeBuiltByCodeAndByFilesBesideIt() throws {
        let project = try ProjectFolder(
            """
            local common = require "common"
            local settings = { workers = common.workers, scripts = {} }
            for _, name in ipairs { "a", "b" } do
              settings.scripts[#settings.scripts + 1] = name .. ".lua"
            end
            return settings
            """, scripts: ["a.lua", "b.lua"])
        try project.write("return { workers = 3 }", "common.lua")
        let configuration = try project.read()
        #expect(configuration.values["workers"] == 3)
        #expect(configuration.entries.map(\.path) == ["a.lua", "b.lua"])
    }

    @Test func pluginsAreTablesFilesAndLists() throws {
        let project = try ProjectFolder(
            """
            return { plugins = {
              crm = { organizations = { { name = "dev" } } }, sharing = "sharing.json",
              folders = { "plugins/one", { path = "plugins/two", required = false } },
            } }
            """)
        for name in ["sharing.json", "plugins/one/a", "plugins/two/a"] {
            try project.write("{}", name)
        }
        let configuration = try project.read()
        guard case .table? = configuration.plugins["crm"],
            case .files(let files)? = configuration.plugins["sharing"]
        else {
            Issue.record("\(configuration.plugins)")
            return
        }
        #expect(files == [project.path("sharing.json")])
        #expect(configuration.pluginFolders.map(\.isRequired) == [true, false])
        #expect(configuration.pluginFolders.map(\.path).last == project.path("plugins/two"))
    }
}
