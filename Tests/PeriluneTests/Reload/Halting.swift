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

extension TemporaryFolder {
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
