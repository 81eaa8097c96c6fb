import Foundation
import Testing

struct ConfigTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func configure(_ text: String) throws { try shell.write(text, "perilune.lua") }

    @Test func theProjectIsFoundFromASubfolder() throws {
        try configure("return { scripts = { 'Scripts/every_third_link.lua' } }")
        let result = try shell.run("mkdir deep && cd deep && perilune open 'mstr://?evt=3995'")
        #expect(result.output.contains("default by every_third_link.lua"))
        #expect(result.errors.isEmpty)
        #expect(result.status == 0)
        let without = try shell.perilune("open 'mstr://?evt=3995' --no-config")
        #expect(!without.output.contains("every_third_link.lua"))
    }

    @Test func theSearchEndsAtARepository() throws {
        try configure("return 5")
        let result = try shell.run(
            "mkdir -p inner/.git inner/deep && cd inner/deep && perilune open 'mstr://?evt=3995'")
        #expect(result.status == 0)
    }

    @Test func theEnvironmentOverridesTheConfigurationAndOptionsOverrideBoth() throws {
        try configure("return { workers = 2, seed = 3 }")
        let environment = ["PERILUNE_WORKERS": "4", "PERILUNE_SEED": "5"]
        let result = try shell.run("perilune config show --seed 6", environment: environment)
        #expect(result.output.contains(/workers +4 +environment PERILUNE_WORKERS\n/))
        #expect(result.output.contains(/seed +6 +--seed\n/))
        let wrong = try shell.run(
            "perilune config show", environment: ["PERILUNE_WORKERS": "many"])
        #expect(wrong.errors.contains("the environment variable PERILUNE_WORKERS must be"))
        #expect(wrong.status == 64)
    }

    @Test func aSecretInAURLIsNotShown() throws {
        try configure(
            "return { outputs = { a = { sink = 'http', url = 'https://h/?token=hunter2' } } }")
        for json in ["", "--json"] {
            let result = try shell.perilune("config show \(json)")
            #expect(result.output.contains("https://h/?token=***"))
            #expect(!result.output.contains("hunter2"))
        }
    }

    @Test func everyOutputWithAMistakeIsReported() throws {
        try configure(
            """
            return { scripts = { "Scripts/every_third_link.lua" }, outputs = {
              a = { sink = "files", file = "x/{a" },
              b = { sink = "sqlite", file = "b.db", columns = {} },
              c = { sink = "nothing" },
              d = { sink = "files", file = "d.jsonl" },
              e = { file = "d.jsonl" },
              f = { sink = "sqlite", file = "f.db", columns = { "id" }, key = "idd" },
            } }
            """)
        for command in ["config check", "check"] {
            let result = try shell.perilune("\(command) --json")
            #expect(result.status == 1)
            let lines = result.output.split(separator: "\n").filter {
                $0.contains(#""file":"perilune.lua""#)
            }
            for (line, message) in [
                (2, "output 'a': file is not a valid template"),
                (3, "output 'b': columns is an empty list"),
                (4, "the output 'c' names the sink 'nothing'"),
                (5, "the outputs 'd' and 'e' write the same file"),
                (7, "output 'f': key names 'idd', which is not a column"),
            ] {
                #expect(
                    lines.contains {
                        $0.contains("\"message\":\"\(message)") && $0.contains("\"line\":\(line),")
                    }, "\(command): \(message)\n\(result.output)")
            }
            #expect(lines.count == 5, "\(result.output)")
        }
        let result = try shell.perilune("config check")
        #expect(result.output.contains(#"columns = { "id" }, key = "idd" },"#), "\(result.output)")
    }

    @Test func aTruthValueIsShown() throws {
        try configure("return { state = true }")
        let result = try shell.perilune("config check")
        #expect(result.output.contains("state must be a string, got true\n"), "\(result.output)")
    }

    @Test func allErrorsAreReportedWithTheirLines() throws {
        try configure("return {\n  wrokers = 2,\n  seed = -1,\n}")
        let result = try shell.perilune("open 'mstr://?evt=3995'")
        #expect(result.status == 78)
        #expect(
            result.errors == """
                perilune.lua:2:3: unknown setting 'wrokers'
                    wrokers = 2,
                    ^
                  hint: did you mean 'workers'?
                perilune.lua:3:3: seed must be an integer of at least 0, got -1
                    seed = -1,
                    ^

                """)
        let check = try shell.perilune("config check")
        #expect(check.status == 1)
        #expect(check.lines.count == 7)
        #expect(check.errors == "perilune.lua: 2 mistakes\n")
    }

    @Test func showNamesTheSourceOfEachSetting() throws {
        try configure(
            """
            return {
              workers = 2, seed = 5,
              scripts = { { path = "Scripts/hot_lead.lua", priority = 3, grants = { crm = true } } },
              plugins = { crm = { organizations = { {
                name = "dev", url = "http://127.0.0.1:1",
                auth = { grant = "client-credentials", client = "c", secret = { env = "CRM_SECRET" } },
              } } } },
            }
            """)
        let result = try shell.perilune("config show --workers 4")
        #expect(result.status == 0)
        let lines = result.lines.map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(lines.contains("workers 4 --workers"))
        #expect(lines.contains("seed 5 perilune.lua:2"))
        #expect(lines.contains("limits.time 50 default"))
        #expect(
            lines.contains(
                "scripts Scripts/hot_lead.lua (priority 3, grants crm) perilune.lua:3"))
        #expect(
            lines.contains(
                "plugins.crm.organizations[1].auth.secret.env CRM_SECRET perilune.lua:6"))
        let json = try shell.run(
            "CRM_URL=http://127.0.0.1:2 perilune config show --json", environment: [:])
        let settings = try #require(json.objects().first?["settings"] as? [[String: Any]])
        let crm = settings.first { $0["name"] as? String == "plugins.crm" }
        #expect(crm?["from"] as? String == "environment")
        let seed = settings.first { $0["name"] as? String == "seed" }
        #expect(seed?["line"] as? Int == 2)
        #expect(seed?["value"] as? Int == 5)
    }

    @Test func showChangedLeavesOutDefaults() throws {
        try configure("return { workers = 2 }")
        let result = try shell.perilune("config show --changed --seed 5")
        #expect(result.lines.count == 2)
        #expect(result.output.contains("workers  2"))
        let all = try shell.perilune("config show --json")
        #expect(all.output.contains("\"limits.time\""))
        let json = try shell.perilune("config show --changed --json")
        #expect(!json.output.contains("\"limits.time\""))
    }

    @Test func aSecretByValueIsAnErrorThatDoesNotShowIt() throws {
        try configure(
            """
            return { plugins = { crm = { organizations = { {
              name = "dev", url = "http://127.0.0.1:1",
              auth = { grant = "client-credentials", client = "c", secret = "hunter2" },
            } } } } }
            """)
        for command in ["config check", "open 'mstr://?evt=3995'", "config show"] {
            let result = try shell.perilune(command)
            #expect(!(result.output + result.errors).contains("hunter2"))
        }
        let result = try shell.perilune("open 'mstr://?evt=3995'")
        #expect(result.status == 78)
        #expect(result.errors.contains("perilune.lua:3"))
        #expect(
            result.errors.contains(
                "the configuration contains a secret; it must contain a reference to one"))
    }

    @Test func aScriptWithoutAGrantIsRefusedWithTheLineToChange() throws {
        try configure(
            """
            return { scripts = {
              { path = "Scripts/hot_lead.lua", grants = { mail = true } },
            } }
            """)
        for command in [
            "open 'mstr://?evt=3995'", "check", "config check",
            "open 'mstr://?evt=3995' -s Scripts/hot_lead.lua",
        ] {
            let result = try shell.perilune(command)
            let text = result.output + result.errors
            #expect(result.status == (command.hasPrefix("open") ? 78 : 1), "\(command): \(text)")
            #expect(text.contains("Scripts/hot_lead.lua:"))
            #expect(text.contains("require \"crm\" requires the grant 'crm'"))
            #expect(text.contains("perilune.lua:2: crm = true"))
        }
        let without = try shell.perilune(
            "open 'mstr://?evt=3995' --no-config -s Scripts/hot_lead.lua")
        #expect(without.status == 0)
    }

    @Test func aGrantIsForItsScopes() throws {
        try configure(
            """
            return {
              scripts = { { path = "share.lua", grants = { files = { "other" } } } },
              plugins = { sharing = { folder = "pictures" }, login = "login.plist" },
            }
            """)
        try shell.write(
            """
            local snapshot = require "snapshot"
            return { on = "link.*", execute = function(event)
              snapshot.share(snapshot.capture("login"), { file = "a.png" })
            end }
            """, "share.lua")
        try shell.run("mkdir pictures; cp \(Self.login.path) login.plist")
        let refused = try shell.perilune("open 'mstr://?evt=3995'")
        #expect(refused.output.contains("requires the grant 'files' for"))
        #expect(refused.output.contains("perilune.lua:2 grants files for"))
        let configuration = try shell.read("perilune.lua")
        try configure(configuration.replacing("\"other\"", with: "\"pictures\""))
        let result = try shell.run("perilune open 'mstr://?evt=3995' && ls pictures")
        #expect(result.output.contains("a.png"), "\(result.errors)")
    }

    private static let login = SwiftPackage.root.appending(
        path: "Tests/Golden/Login/theme1.plist")

    @Test func aRunOfTheProjectReadsItsLogsAndFillsItsSinks() throws {
        try configure(
            """
            return {
              scripts = { "Scripts/emit_transform.lua" },
              sources = { logs = "Scripts/links.jsonl" },
              sinks = { output = "out.jsonl", records = "records.jsonl" },
            }
            """)
        let run = try shell.perilune("process --summary none")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.isEmpty)
        let records = try shell.read("records.jsonl")
        #expect(!records.isEmpty)
        // Another log does not overwrite what came of the project's.
        let other = try shell.perilune("process Scripts/links.jsonl -n 1 --summary none")
        #expect(other.status == 0)
        #expect(try shell.read("records.jsonl") == records)
    }

    @Test func limitsOfTheFileApplyUnlessOptionsOverrideThem() throws {
        try configure(
            """
            return { limits = { instructions = 100 }, scripts = { "loop.lua" } }
            """)
        try shell.write(
            """
            return { on = "link.*", execute = function()
              for i = 1, 100000 do end
            end }
            """, "loop.lua")
        let limited = try shell.perilune("open 'mstr://?evt=3995'")
        #expect(limited.output.contains("exceeded its instruction limit"))
        let wide = try shell.perilune("open 'mstr://?evt=3995' --instruction-limit 10000000")
        #expect(wide.output.contains("handled by loop.lua"))
    }

    @Test func configAndNoConfigExcludeEachOther() throws {
        try configure("return {}")
        #expect(try shell.perilune("check --config perilune.lua --no-config").status == 64)
        #expect(try shell.perilune("check --config none.lua").status == 66)
        #expect(try shell.run("rm perilune.lua; perilune config check").status == 66)
        #expect(try shell.perilune("process").status == 64)
    }
}
