import Testing

struct CheckTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// Each by itself: they are samples, and all of them want the same links.
    @Test(arguments: ["every_third_link", "route_by_rules", "emit_transform"])
    func findsNothingInTheShippedScripts(script: String) throws {
        let result = try shell.run(
            "cd Scripts && perilune check --strict \(script).lua --against links.jsonl")
        #expect(result.output.isEmpty)
        #expect(result.errors == "1 file, 0 errors, 0 warnings\n")
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ("return { shouldhandle = function() end, execute = function() end }", "shouldHandle"),
        ("local log = require 'log'\nreturn { execute = function() log.inf('x') end }", "info"),
        ("return { execute = function() count = 1 end }", "count"),
        ("local n = 0\nreturn { execute = function() n = n + 1 end }", "state"),
        ("return { execute = function( }", "bad.lua:1:"),
    ])
    func findsMistakes(source: String, message: String) throws {
        try shell.write(source + "\n", "bad.lua")
        let result = try shell.perilune("check --strict bad.lua")
        #expect(result.output.hasPrefix("bad.lua:"))
        #expect(result.output.contains(message))
        #expect(result.status == 1)
    }

    @Test(arguments: [
        ("on = 42,", "3"), ("on = { \"a\", 3 },", "15"), ("on = \"a..b\",", "3"),
        ("where = 3,", "3"),
        ("evt = \"x\",", "3"), ("url = 3,", "3"), ("url = \"mstr://?evt=1&&\",", "24"),
        ("key = 3,", "3"), ("expires = \"x\",", "3"), ("version = {},", "3"),
        ("priority = {},", "3"),
        ("onTimer = 3,", "3"), ("migrate = 3,", "3"), ("didSort = 3,", "3"),
        ("[\"where\"] = {},", "3"), ("evt = \"x.\",", "3"), ("where = { 1, a = 2 },", "11"),
    ])
    func showsWhereAFieldHasAWrongValue(field: String, column: String) throws {
        try shell.write(
            "return {\n  execute = function() end,\n  \(field)\n}\n", "bad.lua")
        let check = try shell.perilune("check bad.lua")
        #expect(check.output.hasPrefix("bad.lua:3:\(column): "), "\(check.output)")
        #expect(check.output.contains("\n    \(field)\n"), "\(check.output)")
        let run = try shell.perilune("process Scripts/links.jsonl -s bad.lua")
        #expect(run.errors.hasPrefix("bad.lua:3:\(column): "), "\(run.errors)")
        #expect(run.status != 0)
    }

    @Test func showsWhereAFieldIsSetBelowTheTable() throws {
        try shell.write(
            "local rule = { execute = function() end }\nrule.on = 42\nreturn rule\n", "bad.lua")
        let check = try shell.perilune("check bad.lua")
        #expect(check.output.hasPrefix("bad.lua:2:6: on must be a type"), "\(check.output)")
    }

    @Test func writesFindingsAsJSON() throws {
        try shell.write("return { execute = function( }\n", "bad.lua")
        let result = try shell.perilune("check --json bad.lua")
        let finding = try #require(try result.objects().first)
        #expect(finding["file"] as? String == "bad.lua")
        #expect(finding["line"] as? Int == 1)
        #expect(finding["severity"] as? String == "error")
        #expect(result.status == 1)
    }

    @Test func findsErrorsWhenAScriptIsLoaded() throws {
        try shell.write("error('not today')\nreturn { execute = function() end }\n", "bad.lua")
        let result = try shell.perilune("check bad.lua")
        #expect(result.output.contains("bad.lua:1: not today"))
        #expect(result.status == 1)
    }

    @Test func namesThatRequiredFilesDefineAreKnown() throws {
        try shell.run("mkdir parts")
        try shell.write("function string.shout(s) return s:upper() end\n", "parts/text.lua")
        try shell.write("require 'parts.text'\nfunction half(n) return n / 2 end\n", "lib.lua")
        try shell.write(
            """
            require 'lib'
            return { on = 'a', execute = function(event)
              return half(2), string.shout('x'), third(3), string.whisper('x')
            end }
            """, "rule.lua")
        let found = try shell.perilune("check rule.lua").output
        #expect(found.contains("there is no global 'third'"))
        #expect(found.contains("'string' has no function 'whisper'"))
        #expect(found.split(separator: "\n").count { $0.contains(": error: ") } == 2, "\(found)")
    }

    @Test func checksScriptsAgainstALog() throws {
        try shell.write(
            """
            return {
              on = "link.drill",
              shouldHandle = function(event) return event.data.ulr:find("x") end,
              execute = function(event, commander) end,
            }

            """, "typo.lua")
        let result = try shell.perilune("check typo.lua --against Scripts/links.jsonl")
        #expect(
            result.output == """
                typo.lua:3:52: error: no link.drill event of the log has the field 'data.ulr' [unknown-event-field]
                    shouldHandle = function(event) return event.data.ulr:find("x") end,
                                                                     ^
                  hint: did you mean 'url'?

                """)
        #expect(result.status == 1)
    }

    @Test func saysHowManyLinesOfTheLogAreNotEvents() throws {
        try shell.write("return { execute = function(event, commander) end }", "rule.lua")
        try shell.run("(head -2 Scripts/links.jsonl; echo broken; echo {}) > mixed.jsonl")
        let result = try shell.perilune("check rule.lua --against mixed.jsonl")
        #expect(result.errors.contains("warning: skipped 2 lines of mixed.jsonl without an event"))
        #expect(result.status == 0)
    }

    @Test func aHintAboutAnOutputNamesNoOptionThatCheckDoesNotHave() throws {
        try shell.write(
            "return { execute = function(event, commander) commander:emit(1, \"late\") end }",
            "rule.lua")
        try shell.write("return { scripts = \"rule.lua\" }", "perilune.lua")
        let result = try shell.perilune("check")
        #expect(result.output.contains("hint: declare it in perilune.lua: outputs = { late = {"))
        #expect(!result.output.contains("--to"))
    }

    @Test func findsScriptsThatGetNoEvent() throws {
        try shell.write("return { evt = { 1, 2 }, execute = function() end }", "a.lua")
        try shell.write(
            "return { on = 'link.drill', evt = { 2, 3 }, execute = function() end }", "b.lua")
        let result = try shell.perilune("check --strict a.lua b.lua")
        #expect(
            result.lines.first
                == "b.lua:1:37: warning: no event matches evt 2 here: a.lua:1 comes first and takes them all [unreachable-pattern]"
        )
        let object = try #require(shell.perilune("check --json a.lua b.lua").objects().first)
        let other = try #require(object["other"] as? [String: Any])
        #expect(other["file"] as? String == "a.lua")
        #expect(other["line"] as? Int == 1)
        #expect(result.status == 1)
    }

    /// The members that the standard requires, and what they may hold.
    @Test func writesSARIF() throws {
        try shell.run("mkdir 'my rules'")
        try shell.write("local a = 'ää' foo()\nreturn {}\n", "my rules/bad.lua")
        try shell.write("return { execute = function() foo() end }\n", "my rules/worse.lua")
        let result = try shell.perilune("check 'my rules' --sarif")
        let document = try #require(try result.objects().first)
        #expect(document["version"] as? String == "2.1.0")
        let runs = try #require(document["runs"] as? [[String: Any]])
        let tool = try #require(runs[0]["tool"] as? [String: Any])
        let driver = try #require(tool["driver"] as? [String: Any])
        #expect(driver["name"] as? String == "perilune")
        let described = try #require(driver["rules"] as? [[String: Any]])
        let undefined = try #require(described.first { $0["id"] as? String == "undefined-global" })
        let description = undefined["shortDescription"] as? [String: Any]
        #expect(description?["text"] as? String == "The global does not exist.")
        let rules = described.map { $0["id"] as? String }
        let results = try #require(runs[0]["results"] as? [[String: Any]])
        #expect(!results.isEmpty)
        var columns: [Int?] = []
        for result in results {
            let message = try #require(result["message"] as? [String: Any])
            #expect((message["text"] as? String)?.isEmpty == false)
            #expect(["error", "warning"].contains(result["level"] as? String))
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index] == result["ruleId"] as? String)
            let locations = try #require(result["locations"] as? [[String: Any]])
            let place = try #require(locations[0]["physicalLocation"] as? [String: Any])
            let artifact = try #require(place["artifactLocation"] as? [String: Any])
            #expect((artifact["uri"] as? String)?.hasPrefix("my%20rules/") == true)
            let region = try #require(place["region"] as? [String: Any])
            #expect(region["startLine"] as? Int ?? 0 >= 1)
            #expect(region["startColumn"] as? Int ?? 0 >= 1)
            // In code points: two letters before the name have two bytes each.
            if result["ruleId"] as? String == "undefined-global" {
                columns.append(region["startColumn"] as? Int)
            }
        }
        #expect(columns == [16, 31])
        #expect(document["$schema"] as? String == "https://json.schemastore.org/sarif-2.1.0.json")
        #expect(runs[0]["columnKind"] as? String == "unicodeCodePoints")
        #expect(result.status == 1)
    }

    @Test func sarifHasTheEventThatTwoRulesShare() throws {
        for (name, path) in [("a", "a/*"), ("b", "*/b")] {
            try shell.write(
                """
                return { on = 'order.placed', url = 'https://x.org/\(path)',
                  execute = function() end }
                """, "\(name).lua")
        }
        let result = try shell.perilune("check a.lua b.lua --sarif")
        let document = try #require(try result.objects().first)
        let runs = try #require(document["runs"] as? [[String: Any]])
        let found = try #require(runs[0]["results"] as? [[String: Any]])
        let properties = found.compactMap { $0["properties"] as? [String: Any] }
        let example = try #require(properties.first?["example"] as? [String: Any])
        #expect(example["type"] as? String == "order.placed")
    }

    /// Each with the grants that no script uses.
    @Test(arguments: [
        ("local s = require 'snapshot'", "s.share(v, { to = 'a@b.org' })", ["crm", "files"]),
        ("local s = require 'snapshot'", "s.share(v)", ["crm", "mail"]),
        ("local s = require 'snapshot'", "s.share(v, v)", ["crm"]),
        ("local s = require 'snapshot'", "local f = s.share", ["crm"]),
        ("local c = require 'crm'", "c.share(v)", ["mail", "files"]),
        ("local h = require 'helper'", "", ["mail", "files"]),
        ("local ok = pcall(require, 'crm')", "", []),
    ])
    func findsGrantsThatNoScriptUses(head: String, body: String, unused: [String]) throws {
        try shell.write("local crm = require 'crm' return {}", "helper.lua")
        try shell.write(
            "\(head)\nreturn { on = 'x', execute = function(v) \(body) end }", "rule.lua")
        try shell.write(
            """
            return {
              scripts = { { path = "rule.lua",
                grants = { crm = true, mail = { "b.org" }, files = true } } },
            }
            """, "perilune.lua")
        let found = try shell.perilune("check --json").objects()
            .filter { $0["code"] as? String == "unused-grant" }
        let messages = found.compactMap { $0["message"] as? String }
        #expect(
            messages == unused.map { "'\($0)' is granted, but rule.lua does not use it" })
        #expect(
            found.allSatisfy { $0["line"] as? Int == 3 && $0["file"] as? String == "perilune.lua" })
    }

    @Test func findsRequestsWithoutAGrant() throws {
        try shell.write(
            "local http = require 'http'\nreturn { on = 'x', execute = function() http.get('https://a.example/') end }",
            "rule.lua")
        let found = try shell.perilune("check rule.lua --json").objects()
        #expect(found.map { $0["code"] as? String } == ["missing-grant"])
        #expect(found.first?["line"] as? Int == 1)
        try shell.write(
            "return { grants = { http = { 'GET a.example' } }, scripts = { 'rule.lua' } }",
            "perilune.lua")
        #expect(try shell.perilune("check --json").objects().isEmpty)
    }

    @Test func aCommonGrantIsUnusedOnlyIfNoScriptUsesIt() throws {
        try shell.write("return { on = 'x', execute = function() end }", "a.lua")
        try shell.write(
            "local crm = require 'crm'\nreturn { on = 'y', execute = function() end }", "b.lua")
        try shell.write(
            "return { grants = { crm = true, mail = true }, scripts = { 'a.lua', 'b.lua' } }",
            "perilune.lua")
        let all = try shell.perilune("check")
        #expect(
            all.output.contains(
                "perilune.lua:1:33: warning: 'mail' is granted, but no script uses it"))
        #expect(!all.output.contains("'crm' is granted"))
        // Of one script alone it cannot be told.
        #expect(!(try shell.perilune("check a.lua").output.contains("is granted")))
    }

    /// Whether the second script is told that the first one takes some of its links.
    @Test(arguments: [
        ("?evt=4001&a=1", "?evt=4001&b=*", true), ("?evt=4001&a=1", "?evt=4001&a=2", false),
        ("https://x.org/a/*", "https://*.org/*/b", true),
        ("//*.x.org/a/*", "https://www.x.org/*/b", true),
        ("?evt=4001", "?evt=4001&b=*", false), ("?evt=4001&b=*", "?evt=4001", false),
        ("/a/{n:i}/c", "/a/7/*", true), ("/a/{n:i}/c", "/a/b/*", false),
        ("/a/**", "/*/b?c=1", true),
    ])
    func findsLinksThatTwoScriptsMatch(first: String, second: String, isFound: Bool) throws {
        func write(_ url: String, _ file: String, _ more: String = "") throws {
            try shell.write(
                "return { url = '\(url)', \(more) execute = function(e, c) c:emit(1) end }", file)
        }
        try write(first, "a.lua")
        try write(second, "b.lua")
        func overlaps() throws -> Bool {
            try shell.perilune("check a.lua b.lua").output.contains("[overlapping-pattern]")
        }
        #expect(try overlaps() == isFound)
        try write(second, "b.lua", "priority = 1,")
        #expect(try !overlaps())
    }

    @Test func showsAnEventThatTwoScriptsMatch() throws {
        try shell.write("return { url = 'https://*/a/*', execute = function() end }", "a.lua")
        try shell.write(
            "return {\n  url = { 'tel:7', 'https://*/*/b' }, execute = function() end }", "b.lua")
        let example = "https://www.example.com/a/b"
        let text = try shell.perilune("check a.lua b.lua")
        #expect(
            text.output.hasPrefix(
                """
                b.lua:2:20: warning: 'https://*/*/b' and 'https://*/a/*' of a.lua both match \(example); a.lua comes first and takes it [overlapping-pattern]

                """))
        let finding = try #require(try shell.perilune("check a.lua b.lua --json").objects().first)
        let other = try #require(finding["other"] as? [String: Any])
        #expect(other["file"] as? String == "a.lua")
        #expect((other["line"] as? Int, other["column"] as? Int) == (1, 16))
        let event = try #require(finding["example"] as? [String: Any])
        #expect(event["type"] as? String == "link.url")
        #expect((event["data"] as? [String: Any])?["url"] as? String == example)
        let sarif = try shell.perilune("check a.lua b.lua --sarif").output
        #expect(
            sarif.contains(
                #""relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"a.lua"},"region":{"startLine":1}}}]"#
            ))
    }

    @Test func countsThePairsThatItDoesNotList() throws {
        for number in 1...3 {
            try shell.write(
                "return { url = { '/a\(number)/*', '/*/b\(number)', '?p=\(number)' }, execute = function() end }",
                "\(number).lua")
        }
        let result = try shell.perilune("check --strict --max-overlaps 1 1.lua 2.lua 3.lua")
        #expect(result.lines.filter { $0.contains("warning: ") }.count == 1)
        #expect(result.output.contains("note: 2 more pairs of scripts overlap"))
        let all = try shell.perilune("check 1.lua 2.lua 3.lua")
        #expect(all.errors == "3 files, 0 errors, 3 warnings\n")
        #expect(!all.output.contains("note: "))
    }

    @Test func pairsThatNeedARepeatedParameterAreOneNote() throws {
        for number in 1...3 {
            try shell.write(
                "return { url = '?evt=1&p=\(number)', execute = function() end }", "\(number).lua")
        }
        let result = try shell.perilune("check --strict 1.lua 2.lua 3.lua")
        #expect(
            result.output.contains(
                "note: 3 pairs of scripts overlap only for links that repeat a parameter"))
        #expect(result.errors == "3 files, 0 errors, 0 warnings\n")
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ("url = '/a}'", "a.lua:1:19: url: A '{' is missing"),
        ("evt = 'x.'", "a.lua:1:10: \"x.\" is not a range of event numbers"),
        ("where = 1", "a.lua:1:10: where must be a table of paths and values"),
    ])
    func namesTheFileOfAWrongConditionOnce(condition: String, line: String) throws {
        try shell.write("return { \(condition), execute = function() end }", "a.lua")
        #expect(try shell.perilune("check a.lua").lines.first == line)
    }

    @Test func namesConditionsThatNoEventMeets() throws {
        try shell.write(
            "return { on = 'link.drill', url = 'tel:*', execute = function() end }", "a.lua")
        let result = try shell.perilune("check --strict a.lua")
        #expect(
            result.lines.first
                == "a.lua:1:35: warning: no event meets 'tel:*' here: a tel link has no 'evt', so its type is link.url [impossible-condition]"
        )
        #expect(result.status == 1)
    }
}
