import LinkDrillPlugin
import PeriluneCore
import PeriluneLinks
import PeriluneTestKit
import Testing

@testable import URLPatternsPlugin

/// The conflict report against all events of a small universe, each decided by the real route table.
///
/// The universe is complete for the generated conditions: each part of an event has the values that a condition names, one
/// that none names, and nothing. Conditions on parameters and fields are met by more parameters and fields too, so one
/// event with all of them stands for the others.
struct DelegateConflictPropertyTests {
    @Test(arguments: [1, 2] as [UInt64])
    func pairsShareEventsExactlyIfTheReportSaysSo(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let delegates = (0..<120).map { Self.delegate($0, &random) }
        var registry = Registry()
        try registry.register(LinkDrill())
        try registry.register(URLPatterns())
        var counter = try InterestCounter(delegates, in: registry)

        var shared: Set<[Int]> = []
        var met: Set<Int> = []
        for event in Self.universe() {
            for asked in counter.asked(about: event) {
                met.formUnion(asked)
                for (position, later) in asked.enumerated() {
                    for earlier in asked[..<position] { shared.insert([earlier, later]) }
                }
            }
        }
        let conflicts = DelegateConflicts(delegates.map { .init($0, keepsAll: true) })
        let found = conflicts.overlaps(
            limit: .max, repeatedLimit: .max, includingUnlikely: true
        ) { counter.asked(about: FixedContent($0)) }
        let named = found.listed + found.repeated
        let pairs = Set(named.map { [$0.first.delegate, $0.second.delegate] })
        #expect(pairs.count == named.count)
        for pair in pairs.symmetricDifference(shared).sorted(by: {
            $0.lexicographicallyPrecedes($1)
        })
        .prefix(5) {
            let what = pair.map { "\(delegates[$0].interests)" }.joined(separator: "\n")
            Issue.record("\(pairs.contains(pair) ? "named only" : "shared only")\n\(what)")
        }
        #expect(found.moreRepeated == 0 && found.more == 0 && !found.isCut)
        #expect(pairs.count > 300)
        // Whoever takes all that another one does is right about it.
        for unreachable in conflicts.unreachable() where unreachable.place.field == nil {
            let number = unreachable.place.delegate
            #expect(!met.contains(number) || shared.contains([unreachable.keeper, number]))
        }
    }

    // MARK: - Delegates

    private static func delegate(_ number: Int, _ random: inout SplitMix) -> Delegate {
        func pick<Element>(_ list: [Element]) -> Element {
            list[Int.random(in: list.indices, using: &random)]
        }
        func list(_ choose: () -> Value) -> Value {
            Int.random(in: 0..<4, using: &random) > 0 ? choose() : [choose(), choose()]
        }
        var types: [TypePattern] = [pick(Self.types)]
        if Int.random(in: 0..<4, using: &random) == 0 { types.append(pick(Self.types)) }
        var conditions: [Interests.Condition] = []
        if Int.random(in: 0..<3, using: &random) == 0 {
            conditions.append(
                .init(
                    "evt",
                    list {
                        pick([
                            4001, 4002, "custom", 10_000_001, "4000..4001", "4002..4999",
                            "4002..10000001",
                        ])
                    }))
        }
        if Int.random(in: 0..<5, using: &random) > 0 {
            conditions.append(
                .init("url", list { .string(rule { pick($0) }) }))
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            var tests = Value.Members([("data.k", pick([1, 2, [1, 2], [2, 3]]))])
            if Int.random(in: 0..<6, using: &random) == 0 {
                tests["data.url"] = pick(["mstr://?evt=4001", "https://a.org/a"])
            }
            if Int.random(in: 0..<6, using: &random) == 0 {
                tests["type"] = pick(["a.b", "link.url"])
            }
            conditions.append(.init("where", .object(tests)))
        }
        return Delegate(
            name: "\(number)", interests: Interests(types: types, conditions: conditions)
        ) { _ throws(PeriluneError) in throw PeriluneError("test", "never made") }
    }

    private static let types: [TypePattern] = [
        "*", "*", "*", "link.*", "link.drill", "link.url", "link.invalid", "a.*", "*.b", "a.b",
        "*.url", "a.*.b",
    ]

    private static func rule(_ pick: ([String]) -> String) -> String {
        while true {
            let text =
                pick([
                    "", "//a.org", "//a.org:81", "//*.a.org", "//*.org", "//b.a.org", "https:",
                    "https://*",
                    "https://*.a.org", "https://a.org", "mstr:", "mstr://*", "mstr://*.org", "tel:",
                    "http:", "http://a.org", "http://*.org",
                ])
                + pick([
                    "", "", "/", "/**", "/a", "/*", "/7", "/a/*", "/*/b", "/{n:i}/b", "/a/**",
                    "/*/b/**", "/{n:f}", "/{s}/7", "/a*", "/*7", "/a{n:i}", "/7*/**", "/*/b*",
                    "/*/*7", "/{a,7}/b", "/{a*,{n:i}}{,/b}", "{/a,/*/{7,b}}", "{/a,}",
                ])
                + pick([
                    "", "", "", "?evt=4001", "?evt=4002", "?evt=10000001", "?evt", "?evt=*",
                    "?evt={e:i}", "?evt=abc", "?p", "?p=1", "?p=a", "?p=*", "?p={v:i}", "?p=1&p=a",
                    "?p=1&q=a", "?q=a+b", "?q=a%20b", "?evt=4001&p=1", "?evt=4001&p=a",
                    "?p=a*", "?p=*1", "?p=a{v:i}", "?evt={4001,4002}", "{?p=1,?q=a+b}", "?p={1,a}",
                ])
                + pick(["", "", "", "", "#a", "#*", "#{f:i}", "#a*", "#{a*,*7}", "#*7"])
            if (try? LinkRule.rules(text)) != nil { return text }
        }
    }

    // MARK: - Events

    private static func universe() -> [FixedContent] {
        var links = ["https://h:99999/"]
        for first in ["", "a", "7", "1.5", "a7"] {
            for path in first.isEmpty ? [""] : [first, "\(first)/b", "\(first)/7", "\(first)/b7"] {
                for event in ["", "evt=4001&", "evt=4002&", "evt=10000001&", "evt=abc&"] {
                    let rest = "\(path)?\(event)p=1&p=a&p=a1&q=a&q=a+b&q=a%20b"
                    for host in ["a.org", "a.org:81", "b.a.org"] {
                        links += ["https:", "http:", "mstr:", "tel:", ""].map {
                            "\($0)//\(host)/\(rest)"
                        }
                    }
                    links += ["mstr:///\(rest)", "tel:\(rest)", "\(rest)"]
                }
            }
        }
        // No rule asks for a link without fragment.
        links = links.flatMap { link in ["a", "7", "a7"].map { "\(link)#\($0)" } }
        links += ["mstr://?evt=4001", "https://a.org/a"]
        return links.flatMap { link in
            let types = [
                "a.b", "a.x.b", "link.b", "link.x.url", "a.url",
                LinkKind(ofLink: link).type.description,
            ]
            return types.flatMap { type in
                [1, 2].map { FixedContent(type: type, data: ["k": $0, "url": .string(link)]) }
            }
        }
    }
}
