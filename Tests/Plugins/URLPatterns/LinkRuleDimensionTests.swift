import Perilune
import PeriluneCore
import PeriluneLua
import Testing
import URLPatternsPlugin

/// The condition `url` and the module `patterns`, through a host.
struct LinkRuleDimensionTests {
    private func event(_ url: String) -> Event {
        Event(id: "e", source: "s", type: "link.drill", data: ["url": .string(url)])
    }

    private func host(_ declared: String) async throws -> Host {
        try await Host {
            URLPatterns()
            Script(
                name: "rule.lua", source: "return { url = \(declared), execute = function() end }")
        }
    }

    private func reason(_ declared: String, _ url: String) async throws -> String? {
        for step in try await host(declared).explain(event(url)).steps {
            if case .notInterested(let mismatch) = step.answer { return mismatch.reason }
        }
        return nil
    }

    @Test(arguments: [
        ("mstr://?evt=4001&x=1&reportID=A", true), ("MSTR://?reportID=A&evt=4001", true),
        ("mstr://?evt=4001", false), ("https://www.example.com/?evt=4001&reportID=A", false),
        ("https://bi.example.com/reports/a/b", true), ("https://example.com/reports/a", false),
    ])
    func anyRuleOfAListMayMatch(url: String, fits: Bool) async throws {
        let host = try await host(
            #"{ "mstr://?evt=4001&reportID=*", "mstr://?evt=4001&reportID", "https://*.example.com/reports/**" }"#
        )
        #expect(try await host.process(event(url)).outcome == (fits ? .handled : .unhandled))
    }

    @Test(arguments: [
        ("mstr://?evt=4001", "mstr://?evt=3995", "url: evt is 3995, not 4001"),
        ("mstr://?evt=4001", "mstr://?x=1", "url: evt is missing, expected 4001"),
        ("mstr://?evt=4001", "https://h/?evt=4001", "url: the scheme is https, not mstr"),
        (
            "//*.example.com", "https://example.org/",
            "url: the host is example.org, not *.example.com"
        ),
        ("/a/{n:i}", "https://h/a/b", "url: path segment 2 is b, not an integer"),
        ("?pwd=a", "https://h/?pwd=secret", "url: the parameter 'pwd' is not 'a'"),
        ("?pwd", "https://h/", "url: the parameter 'pwd' is missing"),
        ("?pwd=a*", "https://h/?pwd=secret", "url: the parameter 'pwd' is not 'a*'"),
        ("/r-{n:i}.pdf", "https://h/r-x.pdf", "url: path segment 1 is r-x.pdf, not r-{n:i}.pdf"),
        ("#token", "https://h/#secret", "url: the fragment is not token"),
        ("#*", "https://h/", "url: the fragment is missing"),
    ])
    func saysWhichPartDoesNotFit(rule: String, url: String, reason expected: String) async throws {
        #expect(try await reason("\"\(rule)\"", url) == expected)
    }

    @Test func saysWhyNoRuleOfAListFits() async throws {
        let reason = try await reason(#"{ "mstr:", "?evt=1" }"#, "https://h/?evt=2")
        #expect(
            reason == "url: no link rule matches: the scheme is https, not mstr; evt is 2, not 1")
    }

