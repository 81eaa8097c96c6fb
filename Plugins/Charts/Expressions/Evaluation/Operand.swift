import PeriluneCore

/// The values of a part of an expression, of one type.
enum Operand: Sendable {
    /// NaN is null.
    case numbers(Vector<Double>)
    case texts(Vector<String?>)
    case dates(Vector<Int64?>)

    static let null = Operand.numbers(.one(.nan))

    init(_ cell: Cell) {
        self =
            switch cell {
            case .null: .null
            case .number(let value): .numbers(.one(value))
            case .text(let value): .texts(.one(value))
            case .date(let value): .dates(.one(value))
            }
    }

    init(_ column: Column) {
        self =
            switch column.cells {
            case .numbers(let values): .numbers(.many(values))
            case .texts(let values): .texts(.many(values))
            case .dates(let values): .dates(.many(values))
            }
    }

    /// No value.
    init(empty type: ValueType?) {
        self =
            switch type {
            case .number, nil: .numbers(.many([]))
            case .text: .texts(.many([]))
            case .date: .dates(.many([]))
            }
    }

    var type: ValueType {
        switch self {
        case .numbers: .number
        case .texts: .text
        case .dates: .date
        }
    }

    var isOne: Bool {
        switch self {
        case .numbers(let values): values.isOne
        case .texts(let values): values.isOne
        case .dates(let values): values.isOne
        }
    }

    /// Whether it consists of nulls only, so that its type is unknown.
    var isNull: Bool {
        switch self {
        case .numbers(.one(let value)): value.isNaN
        case .numbers(.many(let values)): values.allSatisfy(\.isNaN)
        case .texts(.many(let values)): values.allSatisfy { $0 == nil }
        case .dates(.many(let values)): values.allSatisfy { $0 == nil }
        case .texts, .dates: false
        }
    }

    func isNull(at row: Int) -> Bool {
        switch self {
        case .numbers(let values): values[row].isNaN
        case .texts(let values): values[row] == nil
        case .dates(let values): values[row] == nil
        }
    }

    // Types were checked before: a value of another type can only come from a column of nulls.

    var asNumbers: Vector<Double> {
        if case .numbers(let values) = self { values } else { .one(.nan) }
    }

    var asTexts: Vector<String?> {
        if case .texts(let values) = self { values } else { .one(nil) }
    }

    var asDates: Vector<Int64?> {
        if case .dates(let values) = self { values } else { .one(nil) }
    }

    /// Converted, as concatenation and `String` do.
    var written: Vector<String?> {
        switch self {
        case .numbers(let values): values.map { $0.isNaN ? nil : ValueText.number($0) }
        case .texts(let values): values
        case .dates(let values): values.map { $0.map(ValueText.date) }
        }
    }

    func gathered(_ rows: Rows) -> Operand {
        switch self {
        case .numbers(let values): .numbers(values.gathered(rows))
        case .texts(let values): .texts(values.gathered(rows))
        case .dates(let values): .dates(values.gathered(rows))
        }
    }

    func cells(count: Int, type: ValueType?) -> Column.Cells {
        func spread<Element>(_ values: Vector<Element>) -> [Element] {
            switch values {
            case .one(let value): Array(repeating: value, count: count)
            case .many(let values): values
            }
        }
        return switch type ?? self.type {
        case .number: .numbers(spread(asNumbers))
        case .text: .texts(spread(asTexts))
        case .date: .dates(spread(asDates))
        }
    }
}
