import Foundation
import PeriluneCore
import PeriluneFiles

@testable import Perilune

/// Gives scripts `require("halt").wait(name)`, which waits until a test notes the name.
struct Halting: Plugin {
    let journal: Journal
    var name: String { "halting" }

    func register(in registry: inout Registry) throws(PeriluneError) {
        let journal = journal
        try registry.add(
            HostModule(
                "halt", "Waits.",
                [
                    HostFunction(
                        "wait", "Waits.", [.init("name", .string, "For what.")],
                        .async({ values, _ in
                            let name = values[0].string ?? ""
                            journal.note("waits for \(name)")
                            await journal.waitFor(name)
                            return nil
                        }))
                ]))
    }
}

/// A folder of scripts that is gone with the last reference.
final class ScriptFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes another file and renames it, as editors do; answers the path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: url.appendingPathComponent(name), options: .atomic)
        return path(name)
    }

    /// A script that emits a word for every event.
    @discardableResult
    func say(_ word: String, _ name: String = "say.lua") throws -> String {
        try write(name, Self.saying(word))
    }

    static func saying(_ word: String) -> String {
        "return { on = '*', execute = function(e, c) c:emit('\(word) ' .. e.id) end }"
    }
}

extension EventBatch {
    /// Lines as a log would bring them.
    static func lines(_ lines: [String]) throws -> EventBatch {
        let file = try TemporaryFile(Array(lines.map { $0 + "\n" }.joined().utf8))
        let source = try LogSource(path: file.path)
        guard let chunk = try source.next() else { throw PeriluneError("test.empty", "no lines") }
        return withExtendedLifetime(file) {
            EventBatch(chunk: chunk, log: "test.jsonl", lane: .only)
        }
    }
}
