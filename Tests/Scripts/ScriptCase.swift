import CRMPlugin
import CRMSandboxPlugin
import ChartsPlugin
import Foundation
import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneJSON
import PeriluneLua
import SharingPlugin
import URLPatternsPlugin

/// One case of a script's test file: what goes in, and what must come out.
struct ScriptCase: CustomStringConvertible, Sendable {
    /// The script without `.lua`.
    let script: String
    let name: String
    let events: [Event]
    let records: [Value]?
    let output: [Value]?
    /// What is in the CRM before and after, where the case speaks of it.
    let crm: CRMCase?
    /// Which dashboards are open, and their state after, where the case speaks of it.
    let charts: ChartsCase?

    var description: String { "\(script): \(name)" }

    private init(_ table: Value, script: String) throws {
        guard let name = table["name"]?.string, let events = table["events"]?.elements else {
            throw PeriluneError("test.case", "a case of \(script)_test.lua needs name and events")
        }
        self.script = script
        self.name = name
        self.events = events.enumerated().map { Self.event($1, number: $0 + 1) }
        records = table["records"]?.elements
        output = table["output"]?.elements
        crm = try table["crm"].map { try CRMCase($0) }
        charts = table["charts"].map { ChartsCase($0) }
    }

    /// Every case of every test file in `Scripts/`.
    static func all() async throws -> [ScriptCase] {
        let suffix = "_test.lua"
        let files = try FileManager.default.contentsOfDirectory(atPath: ScriptsFolder.path)
        var cases: [ScriptCase] = []
        for file in files.sorted() where file.hasSuffix(suffix) {
            cases += try await read(String(file.dropLast(suffix.count)))
        }
        return cases
    }

    /// The test file runs in the sandbox as any script does: a delegate that requires it emits it.
    private static func read(_ script: String) async throws -> [ScriptCase] {
        let source = "return { execute = function(_, c) c:emit(require(\"cases\")) end }"
        let text = try Data(contentsOf: ScriptsFolder.file("\(script)_test.lua"))
        let runner = Script(
            path: "\(script)_test.lua", source: Array(source.utf8), limits: ScriptLimits()
        ) { $0 == "cases" ? Array(text) : nil }
        let host = try await Host { runner }
        let event = Event(id: "1", source: "test", type: "test.cases")
        let results = try await host.process(all: [event])
        if let error = results.records.first?.error { throw error }
        let cases = try JSONParser().value(of: results.output)
        return try (cases.array ?? []).map { try ScriptCase($0, script: script) }
    }

    /// What differs between what came out and what was expected, in words.
    func run() async throws -> [String] {
        let organization = try await crm?.organization()
        let open = try charts?.plugin() ?? Charts()
        let host = try await Host {
            LinkDrill()
            URLPatterns()
            Sharing()
            CRM(clients: organization.map { [.sandbox($0)] } ?? [])
            open
            try Script(ScriptsFolder.file("\(script).lua").path)
        }
        let results = try await host.process(all: events)
        let parser = JSONParser()
        var differences: [String] = []
        if let records {
            let found = try results.records.map { try parser.value(of: Array($0.json.utf8)) }
            differences += Difference.find(
                .array(records), in: .array(found), at: "records", partly: true)
        }
        if let output {
            let lines = results.output.split(separator: 0x0A)
            let found = try lines.map { try parser.value(of: Array($0)) }
            differences += Difference.find(
                .array(output), in: .array(found), at: "output", partly: false)
        }
        if let charts { differences += await charts.differences(in: open) }
        if let crm, let organization { differences += try await crm.differences(in: organization) }
        return differences
    }

    /// A link, `{ url, view }`, or an event that may leave out what every event has.
    private static func event(_ value: Value, number: Int) -> Event {
        if let url = value.string { return .link(url, id: String(number), source: "test") }
        if value["type"] == nil, let url = value["url"]?.string {
            return .link(
                url, id: String(number), source: "test", view: value["view"]?.string)
        }
        var members = value.object ?? .init()
        if members["specversion"] == nil { members["specversion"] = "1.0" }
        if members["id"] == nil { members["id"] = .string(String(number)) }
        if members["source"] == nil { members["source"] = "test" }
        return Event(json: Array(Value.object(members).json.utf8))
    }
}

/// The folder of the scripts that ship.
enum ScriptsFolder {
    static let url = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scripts")
    static var path: String { url.path }

    static func file(_ name: String) -> URL { url.appending(path: name) }
}

extension Value {
    /// A list; Lua does not tell an empty one from an empty object.
    var elements: [Value]? {
        if case .object(let members) = self, members.pairs.isEmpty { return [] }
        return array
    }
}
