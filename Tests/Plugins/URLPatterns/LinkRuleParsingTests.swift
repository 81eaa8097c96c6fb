import PeriluneCore
import Testing

@testable import URLPatternsPlugin

struct LinkRuleParsingTests {
    @Test func readsALinkDrill() throws {
        let rule = try LinkRule("mstr://?evt=4001&reportID=*")
        #expect(rule.scheme == "mstr")
        #expect(rule.host == nil)
        #expect(rule.path == nil)
        #expect(rule.event == 4001)
        #expect(rule.query == [.init(name: "reportID", condition: .anyValue)])
    }

    @Test func readsAllParts() throws {
        let rule = try LinkRule(
            "HTTPS://*.Example.com/reports/a%20b/{id:i}/*/**?share&n={n:f}&t={t}&q=%2A&e=")
        #expect(rule.scheme == "https")
        #expect(rule.host == .subdomain(of: "example.com"))
        #expect(
            rule.path?.segments == [
                .literal("reports"), .literal("a b"), .capture(.init(name: "id", type: .integer)),
                .any,
            ])
        #expect(rule.path?.isOpenEnded == true)
        #expect(
            rule.query == [
                .init(name: "share", condition: .present),
                .init(name: "n", condition: .capture(.init(name: "n", type: .float))),
                .init(name: "t", condition: .capture(.init(name: "t", type: .string))),
                .init(name: "q", condition: .equals("*")),
                .init(name: "e", condition: .equals("")),
            ])
    }

    @Test func readsTextAroundAWildcard() throws {
        let rule = try LinkRule("/report-{id:i}.pdf/v*/%2A{x}/{y}%20b?q=R*&r={z:f}%25")
        #expect(
            rule.path?.segments == [
                .affix(
                    .init(
                        prefix: "report-", suffix: ".pdf",
                        capture: .init(name: "id", type: .integer))),
                .affix(.init(prefix: "v", suffix: "", capture: nil)),
                .affix(.init(prefix: "*", suffix: "", capture: .init(name: "x", type: .string))),
                .affix(.init(prefix: "", suffix: " b", capture: .init(name: "y", type: .string))),
            ])
        #expect(
            rule.query.map(\.condition) == [
                .affix(.init(prefix: "R", suffix: "", capture: nil)),
                .affix(.init(prefix: "", suffix: "%", capture: .init(name: "z", type: .float))),
            ])
    }

    @Test func readsTheFragment() throws {
        #expect(try LinkRule("https://h").fragment == nil)
        #expect(try LinkRule("https://h/a?b#c%20d?e/f").fragment == .literal("c d?e/f"))
        #expect(try LinkRule("#*").fragment == .any)
        #expect(
            try LinkRule("mstr://evt=1#{n:i}").fragment
                == .capture(.init(name: "n", type: .integer)))
        #expect(
            try LinkRule("#/app/*").fragment
                == .affix(.init(prefix: "/app/", suffix: "", capture: nil)))
    }

    @Test(arguments: ["*://", "//", "//*", "*://*", "*:"])
    func testsOnlyTheWrittenParts(text: String) throws {
        let rule = try LinkRule(text)
        #expect(rule.scheme == nil && rule.host == nil && rule.path == nil && rule.query.isEmpty)
    }

    @Test func distinguishesNoPathFromTheEmptyPath() throws {
        #expect(try LinkRule("https://h").path == nil)
        #expect(try LinkRule("https://h/").path?.segments.isEmpty == true)
        #expect(try LinkRule("https://h/a/").path?.segments == [.literal("a")])
    }

    @Test func readsRelativeAndOpaqueLinks() throws {
        #expect(try LinkRule("Main.aspx?evt=1").path?.segments == [.literal("Main.aspx")])
        #expect(try LinkRule("tel:*").path?.segments == [.any])
        #expect(try LinkRule("{id:i}/x").path?.segments.count == 2)
        #expect(try LinkRule("a/b:c").path?.segments == [.literal("a"), .literal("b:c")])
    }

    @Test(arguments: [
        ("https://EVIL.com", "evil.com"), ("https://evil%2ecom", "evil.com"),
        ("https://ｅｖｉｌ.com.", "evil.com"), ("//münchen.de/x", "xn--mnchen-3ya.de"),
        ("http://0x7f.1/", "127.0.0.1"), ("https://[0:0::1]:8443/x", "[::1]"), ("//[::1]", "[::1]"),
        ("mstr://Host/", "host"), ("app://A%20B", "a b"),
    ])
    func readsTheHostAsInALink(text: String, host: String) throws {
        #expect(try LinkRule(text).host == .exact(host))
    }

    @Test func readsThePort() throws {
        #expect(try LinkRule("https://h:8443/").port == 8443)
        #expect(try LinkRule("//*.example.com:80").port == 80)
        #expect(try LinkRule("https://h").port == nil)
    }

    @Test func onlyADecimalEventIsAnEventID() throws {
        #expect(try LinkRule("?evt=-5").event == nil)
        let rule = try LinkRule("?evt=*&EVT=7&evt=x")
        #expect(rule.event == nil)
        #expect(rule.query.count == 3)
    }

    @Test(arguments: [
        ("?evt=1..9", "rule.event", 6), ("", "rule.empty", 1), ("https://h#", "rule.fragment", 10),
        ("#a*b*", "rule.fragment", 5), ("/{a}#{a}", "rule.capture", 7),
        ("my_app://x", "rule.scheme", 1), ("://x", "rule.scheme", 1),
        ("https://a.*.com", "rule.host", 11), ("https://*example.com", "rule.host", 9),
        ("https://h:8a/", "rule.port", 11), ("https://h:65536/", "rule.port", 11),
        ("https://h:/", "rule.port", 11), ("https://me@h/", "rule.host", 11),
        ("https://[::1/", "rule.host", 9), ("//::1", "rule.host", 3),
        ("https://1.2.3.4.5/", "rule.host", 9),
        ("https://a b/", "rule.host", 9), ("https://*.a|b/", "rule.host", 11),
        ("https://{h}/", "rule.host", 9), ("https://*./", "rule.host", 11),
        ("//h/a//b", "rule.path", 7), ("//h/**/b", "rule.path", 5), ("//h/a*b*", "rule.path", 8),
        ("//h/a{b}{c}", "rule.path", 9), ("//h/***", "rule.path", 6), ("//h/a}", "rule.path", 6),
        ("//h/{b", "rule.capture", 7), ("//h/a{b", "rule.capture", 8),
        ("?evt=40*", "rule.event", 6), ("?evt={n:i}0", "rule.event", 6),
        ("//h/{}", "rule.capture", 6), ("//h/{a b}", "rule.capture", 6),
        ("//h/{a:x}", "rule.capture", 8), ("//h/{a:}", "rule.capture", 8),
        ("//h/{a}/{a}", "rule.capture", 10), ("?", "rule.query", 2), ("?a&", "rule.query", 4),
        ("?a&&b", "rule.query", 4), ("?=x", "rule.query", 2), ("?a*", "rule.query", 3),
        ("?a=*b*", "rule.query", 6), ("?a=b}", "rule.query", 5), ("?a={", "rule.capture", 5),
        ("?evt=1&evt=2", "rule.event", 12), ("?evt=9223372036854775808", "rule.event", 6),
    ])
    func refusesWithTheColumn(text: String, code: String, column: Int) throws {
        let error = try #require(throws: PeriluneError.self) { try LinkRule(text) }
        #expect(error.code.rawValue == code)
        #expect(error.place.column == column)
        #expect(error.place.sourceLine == text)
        #expect(error.hint != nil)
    }
}
