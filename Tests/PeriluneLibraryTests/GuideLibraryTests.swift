import Foundation
import Perilune
import PeriluneTestKit
import Testing

/// The sink and the source in C of the guide, held against the rules for sinks and sources.
@Suite(.timeLimit(.minutes(5))) struct GuideLibraryTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func file(_ name: String) -> URL { folder.appending(path: name) }

    /// A file of the guide with some text replaced, which names where it works.
    private func library(
        _ name: String, _ text: String, _ replacement: String
    ) throws -> LibraryPlugin {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(
            contentsOf: root.appending(path: "Documentation/Plugins.md"), encoding: .utf8)
        let start = try #require(guide.range(of: "<!-- file: \(name).c -->\n```c\n")).upperBound
        let end = try #require(guide.range(of: "```\n", range: start..<guide.endIndex)).lowerBound
        let source = String(guide[start..<end])
        #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
        #expect(source.contains(text))
        return try CLibrary(
            source: source.replacing(text, with: replacement),
            flags: ["-pthread", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"]
        ).load()
    }

    @Test func theSinkHasEachRecordOnce() async throws {
        let archive = file("archive.jsonl")
        let plugin = try library("archive", "\"archive.jsonl\"", "\"\(archive.path)\"")
        #expect(PluginConformance.check(plugin).isEmpty)
        let problems = await RecordSinkConformance.check(
            .exactlyOnce,
            prepare: {
                for end in ["", ".state", ".new"] {
                    try? FileManager.default.removeItem(atPath: archive.path + end)
                }
            },
            make: {
                var registry = Registry()
                try plugin.register(in: &registry)
                return try #require(registry.recordSinks.first)
            },
            received: {
                try String(contentsOf: archive, encoding: .utf8).split(separator: "\n").map {
                    String($0)
                }
            })
        #expect(problems == [])
    }

    @Test func theSourceLosesNothingAndRepeatsUnderTheSameIdentity() async throws {
        let spool = file("spool")
        let plugin = try library("spool", "\"spool\";", "\"\(spool.path)\";")
        #expect(PluginConformance.check(plugin).isEmpty)
        let problems = await EventSourceConformance.check(
            prepare: { events in
                try? FileManager.default.removeItem(at: spool)
                try FileManager.default.createDirectory(
                    at: spool, withIntermediateDirectories: true)
                for (number, event) in events.enumerated() {
                    try Data(event.json).write(to: spool.appending(path: "\(number).json"))
                }
            },
            make: {
                var registry = Registry()
                try plugin.register(in: &registry)
                return try #require(registry.eventSources.first)
            })
        #expect(problems == [])
    }
}
