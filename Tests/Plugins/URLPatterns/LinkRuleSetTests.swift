import PeriluneCore
import PeriluneLinks
import Testing

@testable import URLPatternsPlugin

struct LinkRuleSetTests {
    private func matches(_ rules: [String], _ url: String) throws -> [Int] {
        LinkRuleSet(try rules.map { try LinkRule($0) }).matches(url)
    }

    private func accepts(_ rule: String, _ url: String) throws -> Bool {
        try matches([rule], url) == [0]
    }

    @Test func findsRulesByEventID() throws {
        let rules = ["mstr://?evt=4001", "?evt=4001", "mstr://?evt=2001", "mstr://"]
        #expect(try matches(rules, "mstr://?evt=4001&reportID=1") == [0, 1, 3])
        #expect(try matches(rules, "Main.aspx?evt=4001") == [1])
        #expect(try matches(rules, "mstr://?EVT=4001") == [3])
    }

    @Test(
        arguments: [
            ("?evt=4001", 4001), ("?evt=04001", 4001), ("?x=1&evt=%34001&evt=2", 4001),
            ("?evt=&evt=4001", nil), ("?evt&evt=1", nil), ("?evt=40.0", nil), ("?a=1", nil),
            ("", nil),
            ("?evt=9223372036854775808", nil), ("?evt=-1", nil),
            ("#?evt=1", nil),
            ("?b?evt=1", nil),
        ] as [(String, Int64?)])
    func theEventIDIsTheFirstEvt(url: String, event: Int64?) {
        #expect(EventNumber(ofLink: url.utf8.span).value == event)
    }

    /// A page opens them with its own scheme.
    @Test(arguments: ["//evil.com/", "\\\\evil.com\\x", "/\\evil.com/", "///evil.com/"])
    func aLinkWithoutASchemeMatchesRulesOfHTTPAndHTTPS(url: String) throws {
        #expect(try accepts("https://evil.com/**", url))
        #expect(try accepts("http://evil.com/**", url))
        #expect(try accepts("//evil.com/**", url))
        #expect(try !accepts("mstr://evil.com/**", url))
        for rule in ["https://evil.com/**", "http://evil.com/**"] {
            #expect(try LinkRule(rule).rejection(url.utf8.span) == nil)
        }
    }

    @Test(arguments: ["/x/../admin/y", "/x/%2e%2e/admin/y", "/./admin/y", "/x\\..\\admin/y"])
    func resolvesTheDotsOfAPathFromTheRoot(url: String) throws {
        #expect(try accepts("/admin/**", url))
        #expect(try LinkRule("/admin/**").rejection(url.utf8.span) == nil)
        #expect(try !accepts("/x/**", url))
    }

    @Test func readsTheParametersOfAnMSTRRuleWithoutAQuestionMark() throws {
        for rule in ["mstr://evt=4001", "mstr://evt=4001&reportID=X"] {
            #expect(try accepts(rule, "mstr://evt=4001&reportID=X"))
            #expect(try accepts(rule, "mstr://?evt=4001&reportID=X"))
            #expect(try !accepts(rule, "mstr://?evt=4002&reportID=X"))
        }
    }

    @Test func comparesSchemeAndHostWithoutCase() throws {
        #expect(try accepts("mstr://Host/", "MSTR://hOSt"))
        #expect(try accepts("https://h/a", "https://me:pw@H:8080/a"))
        #expect(try !accepts("https://h/a", "https://h/A"))
    }

    @Test(arguments: [
        "https:evil.com", "https://evil.com\\@good.com/", "https://ev\til.com/a",
        " https://evil.com",
        "https://evil.com./", "https://ⓔvil。com/", "https://good.com@evil.com/",
        "https://a@good.com@evil.com/", "https://a:b@good.com:1@evil.com/",
    ])
    func noSpellingOfAHostBypassesARule(url: String) throws {
        #expect(try accepts("https://evil.com/**", url))
        #expect(try !accepts("https://good.com/**", url))
        #expect(try !accepts("https://*.good.com/**", url))
    }

