import Testing

/// What `perilune diff` shows of two versions.
struct DiffTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test func showsWhichDecisionsDifferAndHow() throws {
        try shell.run(
            "cp Scripts/route_by_rules.lua new.lua && sed -i 's/is retired/is gone/' new.lua")
        let result = try shell.perilune(
            "diff Scripts/route_by_rules.lua new.lua Scripts/links.jsonl")
        #expect(
            result.output == """
                old  Scripts/route_by_rules.lua
                new  new.lua
                     new.lua replaces route_by_rules.lua
                20 events, 1 decided differently

                route_by_rules.lua -> new.lua  1 event
                  reason  1
                    tap-04 (Scripts/links.jsonl:4)  "the report A82E1D9311EC77B0520F00B0D1F3C96B is retired" -> "the report A82E1D9311EC77B0520F00B0D1F3C96B is gone"

                """)
        #expect(result.status == 1)
    }

    @Test func namesTheNewScriptThatHandlesAnEvent() throws {
        for (name, method) in [("old", "pass"), ("new", "default")] {
            try shell.write(
                "return { on = 'link.*', execute = function(_, c) return c:\(method)() end }",
                "\(name).lua")
        }
        let log = "Scripts/links.jsonl --limit 1"
        #expect(
            try shell.perilune("diff old.lua new.lua \(log)").output
                .contains("\"link-drill\" -> \"new.lua\""))
        #expect(
            try shell.perilune("diff old.lua new.lua \(log) --json").output
                .contains(#"{"field":"by","old":"link-drill","new":"new.lua"}"#))
    }

    @Test func equalVersionsHaveNoDifferences() throws {
        let result = try shell.perilune("diff Scripts Scripts Scripts/links.jsonl --json")
        #expect(result.lines.count == 1)
        let summary = try #require(try result.objects().first?["summary"] as? [String: Any])
        #expect(summary["differences"] as? Int == 0)
        #expect(result.status == 0)
    }

    /// Without --as, no line of such a log is an event.
    @Test func aLogWithoutReadableEventsIsAnError() throws {
        try shell.write("a,b\n1,2\n3,4\n", "log.csv")
        let result = try shell.perilune("diff Scripts Scripts log.csv")
        #expect(result.status == 65, "\(result)")
        #expect(result.output.contains("all failed in both versions"))
        #expect(result.errors.contains("nothing was compared"))
        #expect(try shell.perilune("diff Scripts Scripts log.csv --as csv").status == 0)
    }

    @Test func readsRevisionsWithTheirModules() throws {
        try shell.run("mkdir -p rules/parts && git init -q .")
        try shell.write("return 'one'", "rules/parts/word.lua")
        try shell.write(
            "local word = require 'parts.word'\nreturn { on = 'link.*', execute = function(e, c) c:emit(word) end }",
            "rules/links.lua")
        try shell.run("git add rules && git -c user.name=a -c user.email=a@a commit -qm one")
        try shell.write("return 'two'", "rules/parts/word.lua")
        for (old, new) in [("HEAD:rules/links.lua", "rules/links.lua"), ("HEAD:rules", "rules")] {
            let result = try shell.perilune(
                "diff \(old) \(new) Scripts/links.jsonl --json --limit 2")
            let first = try #require(try result.objects().first)
            let changes = try #require(first["changes"] as? [[String: String]])
            #expect(changes == [["field": "emitted", "old": "one", "new": "two"]])
            #expect(result.status == 1)
        }
        let below = try shell.run(
            "cd rules && perilune diff HEAD:links.lua links.lua ../Scripts/links.jsonl")
        #expect(below.status == 1)
    }

    @Test func eachVersionHasTheLimitsAndGrantsOfItsConfiguration() throws {
        let loop = "return { on = 'link.*', execute = function() for i = 1, 100000 do end end }"
        try shell.run("git init -q . && mkdir sub rules")
        try shell.write(loop, "rules/loop.lua")
        func configure(_ entry: String) throws {
            try shell.write(
                "return { scripts = { { path = 'rules/loop.lua', \(entry) } } }", "perilune.lua")
        }
        try configure("limits = { instructions = 1000 }")
        try shell.run(
            "git add rules perilune.lua && git -c user.name=a -c user.email=a@a commit -qm 1")
        try configure("limits = { instructions = 10000000 }")
        for line in [
            "perilune diff HEAD:rules rules Scripts/links.jsonl -n 1",
            "cd sub && perilune diff HEAD:../rules/loop.lua ../rules/loop.lua ../Scripts/links.jsonl -n 1",
            "cd sub && perilune diff HEAD:../rules ../rules ../Scripts/links.jsonl -n 1",
        ] {
            let result = try shell.run(line)
            #expect(result.status == 1, "\(line): \(result.errors)")
            #expect(result.output.contains("\"script.instructions\""))
        }
        let both = try shell.perilune(
            "diff HEAD:rules rules Scripts/links.jsonl -n 1 --config perilune.lua")
        #expect(both.status == 0)
        try configure("limits = { instructions = 1000 }")
        try shell.run("mkdir old && cp rules/loop.lua old && cp rules/loop.lua other.lua")
        for old in ["old/loop.lua", "other.lua"] {
            let copy = try shell.perilune("diff \(old) rules/loop.lua Scripts/links.jsonl -n 1")
            #expect(copy.status == 0)
            #expect(copy.output.contains("no differences"))
        }
        try configure("grants = {}")
        try shell.write("require 'crm'\n" + loop, "rules/loop.lua")
        let refused = try shell.perilune("diff HEAD:rules rules Scripts/links.jsonl -n 1")
        #expect(refused.status == 78)
        #expect(refused.errors.contains("requires the grant 'crm'"))
        try shell.run(
            "git add rules perilune.lua && git -c user.name=a -c user.email=a@a commit -qm 2")
        try configure("")
        let old = try shell.perilune("diff HEAD:rules rules Scripts/links.jsonl -n 1")
        #expect(old.errors.hasPrefix("HEAD:rules/loop.lua:1:"))
    }

    @Test func errorsInAnOldConfigurationNameItsRevision() throws {
        try shell.run("git init -q . && cp Scripts/emit_transform.lua a.lua")
        try shell.write("return { wrokers = 2 }", "perilune.lua")
        try shell.run(
            "git add a.lua perilune.lua && git -c user.name=a -c user.email=a@a commit -qm 1")
        try shell.run("rm perilune.lua")
        let result = try shell.perilune("diff HEAD:a.lua a.lua Scripts/links.jsonl")
        #expect(result.status == 78)
        #expect(result.errors.hasPrefix("HEAD:perilune.lua:1:10: unknown setting 'wrokers'"))
        #expect(
            try shell.perilune("diff HEAD:a.lua a.lua Scripts/links.jsonl --no-config").status == 0)
    }

    @Test func masksSecrets() throws {
        try shell.write(
            "return { on = 'link.*', execute = function(e, c) c:emit(e.data.url) end }", "a.lua")
        try shell.write(
            "return { on = 'link.*', execute = function(e, c) c:emit(e.id) end }", "b.lua")
        for form in ["", "--json"] {
            let result = try shell.perilune("diff a.lua b.lua Scripts/links.jsonl \(form)")
            #expect(!result.output.contains("secret"))
            #expect(result.status == 1)
        }
    }

    @Test func masksSecretsByTheirNames() throws {
        for (file, value) in [("a.lua", "'hidden'"), ("b.lua", "{ key = 'hidden' }")] {
            try shell.write(
                """
                return {
                  on = "link.*",
                  execute = function(e, c)
                    c:emit({ token = \(value), all = { { password = \(value) } } })
                  end,
                }
                """, file)
        }
        for form in ["", "--json"] {
            let result = try shell.perilune("diff a.lua b.lua Scripts/links.jsonl \(form)")
            #expect(result.output.contains("***"))
            #expect(!result.output.contains("hidden"))
        }
    }

    @Test(arguments: [
        ("diff HEAD~1:a.lua Scripts Scripts/links.jsonl", "is not in a git repository", 66),
        ("diff nothing.lua Scripts Scripts/links.jsonl", "no such file", 66),
        ("diff Scripts", "NEW", 64), ("diff bad.lua Scripts Scripts/links.jsonl", "bad.lua:1:", 78),
        ("diff Scripts Scripts nothing.jsonl", "nothing.jsonl", 66),
        ("diff --ledger bad.lua Scripts Scripts Scripts/links.jsonl", "bad.lua", 74),
    ])
    func saysWhatIsWrong(arguments: String, message: String, status: Int32) throws {
        try shell.write("return { execute = function( }", "bad.lua")
        let result = try shell.run("GIT_CEILING_DIRECTORIES=/ perilune \(arguments)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.status == status)
    }
}
