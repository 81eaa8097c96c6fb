import Perilune
import PeriluneCore
import Testing

struct ConfigurationMistakesTests {
    @Test func allErrorsAreReported() throws {
        let project = try ProjectFolder(
            """
            return {
              wrokers = 4,
              workers = 1000,
              scripts = {
                "rules/a.lau",
                { path = "b.lua", limits = { time = "fast" }, grant = true },
              },
              limits = { memory = 1.5 },
              order = "frist",
              store = 5,
            }
            """, scripts: ["rules/a.lua", "b.lua"])
        #expect(
            project.mistakes() == [
                "2:3 unknown setting 'wrokers'",
                "3:3 workers must be an integer from 1 to 256, got 1000",
                "5:5 rules/a.lau: no such file",
                "6:34 scripts[2].limits.time must be an integer from 0 to 600000, got a string",
                "6:51 unknown setting 'scripts[2].grant'",
                "8:14 limits.memory must be an integer from 0 to 4096, got a number with a fraction",
                "9:3 order must be one of first, most-specific",
                "10:3 store must be a string, got a number",
            ])
        #expect(
            project.hints().prefix(3) == [
                "did you mean 'workers'?", nil, "did you mean '\(project.path("rules/a.lua"))'?",
            ])
        #expect(project.hints()[4] == "did you mean 'grants'?")
        #expect(project.hints()[6] == "did you mean 'first'?")
    }

    @Test(arguments: [
        ("listen = 'x:1'", "write sources.listen"),
        ("['time-limit'] = 5", "write limits.time"),
    ])
    func aSettingInTheWrongTableGetsAHint(_ text: String, _ hint: String) throws {
        #expect(try ProjectFolder("return { \(text) }").hints() == [hint])
    }

    @Test(arguments: [
        ("'orders.jsonl'", "1:22 outputs.orders must be a table, got a string"),
        ("{}", "1:22 outputs.orders has neither a file nor a sink"),
    ])
    func anOutputWithoutADestinationGetsAnExample(_ output: String, _ message: String) throws {
        let project = try ProjectFolder("return { outputs = { orders = \(output) } }")
        #expect(project.mistakes() == [message])
        #expect(
            project.hints() == [#"write { file = "orders.jsonl" } or { sink = "NAME" }"#])
    }

    @Test func anErrorNamesTheLineOfTheAssignment() throws {
        let project = try ProjectFolder(
            """
            local settings = { limits = {} }
            settings.limits = { time = -1 }
            settings.seed = "x"
            return settings
            """)
        #expect(
            project.mistakes() == [
                "2:21 limits.time must be an integer from 0 to 600000, got -1",
                "3:10 seed must be an integer of at least 0, got a string",
            ])
    }

    @Test func errorsInComputedTablesNameTheLineOfReturn() throws {
        let project = try ProjectFolder(
            """
            local function make() return { seed = -1 } end

            return make()
            """)
        #expect(
            project.mistakes() == ["3:1 seed must be an integer of at least 0, got -1"])
    }

    @Test(arguments: [
        ("return {\n  a = \n}", "3:1 unexpected symbol near '}'"),
        (
            "\nreturn { workers = nothing.here }",
            "2:20 attempt to index a nil value (global 'nothing')"
        ),
        ("return 5", "1:1 the file must return a table, got number"),
        ("", "1:1 the file must return a table, got nil"),
        ("return { f = function() end }", "1:14 a function cannot be represented in JSON"),
        (
            "return { scripts = {\n{ 'a.lua', priority = 1 } } }",
            "2:1 a table has both named fields and list elements"
        ),
        (
            "require 'crm'\nreturn {}",
            "1:0 there is no module 'crm': neither a host module (json) nor a file crm.lua beside the file"
        ),
        ("return { workers = io }", ""),
    ])
    func luaErrorsHaveTheirPlace(_ text: String, _ message: String) throws {
        let mistakes = try ProjectFolder(text).mistakes()
        if message.isEmpty {
            #expect(mistakes.isEmpty)
        } else {
            #expect(mistakes == [message])
        }
    }

    @Test func aFileThatDoesNotEndIsStopped() throws {
        let mistakes = try ProjectFolder("while true do end").mistakes()
        #expect(mistakes.count == 1)
        #expect(mistakes.first?.contains("time limit") == true)
    }

    @Test func linesThatAreShownHideSecrets() throws {
        let project = try ProjectFolder(
            "return { plugins = { crm = { secret = 'hunter2', headers = { ['X-Key'] = 'abc' } }, crn = 1 } }"
        )
        let error = #expect(throws: ConfigurationError.self) { try project.read() }
        let text = error?.description ?? ""
        #expect(text.contains("did you mean 'crm'?"))
        #expect(!text.contains("hunter2"))
        #expect(!text.contains("abc"))
    }

    @Test func aSyntaxErrorBesideASecretHidesIt() throws {
        let project = try ProjectFolder("return { secret = 'hunter2, x = 1 }")
        let error = #expect(throws: ConfigurationError.self) { try project.read() }
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func aFileThatIsNamedTwiceIsAnError() throws {
        let project = try ProjectFolder(
            "return { scripts = {\n\"a.lua\",\n{ path = \"./a.lua\" },\n} }", scripts: ["a.lua"])
        #expect(
            project.mistakes() == ["3:1 './a.lua' is listed twice; the first entry is in line 2"])
    }

    @Test func grantsAreChecked() throws {
        let project = try ProjectFolder(
            """
            return { grants = {
              crn = true,
              mail = {},
              http = { "https://a/b" },
              crm = 5,
              charts = { "sales" },
            } }
            """)
        #expect(
            project.mistakes() == [
                "2:3 unknown setting 'grants.crn'",
                "3:3 grants.mail is an empty list, which grants nothing",
                "4:12 'https://a/b' is not a host name",
                "5:3 grants.crm must be true, false, or a list of scopes, got a number",
                "6:14 the grant 'charts' has no scopes",
            ])
    }
}