    @Test func comparesThePortThatAClientConnectsTo() throws {
        #expect(try accepts("https://h:8443/", "https://h:8443"))
        #expect(try !accepts("https://h:8443/", "https://h/"))
        #expect(try accepts("https://h:443/", "https://h/"))
        #expect(try accepts("//h:80/", "http://h/"))
        #expect(try accepts("//h:443/", "//h:443/"))
        #expect(try accepts("https://h/", "https://h:8443/"))
        #expect(try accepts("http://[::1]:8080/", "http://[0:0:0::1]:08080/"))
        #expect(try matches(["//h", "//h:80"], "http://h") == [1, 0])
    }

    @Test func aHostInBracketsIsAnAddress() throws {
        #expect(try accepts("http://[::1]/", "http://[0:0::0:1]/"))
        #expect(try accepts("http://[::1]/", "http://ann@[::1]:80/"))
        #expect(try !accepts("http://[::1]/", "http://[::2]/"))
        #expect(try !accepts("http://[::1]:1/", "http://[::1]/"))
        #expect(try !accepts("http://*.example.com/", "http://[::1].example.com/"))
    }

    @Test func readsAPercentEncodedRuleAndLinkWithoutCase() throws {
        #expect(try accepts("/caf%c3%a9?q=%c3%a9", "https://h/caf%C3%A9?q=%C3%A9"))
        #expect(try accepts("/caf%C3%A9?q=%C3%A9", "https://h/caf%c3%a9?q=%c3%a9"))
        #expect(try accepts("/café", "https://h/caf%c3%a9"))
    }

    /// The list of Documentation/LinkRules.md: of each pair the first rule comes first, whichever was registered first.
    @Test(arguments: [
        ("?evt=1", "x://h/a"), ("//a.h", "//*.a.h"), ("//*.a.h", "//*.h"), ("//*.h", "x:///a"),
        ("//h:1", "//h/a"),
        ("/a", "/a*"), ("/ab*", "/a*"), ("/a*", "/{n:i}"), ("/{n:i}", "/{n:f}"), ("/{n:f}", "/{n}"),
        ("/{n}", "/**"),
        ("/a/{n}", "/{n}/b"), ("x://h", "//h?a=1"), ("?a=1", "?a=1*"), ("?a=1*", "?a={n}"),
        ("?a={n}", "?a=*"),
        ("?a=*", "?a"), ("?a=*&b=*", "?a=1*"), ("?a=1&b", "?a=1"), ("#a", "#a*"), ("/a#a*", "/a"),
        ("?a", "#a"),
    ])
    func ordersAsDocumented(first: String, second: String) throws {
        for texts in [[first, second], [second, first]] {
            let set = LinkRuleSet(try texts.map { try LinkRule($0) })
            #expect(texts[set.ranks[0]] == first, "\(texts)")
        }
    }

    @Test func aPlusMeansWhatItMeansInTheLink() throws {
        #expect(try accepts("?q=a+b", "https://h/?q=a%20b"))
        #expect(try accepts("?q=a+b", "mstr://?q=a+b&x=1"))
        #expect(try !accepts("?q=a+b", "mstr://?q=a%20b"))
        #expect(try accepts("?q=a%20b", "https://h/?q=a+b"))
        #expect(try !accepts("?q=a%2Bb", "https://h/?q=a+b"))
        #expect(try accepts("?q=a%2Bb", "mstr://?q=a+b&x=1"))
        let set = LinkRuleSet([try LinkRule("?q={q}")])
        #expect(.object(try set.values(0, of: "https://h/?q=a+b")) == ["q": "a b"] as Value)
    }

    @Test func noRuleMatchesAnInvalidLink() throws {
        #expect(try !accepts("*://", "https://h:99999/"))
        let explanation = LinkRuleSet([try LinkRule("?evt=1")]).explain("https://h:8a/?evt=1")
        #expect(explanation.map(\.rejection) == [.invalid(.port)])
    }

    @Test func readsParametersWithoutAQuestionMark() throws {
        #expect(try accepts("mstr://?evt=4001&reportID=*", "mstr://evt=4001&reportID=X"))
        #expect(try accepts("mstr://?evt=3995", " mstr://?evt=3995 "))
    }