    @Test(arguments: [
        ("\"mstr://?evt=4001\"", "mstr://?evt=4001", "[]"),
        ("\"?b=*&a=*\"", "mstr://?a=1&b=x%2Cy", #"["x,y","1"]"#),
        ("\"?a=*\"", "https://h/?a=b+c", #"["b c"]"#),
        ("\"/r/{id:i}/{name}\"", "https://h/r/07/a%2Fb", #"{"id":7,"name":"a/b"}"#),
        ("\"?w={w:f}\"", "mstr://?w=x&w=1e3", #"{"w":1000.0}"#),
        (
            "\"*://*.Example.com/*/**\"", "HTTPS:\\\\a.B.example.com\\r\\x%20y/z",
            #"["https","a.b","r","x%20y/z"]"#
        ),
        ("\"*://*/**\"", "Main.aspx", #"["","","Main.aspx"]"#),
        ("\"//h/a/**\"", "https://h/a/", #"[""]"#),
        ("{ \"//*/**\", \"//h/{id:i}\" }", "https://h/7", #"{"id":7}"#),
        ("{ \"//*/**\", \"//h/{id:i}\" }", "https://h/x", #"["h","x"]"#),
    ])
    func passesTheCapturesToExecute(
        declared: String, url: String, expected: String
    ) async throws {
        let host = try await Host {
            URLPatterns()
            Script(
                name: "rule.lua",
                source: """
                    return { url = \(declared), execute = function(event, commander)
                      commander:emit(event.captures)
                    end }
                    """)
        }
        let results = try await host.process(all: [event(url)])
        #expect(results.records.first?.error == nil)
        let emitted = String(decoding: results.output.dropLast(), as: UTF8.self)
        #expect(emitted == (expected == "[]" ? "{}" : expected))
    }

    @Test func capturesByNameAndByPositionAreInOneTable() async throws {
        let host = try await Host {
            URLPatterns()
            Script(
                name: "rule.lua",
                source: """
                    return { url = "/*/{id:i}/**", execute = function(event, commander)
                      local c = event.captures
                      commander:emit { c[1], c.id, c[2], #c, math.type(c.id) }
                    end }
                    """)
        }
        let results = try await host.process(all: [event("https://h/a/7/b/c")])
        #expect(
            String(decoding: results.output, as: UTF8.self) == "[\"a\",7,\"b/c\",2,\"integer\"]\n")
    }

    /// A sender could else make a rule see what no wildcard matched.
    @Test func aMemberOfTheEventIsNotMistakenForCaptures() async throws {
        let spoofed = #"""
            {"specversion":"1.0","id":"e","source":"s","type":"link.drill","captures":{"id":1},"data":{"url":"mstr://?id=7","captures":"own"}}
            """#
        for (condition, expected) in [
            ("url = \"?id={id:i}\"", #"[7,"own"]"#), ("on = \"link.drill\"", #"[1,"own"]"#),
        ] {
            let host = try await Host {
                URLPatterns()
                Script(
                    name: "rule.lua",
                    source: """
                        return { \(condition), execute = function(event, commander)
                          commander:emit { event.captures.id, event.data.captures }
                        end }
                        """)
            }
            let results = try await host.process(all: [Event(json: Array(spoofed.utf8))])
            #expect(String(decoding: results.output.dropLast(), as: UTF8.self) == expected)
        }
    }

    @Test func aCapturedNumberThatDoesNotFitIsAnError() async throws {
        let host = try await Host {
            URLPatterns()
            Script(
                name: "rule.lua",
                source: """
                    return { url = "?id={id:i}", execute = function(event, commander)
                      if event.id == "read" then commander:emit(event.captures.id) end
                    end }
                    """)
        }
        let link = "mstr://?id=9223372036854775808"
        let read = Event(id: "read", source: "s", type: "link.drill", data: ["url": .string(link)])
        let results = try await host.process(all: [read, event(link)])
        #expect(results.records.map(\.outcome) == [.failed, .handled])
        #expect(results.records.first?.error?.code == "pattern.range")
        #expect(results.records.first?.error?.place.line == 2)
    }

    @Test func capturesAreThoseOfTheEventThatWaited() async throws {
        let host = try await Host {
            URLPatterns()
            Pausing()
            Script(
                name: "rule.lua",
                source: """
                    local pause = require "pause"
                    return { url = "?id={id:i}", execute = function(event, commander)
                      pause.pause()
                      commander:emit(event.captures.id)
                    end }
                    """)
        }
        let events = (1...20).map { number in
            Event(
                id: "\(number)", source: "s\(number)", type: "link.drill",
                data: ["url": .string("mstr://?id=\(number)")])
        }
        let results = try await host.process(all: events)
        let lines = String(decoding: results.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.map(String.init) == (1...20).map(String.init))
    }

    @Test func theMostSpecificAlternativeIsCaptured() async throws {
        let host = try await Host {
            URLPatterns()
            Script(
                name: "rule.lua",
                source: """
                    return {
                      url = "/{*,{n:i},a}{,/{name}}",
                      execute = function(event, commander) commander:emit(event.captures) end,
                    }
                    """)
        }
        let results = try await host.process(
            all: ["/7", "/x", "/a/b", "/7/b", "/7/b/c"].map { event($0) })
        let lines = String(decoding: results.output, as: UTF8.self).split(separator: "\n")
        #expect(lines == [#"{"n":7}"#, #"["x"]"#, #"{"name":"b"}"#, #"{"n":7,"name":"b"}"#])
    }

    @Test func refusesABadRuleWithDelegateAndColumn() async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await host("\"https://example.com/a}\"")
        }
        #expect(error?.message.hasPrefix("url: ") == true)
        #expect(error?.place.file == "rule.lua")
        #expect(error?.place.line == 1)
        #expect(error?.place.column == 38)
        #expect(
            error?.place.sourceLine?.hasPrefix("return { url = \"https://example.com/a}\"") == true)
    }

    @Test(arguments: ["4001", "{ 4001 }", "{}"])
    func refusesValuesThatAreNotRules(declared: String) async throws {
        let error = await #expect(throws: PeriluneError.self) { _ = try await host(declared) }
        #expect(error?.code == "interest.url")
    }

    @Test(arguments: [
        (
            #"patterns.match("l:(animal)D/s:Name/i:Age", "app://animal/cat/7")"#,
            #"{"Age":7,"D":"animal","Name":"cat"}"#
        ),
        (#"patterns.match("l:(animal)D/s:Name", "app://color/red") == nil"#, "true"),
        (
            #"patterns.capture("?evt=10000001&customer={number:i}", "mstr://?evt=10000001&customer=7")"#,
            #"{"number":7}"#
        ),
        (#"patterns.capture("?evt=1", "mstr://?evt=2") == nil"#, "true"),
        (#"#patterns.conflicts { "s:A", "i:B", "s:A/s:B" }"#, "1"),
        (#"patterns.conflicts({ "s:A", "i:B" })[1].relation"#, #""shadowed""#),
        (#"patterns.conflicts({ "s:A", "i:B" })[1].winner"#, #""s:A""#),
        (#"(patterns.conflicts {})"#, "[]"), (#"#patterns.conflicts(many)"#, "100"),
        (#"select(2, patterns.conflicts(many))"#, "5"),
        (#"select(2, patterns.conflicts(many, { limit = 3 }))"#, "102"),
        (#"select(2, pcall(patterns.conflicts, many, { limit = -1 })).code"#, #""pattern.limit""#),
    ])
    func theModuleMatchesLinks(expression: String, expected: String) async throws {
        let host = try await Host {
            URLPatterns()
            Script(
                name: "ask.lua",
                source: """
                    local patterns = require "patterns"
                    local many = {}
                    for i = 1, 15 do many[i] = "s:A" end
                    return { execute = function(_, commander) commander:emit(\(expression)) end }
                    """)
        }
        let results = try await host.process(all: [event("mstr://?evt=1")])
        #expect(results.records.first?.error == nil)
        #expect(String(decoding: results.output.dropLast(), as: UTF8.self) == expected)
    }
}

/// A module whose only function takes its time.
private struct Pausing: Plugin {
    let name = "pausing"

    func register(in registry: inout Registry) throws(PeriluneError) {
        try registry.add(
            HostModule(
                "pause", "For tests.",
                [
                    HostFunction(
                        "pause", "Waits.", [],
                        .async { _, _ in
                            await Task.yield()
                            return nil
                        })
                ]))
    }
}
