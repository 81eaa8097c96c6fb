import Testing

@testable import LuaSyntax

/// Which fields of its event a script reads, and where.
struct EventReadsTests {
    @Test(arguments: [
        ("return { execute = function(e) return e.data.x.y end }", ["data", "data.x", "data.x.y"]),
        ("return { execute = function(self, e) return e.id end }", ["id"]),
        ("local d = {} function d:execute(e) return e['id'] end return d", ["id"]),
        (
            "local d = {} function d:executeURL(url, c, view) return view.x end return d",
            ["data.view.x"]
        ),
        (
            "return { shouldHandle = function(e) local d = e.data return d.x end }",
            ["data", "data.x"]
        ),
        (
            "return { execute = function(e) local t = e.data.items return t[1].price end }",
            ["data", "data.items", "data.items[].price"]
        ),
        (
            "return { execute = function(e) for _, i in ipairs(e.items or {}) do f(i.n) end end }",
            ["items", "items[].n"]
        ),
        (
            "return { execute = function(e) local p = e.pre and e.pre.quote return p.x end }",
            ["pre", "pre", "pre.quote", "pre.quote.x"]
        ),
        (
            "local function f(t) return t.x end return { execute = function(e) f(e.a) f(e.b) end }",
            ["a.x|b.x", "a", "b"]
        ),
        (
            "local function f(e) return e.a end return { execute = function(e) return f(e).b end }",
            ["a", "a.b"]
        ),
        ("local f = function(e) return e.x end return { execute = f }", ["x"]),
        (
            "return { didSort = function(self, chart, data) return data.column end, execute = f }",
            ["chart.sort: data.column"]
        ),
        (
            "return { where = { ['data.view'] = 'sales' }, key = 'subject', execute = f }",
            ["data", "data.view", "subject"]
        ),
    ]) func findsReads(script: String, reads: [String]) throws {
        #expect(try Self.reads(script) == reads)
    }

    @Test(arguments: [
        // Handed to somebody who may call it with anything.
        "local function f(t) return t.x end register(f) return { execute = function(e) f(e) end }",
        // Called with something else, too.
        "local function f(t) return t.x end f(g()) return { execute = function(e) f(e) end }",
        "return { execute = function(e) local a, d = g(e) return d.x end }",
        "return { execute = function(e) local d = e d = g() return d.x end }",
        "return { execute = function(e) local d = e while d do d = d.x end return d.x end }",
        "return { execute = function(e) e = g(e) return e.x end }",
        "return { execute = function(e) return (e or h()).x end }",
        "return { execute = function(...) local e = ... return e.x end }",
        "return { execute = wrap(function(e) return e.x end) }",
        "return { execute = function(e) for _, i in iterate(e) do f(i.n) end end }",
        "return { helper = function(e) return e.x end, execute = f }",
        "return { execute = function(e) return e.f(1).x and ({ x = 1 }).x end }",
    ]) func ignoresExpressionsThatItCannotFollow(script: String) throws {
        #expect(try Self.reads(script).allSatisfy { !$0.hasSuffix("x") && $0 != "n" }, "\(script)")
    }

    @Test func recognizesTestsForPresence() throws {
        let reads = try Self.model(
            """
            return { execute = function(e)
              local d = e.data
              if d.a then f() end
              if d.b ~= nil then f() end
              local x = d.c or 1
              if not d.e then f() end
              return d.f == 1
            end }
            """)
        #expect(
            Set(EventReads(reads).guarded.map(\.description)) == [
                "data.a", "data.b", "data.c", "data.e",
            ])
    }

    @Test func findsComparisons() throws {
        let model = try Self.model(
            """
            local limit = 15
            return { where = { a = { 1, 2 } }, execute = function(e)
              return e.b == "x" or limit < e.c or e.d == e.f or e.g == g()
            end }
            """)
        let found = EventReads(model).comparisons.map { comparison in
            "\(comparison.origins.map(\.path.description).joined()) \(comparison.literal.kind)"
        }
        #expect(found == ["a integer(1)", "a integer(2)", "b string(\"x\")", "c integer(15)"])
    }

    @Test func terminatesOnAdversarialFiles() throws {
        var script = "return { execute = function(e)\nlocal a0 = e\n"
        for number in 1...120 {
            script += "local a\(number) = a\(number - 1).x or a\(number - 1).y\n"
        }
        script += "a0 = a120 return a120.z end }"
        _ = EventReads(try Self.model(script))
    }

    @Test func findsThePublishedTypes() throws {
        let model = try Self.model(
            "local t = 'a.b' return { execute = function(e, c) c:publish { type = t } c:publish { type = 'c.d' } end }"
        )
        #expect(model.publishedTypes == ["a.b", "c.d"])
    }

    private static func model(_ script: String) throws -> ScriptModel {
        try ScriptModel(
            Array(script.utf8),
            api: HostAPI(delegateFunctions: ["didSort"], delegateTypes: ["didSort": "chart.sort"]))
    }

    private static func reads(_ script: String) throws -> [String] {
        EventReads(try model(script)).reads.map { read in
            read.origins.map { origin in
                (origin.type.map { "\($0): " } ?? "") + origin.path.description
            }.sorted().joined(separator: "|")
        }
    }
}
