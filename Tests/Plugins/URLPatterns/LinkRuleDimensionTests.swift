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
    func anyRuleOfAListWillDo(url: String, fits: Bool) async throws {
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
    ])
    func saysWhichPartDoesNotFit(rule: String, url: String, reason expected: String) async throws {
        #expect(try await reason("\"\(rule)\"", url) == expected)
    }

    @Test func saysWhyNoRuleOfAListFits() async throws {
        let reason = try await reason(#"{ "mstr:", "?evt=1" }"#, "https://h/?evt=2")
        #expect(
            reason == "url: no link rule matches: the scheme is https, not mstr; evt is 2, not 1")
    }

    @Test func refusesABadRuleWithDelegateAndColumn() async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await host("\"https://example.com/a*\"")
        }
        #expect(error?.message.hasPrefix("rule.lua: url: ") == true)
        #expect(error?.place.column == 22)
        #expect(error?.place.sourceLine == "https://example.com/a*")
    }

    @Test(arguments: ["4001", "{ 4001 }", "{}"])
    func refusesWhatIsNoRule(declared: String) async throws {
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
    func theModuleAnswers(expression: String, expected: String) async throws {
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
