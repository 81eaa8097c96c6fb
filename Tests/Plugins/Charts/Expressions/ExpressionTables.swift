import PeriluneCore
import Testing

@testable import ChartsPlugin

/// A table of one row, by column.
func row(_ cells: KeyValuePairs<String, Cell>) -> Table {
    Table(
        columns: cells.map { name, cell in
            switch cell {
            case .number(let value): Column(name, .numbers([value]))
            case .text(let value): Column(name, .texts([value]))
            case .date(let value): Column(name, .dates([value]))
            case .null: Column(name, .numbers([.nan]))
            }
        }, count: 1)
}

/// What an expression makes of the first row.
func value(
    _ text: String, _ table: Table = Table(count: 1), _ variables: [String: Cell] = [:]
) throws -> Cell {
    let cells = try Expression(text).evaluate(over: table, variables: variables).cells
    return Column("", cells)[0]
}

func date(_ text: String) -> Cell {
    .date(Timestamp(text.count == 10 ? "\(text)T00:00:00Z" : "\(text)Z")?.microseconds ?? 0)
}

/// The error of an expression, as it is read or as it meets a table.
func failure(_ text: String, _ table: Table = Table(count: 1)) -> PeriluneError? {
    do {
        _ = try Expression(text).evaluate(over: table)
        return nil
    } catch {
        return error
    }
}

extension Cell: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
{
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    package init(stringLiteral value: String) { self = .text(value) }
}