    @Test func aDomainWildcardMatchesSubdomainsOnly() throws {
        let rule = "https://*.example.com"
        #expect(try accepts(rule, "https://a.example.com/x"))
        #expect(try accepts(rule, "https://b.A.example.COM"))
        #expect(try !accepts(rule, "https://example.com"))
        #expect(try !accepts(rule, "https://badexample.com"))
        #expect(try !accepts(rule, "https://a.example.com.evil.org"))
        #expect(try !accepts(rule, "https:///x"))
    }

    @Test func aTailMatchesTheRestEvenIfEmpty() throws {
        let rule = "//h/a/**"
        #expect(try accepts(rule, "x://h/a"))
        #expect(try accepts(rule, "x://h/a/b/c/d/e/f/g/h/i/j/k/l/m"))
        #expect(try !accepts(rule, "x://h/b"))
        #expect(try !accepts("//h/a/*", "x://h/a"))
        #expect(try !accepts("//h/a/*", "x://h/a/b/c"))
        #expect(try accepts("//h/", "x://h//"))
        #expect(try !accepts("//h/", "x://h/a"))
    }

    @Test func anyOccurrenceOfAParameterMayMatch() throws {
        #expect(try accepts("?a=2&b", "?b&a=1&a=2"))
        #expect(try accepts("?a=2", "?a=2&a=2"))
        #expect(try accepts("?a=1", "?a&a=1"))
        #expect(try accepts("?a={n:i}", "?a&a=1"))
        #expect(try accepts("?a&a=1", "?a=1"))
        #expect(try accepts("?a={n:i}", "?a=x&a=2"))
        #expect(try !accepts("?a=*", "?a"))
        #expect(try accepts("?a=*", "?a="))
        #expect(try accepts("?a=b=c", "?a=b=c"))
        #expect(try accepts("?a=x%7Cy", "?a=x|y"))
        #expect(try !accepts("?a=1", "?b#a=1"))
    }

    @Test func ordersByPriorityThenSpecificityThenRegistration() throws {
        let texts = [
            "*://", "//h/a/**", "//h/a/*", "//h/a/{n:i}", "//h/a/1", "//*.h/a/1", "x://h/a/1",
            "//h/a/1?q=1", "?evt=1", "*://",
        ]
        #expect(try matches(texts, "x://h/a/1?evt=1&q=1") == [8, 6, 7, 4, 3, 2, 1, 0, 9])
        let rules = try texts.enumerated().map { try LinkRule($1, priority: $0 == 9 ? 1 : 0) }
        #expect(LinkRuleSet(rules).matches("x://h/b") == [9, 0])
    }

    @Test func deliversTypedValues() throws {
        let set = LinkRuleSet([try LinkRule("//h/{id:i}/{name}?w={w:f}&t={t}")])
        #expect(
            .object(try set.values(0, of: "x://h/12/a%20b?t=&w=x&w=2.5"))
                == ["id": 12, "name": "a b", "w": 2.5, "t": ""] as Value)
        let error = #expect(throws: PeriluneError.self) {
            try set.values(0, of: "x://h/9223372036854775808/a?t=&w=1")
        }
        #expect(error?.code == "pattern.range")
    }

    @Test func explainsTheFirstPartThatRejected() throws {
        let set = LinkRuleSet(
            try [
                "x://h/a/{n:i}?q=1", "?evt=2", "y://", "//other", "//*.h", "//h/b", "//h/a",
                "//h/a/1/c", "//h/a/z", "?p", "?q=2",
            ].map { try LinkRule($0) })
        let explanations = set.explain("X://H/a/1?q=1&evt=7")
        #expect(explanations.map(\.index) == Array(set.rules.indices))
        #expect(
            explanations.map(\.rejection) == [
                nil, .event(expected: 2, found: 7), .scheme(expected: "y", found: "X"),
                .host(expected: .exact("other"), found: "H"),
                .host(expected: .subdomain(of: "h"), found: "H"),
                .path(segment: 1, expected: .literal("b"), found: "a"),
                .path(segment: 2, expected: nil, found: "1"),
                .path(segment: 3, expected: .literal("c"), found: nil),
                .path(segment: 2, expected: .literal("z"), found: "1"),
                .parameter(expected: .init(name: "p", condition: .present), found: []),
                .parameter(expected: .init(name: "q", condition: .equals("2")), found: ["1"]),
            ])
    }
}
