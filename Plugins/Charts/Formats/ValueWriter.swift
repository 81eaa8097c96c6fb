package import PeriluneLocale

/// Writes values in the format of the metadata and the locale of the session.
package struct ValueWriter: Sendable {
    /// The format of the metadata.
    package let format: ValueFormat
    /// The locale of the session.
    package let formats: LocaleFormats

    package init(_ format: ValueFormat, _ formats: LocaleFormats) {
        self.format = format
        self.formats = formats
    }

    /// What was written for a column, and the first value that the format is not for.
    package struct Result: Sendable, Hashable {
        /// A text for each value, in order.
        package var texts: [String]
        /// The first value with the wrong type for the format; `nil` if there is none.
        package var mismatch: Mismatch?
    }

    /// A value whose type does not fit the format, such as 2008 as a ShortDate; it is written unformatted.
    package struct Mismatch: Sendable, Hashable {
        /// The message of a warning, with the value.
        package var message: String
        /// From 1.
        package var row: Int
    }

    /// Formats a column; values with the wrong type are written unformatted.
    package func write(_ column: Column.Cells) -> Result {
        let column = Column("", column)
        let count =
            switch column.cells {
            case .numbers(let values): values.count
            case .texts(let values): values.count
            case .dates(let values): values.count
            }
        var result = Result(texts: [])
        result.texts.reserveCapacity(count)
        for row in 0..<count {
            let (text, fits) = write(column[row])
            result.texts.append(text)
            if !fits, result.mismatch == nil {
                result.mismatch = Mismatch(
                    message: "'\(text.prefix(40))' cannot be written as \(format.kind.name)",
                    row: row + 1)
            }
        }
        return result
    }

    /// The text of a value, and whether the format is for such values; `-` for null.
    package func write(_ cell: Cell) -> (text: String, fits: Bool) {
        switch cell {
        case .null: ("-", true)
        case .text(let text): (text, format.kind == .general || format.kind == .script)
        case .number(let value): write(value)
        case .date(let date): write(date: date)
        }
    }

    private func write(_ value: Double) -> (text: String, fits: Bool) {
        if let style = format.kind.numberStyle { return (formats.write(value, style), true) }
        let whole = Int(exactly: value) ?? 0
        switch format.kind {
        case .month where (1...12).contains(whole), .shortMonth where (1...12).contains(whole):
            let date = DateFunctions.date([1970, whole, 1, 0, 0, 0]) ?? 0
            return (write(date: date).text, true)
        case .weekDay where (1...7).contains(whole), .shortWeekDay where (1...7).contains(whole):
            // 1 is a Sunday, as the 4th of January 1970 was.
            let date = DateFunctions.date([1970, 1, whole + 3, 0, 0, 0]) ?? 0
            return (write(date: date).text, true)
        default: return (formats.write(value, NumberStyle(.general)), false)
        }
    }

    private func write(date: Int64) -> (text: String, fits: Bool) {
        switch format.kind {
        case .month: (formats.write(date: date, .month), true)
        case .shortMonth: (formats.write(date: date, .shortMonth), true)
        case .weekDay: (formats.write(date: date, .weekDay), true)
        case .shortWeekDay: (formats.write(date: date, .shortWeekDay), true)
        case .shortDate: (formats.write(date: date, .short), true)
        case .longDate: (formats.write(date: date, .long), true)
        case .general, .currency, .percent, .percentage, .rounded, .script:
            (
                formats.write(
                    date: date,
                    DateFunctions.midnight(date) == date ? .medium : .mediumWithTime),
                format.kind == .general || format.kind == .script
            )
        }
    }
}

extension ValueFormat.Kind {
    /// `nil` for a format of dates.
    var numberStyle: NumberStyle? {
        switch self {
        case .general, .script: NumberStyle(.general)
        case .currency(let code): NumberStyle(.currency(code))
        case .percent: NumberStyle(.percent, .upTo(1))
        case .percentage: NumberStyle(.percent, .upTo(1), power: 2)
        case .rounded(let decimals): NumberStyle(.grouped, .exactly(decimals))
        case .month, .shortMonth, .weekDay, .shortWeekDay, .shortDate, .longDate: nil
        }
    }

    /// The style of a number used as a name; `nil` if the value is not just a number.
    var nameStyle: NumberStyle? {
        switch self {
        case .general, .script: NumberStyle(.ungrouped)
        case .rounded(let decimals): NumberStyle(.ungrouped, .exactly(decimals))
        default: nil
        }
    }

    var name: String {
        switch self {
        case .general: "a value"
        case .month: "Month"
        case .shortMonth: "ShortMonth"
        case .weekDay: "WeekDay"
        case .shortWeekDay: "ShortWeekDay"
        case .shortDate: "ShortDate"
        case .longDate: "LongDate"
        case .currency: "Currency"
        case .percent: "Percent"
        case .percentage: "Percentage"
        case .rounded(let decimals): "Rounded\(decimals)"
        case .script: "Script"
        }
    }
}
