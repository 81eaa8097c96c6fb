import Foundation
import PeriluneCore
import PeriluneJSON
import Testing

@testable import ChartsPlugin

/// The table `Data/columns.jsonl`: texts of a column, and what a chart reads of them.
struct ColumnCasesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let table: Value
        var testDescription: String { table["name"]?.string ?? "" }

        var column: [Value] { table["column"]?.array ?? [] }
        var isDates: Bool { table["as"]?.string == "dates" }

        /// Texts are the category of a line chart, or its values.
        func session() throws -> Session {
            let rows = column.enumerated().map { index, text -> Value in
                isDates
                    ? ["c": text, "v": .integer(Int64(index))]
                    : ["c": .string("row \(index + 1)"), "v": text]
            }
            let dashboard = metadata(
                dashboard: """
                    <Chart Name="C" ChartType="Line" Query="Q"><Category Column="c"/>
                    <Values><Value Expression="v" Aggregate="Sum"/></Values></Chart>
                    """
            ).dashboard
            return Session(
                name: "cases", dashboard: dashboard,
                queries: ClosureSource { try Table(rows: .array(rows), of: $0.name) },
                formats: try FigureFormats(table["locale"]?.string))
        }
    }

    static let cases: [Case] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Data/columns.jsonl")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            (try? Value(json: String(line))).map(Case.init)
        }
    }()

    @Test func everyLineOfTheTableIsACase() {
        #expect(Self.cases.count > 30)
        #expect(Self.cases.allSatisfy { !$0.column.isEmpty && $0.table["read"] != nil })
    }

    @Test(arguments: cases) func aColumnIsReadAsTheTableSays(_ example: Case) async throws {
        let (built, issues) = try await example.session().figure("C")
        let messages = issues.map { issue in
            let message = issue.message.replacing("column c of query Q", with: "")
                .replacing("column v of query Q", with: "").replacing("chart C: ", with: "")
            return "\(issue.level.rawValue.lowercased()): "
                + message.drop { $0 == ":" || $0 == "," || $0 == " " }
        }
        #expect(messages == example.table["issues"]?.array?.compactMap(\.string))
        let read: Value
        if let message = built.message {
            #expect(issues.contains { $0.level == .error && $0.message == message })
            read = "text"
        } else if example.isDates {
            read = dates(built, of: example)
        } else {
            read = .array((built.cells[""] ?? []).map { $0.isNaN ? .null : .number($0) })
        }
        let expected = example.table["read"] ?? .null
        #expect(read.array?.map(\.double) == expected.array?.map(\.double))
        #expect(read.array?.map(\.string) == expected.array?.map(\.string))
        #expect(read.string == expected.string)
    }

    /// The times of the categories: in the order of the table, which is that of the rows, if they are the same.
    private func dates(_ built: BuiltFigure, of example: Case) -> Value {
        guard let positions = built.plot?.positions else { return "text" }
        let read = positions.map { seconds -> Value in
            seconds.isNaN ? .null : .string(ValueText.date(Int64(seconds * 1e6)))
        }
        let expected = example.table["read"]?.array ?? []
        return Set(read.map(\.json)) == Set(expected.map(\.json)) ? .array(expected) : .array(read)
    }
}
