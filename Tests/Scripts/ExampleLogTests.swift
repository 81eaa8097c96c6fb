import Foundation
import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import SharingPlugin
import Testing
import URLPatternsPlugin

/// The example logs that ship beside the scripts.
struct ExampleLogTests {
    private func lines(_ name: String) throws -> [String] {
        try String(contentsOf: ScriptsFolder.file(name), encoding: .utf8)
            .split(separator: "\n").map { String($0) }
    }

    private func events() throws -> [Event] {
        try lines("links.jsonl").map { Event(json: Array($0.utf8)) }
    }

    private func host(_ script: String?) async throws -> Perilune.Host {
        try await Host {
            LinkDrill()
            URLPatterns()
            Sharing()
            if let script { try Script(ScriptsFolder.file(script).path) }
        }
    }

    @Test func withoutScriptsTheAppHandlesAllButCustomEvents() async throws {
        let summary = try await host(nil).process(all: events()).summary
        #expect(summary.byDefault == 18)
        #expect(summary.unhandled == 2)
        #expect(summary.total == 20)
    }

    @Test(arguments: ["every_third_link.lua", "route_by_rules.lua", "emit_transform.lua"])
    func noScriptFails(script: String) async throws {
        let results = try await host(script).process(all: events())
        #expect(results.summary.errors == 0)
        #expect(results.summary.total == 20)
        let text =
            results.records.map(\.json).joined() + String(decoding: results.output, as: UTF8.self)
        #expect(!text.contains("secret"))
        #expect(!text.contains("3c2f9e"))
    }

    @Test func plainLinksAreLinks() async throws {
        let events = try lines("links.txt").map { Event.link($0) }
        let summary = try await host("every_third_link.lua").process(all: events).summary
        #expect(summary.handled == 2)
        #expect(summary.unhandled == 1)
        #expect(summary.byDefault == 3)
    }
}
