import Testing

/// What `perilune diff` shows of two versions.
struct DiffTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test func showsWhoDecidesDifferentlyAndWhat() throws {
        try shell.run(
            "cp Scripts/route_by_rules.lua new.lua && sed -i 's/is retired/is gone/' new.lua")
        let result = try shell.perilune(
            "diff Scripts/route_by_rules.lua new.lua Scripts/links.jsonl")
        #expect(
            result.output == """
                old  Scripts/route_by_rules.lua
                new  new.lua
                     new.lua takes the place of route_by_rules.lua, and goes by its name
                20 events, 1 decided differently

                route_by_rules.lua  1 event
                  reason  1
                    tap-04 (Scripts/links.jsonl:4)  "the report A82E1D9311EC77B0520F00B0D1F3C96B is retired" -> "the report A82E1D9311EC77B0520F00B0D1F3C96B is gone"

                """)
        #expect(result.status == 1)
    }

    @Test func equalVersionsAreNoDifference() throws {
        let result = try shell.perilune("diff Scripts Scripts Scripts/links.jsonl --json")
        #expect(result.lines.count == 1)
        let summary = try #require(try result.objects().first?["summary"] as? [String: Any])
        #expect(summary["differences"] as? Int == 0)
        #expect(result.status == 0)
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
        ("diff HEAD~1:a.lua Scripts Scripts/links.jsonl", "git finds no repository", 66),
        ("diff nothing.lua Scripts Scripts/links.jsonl", "there is no such file", 66),
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
