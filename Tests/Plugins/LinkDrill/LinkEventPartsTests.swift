import PeriluneCore
import PeriluneTestKit
import Testing

@testable import LinkDrillPlugin

/// The events of a link as parts: which links have several, and each one's own link.
struct LinkEventPartsTests {
    private func texts(_ link: String) throws -> [String] {
        guard let parts = LinkEventParts(try Link(link)) else { return [] }
        return (0..<parts.count).map { parts.text(of: $0) }
    }

    @Test(arguments: [
        ("mstr://?evt=1&evt=2", ["mstr://?evt=1", "mstr://?evt=2"]),
        ("mstr://?evt=1&x=a&evt=2&x=b#f", ["mstr://?evt=1&x=a#f", "mstr://?evt=2&x=b#f"]),
        ("mstr://evt=1&evt=2", ["mstr://?evt=1", "mstr://?evt=2"]),
        (
            "https://u:p@h:8/a/b?Server=s&src=w.1&evt=1&src=w.2&e%76t=2&x={&D}&y",
            [
                "https://u:p@h:8/a/b?Server=s&evt=1&src=w.1",
                "https://u:p@h:8/a/b?Server=s&e%76t=2&src=w.2&x={&D}&y",
            ]
        ),
        (
            "Main.aspx?evt=1&evt=2&evtorder=2,1",
            ["Main.aspx?evtorder=2,1&evt=2", "Main.aspx?evtorder=2,1&evt=1"]
        ),
        ("a?evt=x&evt", ["a?evt=x", "a?evt"]), ("mstr://?evt=1", []), ("a?evt=1#&evt=2", []),
    ])
    func eachEventHasALinkOfItsOwn(link: String, parts: [String]) throws {
        #expect(try texts(link) == parts)
    }

    @Test func thereAreAsManyPartsAsEventsAreUsed() throws {
        #expect(try texts("a?" + String(repeating: "evt=1&", count: 900)).count == 64)
    }

    /// What random links are to have more often.
    private static let events = Array(repeating: ["?", "&evt=", "4001", "10000001"], count: 5)
        .flatMap { $0 }

    private static func text(_ random: inout SeededGenerator, _ pieces: [String]) -> String {
        let starts = ["", "a?evt=1", "mstr://?evt=10000001", "mstr://evt=1"]
        return (starts.randomElement(using: &random) ?? "") + random.text(of: pieces, upTo: 10)
    }

    @Test func theScannerAgreesWithTheParser() throws {
        var random = SeededGenerator(seed: 61)
        let pieces = linkPieces + Self.events
        var counts: [LinkScanner.Events: Int] = [:]
        for _ in 0..<20_000 {
            let text = Self.text(&random, pieces)
            guard let link = try? Link(text) else { continue }
            let events = link.parameters(named: "evt").map(\.value)
            let expected: LinkScanner.Events =
                switch events.count {
                case _ where link.problem != nil: .invalid
                case 0: .none
                case 1: Link.isCustom(events[0]) ? .custom : .stock
                default: .several
                }
            let found = LinkScanner.events(in: text.utf8.span)
            if found != expected { #expect(found == expected, "\(text)") }
            counts[found, default: 0] += 1
        }
        for kind in [LinkScanner.Events.none, .stock, .custom, .several, .invalid] {
            #expect(counts[kind, default: 0] > 100, "\(kind)")
        }
    }

    @Test func eachPartHasOneEventAndItsKind() throws {
        var random = SeededGenerator(seed: 62)
        let pieces = linkPieces + Self.events
        var found = 0
        for _ in 0..<10_000 {
            let text = Self.text(&random, pieces)
            guard let link = try? Link(text), let parts = LinkEventParts(link) else { continue }
            for part in 0..<parts.count {
                let own = try Link(parts.text(of: part))
                let kind: LinkScanner.Events = parts.isStock(part) ? .stock : .custom
                #expect(LinkScanner.events(in: own.raw.utf8.span) == kind, "\(text) \(own.raw)")
                #expect(own.scheme == link.scheme && own.path == link.path, "\(text)")
                #expect(own.fragment == link.fragment, "\(text)")
                found += 1
            }
        }
        #expect(found > 1000)
    }
}
