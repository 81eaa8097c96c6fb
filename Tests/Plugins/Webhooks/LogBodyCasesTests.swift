import CodecsPlugin
import Foundation
import PeriluneCore
import PeriluneJSON
import Testing

@testable import WebhooksPlugin

/// The table in `Data`: bodies, and the events and errors of their entries.
struct LogBodyCasesTests {
    struct Case: CustomTestStringConvertible {
        let table: Value
        var testDescription: String { table["name"]?.string ?? "" }
    }

    static let cases: [Case] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Data/bodies.cases.jsonl")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            (try? Value(json: String(line))).map { Case(table: $0) }
        }
    }()

    @Test func everyLineOfTheTableIsACase() { #expect(Self.cases.count > 10) }

    @Test(arguments: cases) func anEntryBecomesWhatTheTableSays(_ example: Case) throws {
        let found = try entries(example.table)
        let expected = example.table["expect"]?.array ?? []
        #expect(found.count == expected.count, "\(found.map(\.json))")
        for (found, expected) in zip(found, expected) {
            for member in expected.object?.pairs ?? [] {
                let value = found[member.name] ?? .null
                #expect(value == member.value, "\(member.name) of \(found.json)")
            }
        }
    }

    private func retried(_ entry: String, _ options: Value = [:]) throws -> Value? {
        var registry = Registry()
        try Codecs().register(in: &registry)
        let reader = try LogBodyReader("w", limit: 1 << 20, "csv", options, in: registry)
        let event = try reader.event(of: Array(entry.utf8))
        return try event.flatMap { try Value(json: $0.json)["data"] }
    }

    /// It was the header of its own table, and so an event.
    @Test func aRowThatIsReadAgainWithoutItsHeaderStaysUnreadable() throws {
        let error = #expect(throws: PeriluneError.self) { try retried("5,bob") }
        #expect(error?.code == "codec.header")
        #expect(error?.hint == "name the columns with the option columns")
        let columns: Value = ["columns": ["n", "name"]]
        #expect(try retried("5,bob", columns) == ["n": "5", "name": "bob"])
        #expect(throws: PeriluneError.self) { try retried("5", columns) }
    }

    /// The events of a body and the errors of its other entries, each with its line, in the order of the lines; the error
    /// alone if the body is refused.
    private func entries(_ table: Value) throws -> [Value] {
        var registry = Registry()
        try Codecs().register(in: &registry)
        let name = table["as"]?.string ?? ""
        let reader = try LogBodyReader(
            "nginx", limit: 1 << 20, name, table["options"] ?? .object(.init()), in: registry)
        let body = Array((table["body"]?.string ?? "").utf8)
        let delivery: EventDelivery
        do throws(PeriluneError) {
            delivery = try reader.delivery(of: body, key: nil, at: .now)
        } catch {
            return [value(of: error)]
        }
        let lines = try #require(delivery.lines)
        #expect(lines.file == nil)
        var found = try zip(delivery.events, lines.numbers).map { event, line in
            var members = try #require(try Value(json: event.json).object)
            members["line"] = .integer(Int64(line))
            return Value.object(members)
        }
        found += delivery.unreadable.map { value(of: $0.error) }
        return found.enumerated().sorted {
            ($0.element["line"]?.integer ?? 0, $0.offset) < (
                $1.element["line"]?.integer ?? 0, $1.offset
            )
        }.map(\.element)
    }

    private func value(of error: PeriluneError) -> Value {
        var members = Value.Members()
        members["error"] = .string(error.code.rawValue)
        members["line"] = error.place.line.map { .integer(Int64($0)) } ?? .null
        members["hint"] = error.hint.map { .string($0) } ?? .null
        return .object(members)
    }
}
