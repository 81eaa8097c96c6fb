package import PeriluneCore

extension Table {
    /// A row as an object, its columns in order.
    package func row(_ row: Int) -> Value {
        .object(.init(columns.map { ($0.name, $0[row].value) }))
    }
}

extension Cell {
    /// As scripts and machines read it; dates in ISO 8601.
    package var value: Value {
        switch self {
        case .null: .null
        case .number(let number): Int64(exactly: number).map(Value.integer) ?? .number(number)
        case .text(let text): .string(text)
        case .date(let date): .string(ValueText.date(date))
        }
    }
}
