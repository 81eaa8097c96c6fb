/// A figure, and the keys of what it shows: by place in the figure, as actions name them.
package struct BuiltFigure: Sendable {
    /// The figure to draw.
    package var figure: Figure
    /// The keys of the categories, by their indices in the figure; empty for a message.
    package var categories: [Key] = []
    /// The keys of the series, by their indices in the figure.
    package var series: [Key] = []

    package init(_ figure: Figure) { self.figure = figure }

    package init(message: String, name: String, title: String) {
        figure = Figure(name: name, title: title, content: .message(message))
    }

    /// A category or a series.
    package struct Key: Sendable, Hashable {
        /// The text as actions name it.
        package var text: String
        /// The value as queries are restricted to it.
        package var cell: Cell
        /// The instant of a time, since two times can have the same text when clocks are set back.
        package var instant: Int64?

        init(text: String, cell: Cell, instant: Int64? = nil) {
            self.text = text
            self.cell = cell
            self.instant = instant
        }

        /// The value of a row.
        init(_ column: Column, row: Int) {
            cell = column[row]
            text = cell.key
            instant = column.instants?[row]
            if instant == nil, case .date(let date) = cell { instant = date }
        }
    }
}

extension Cell {
    /// The text of the value in actions, independent of the locale.
    package var key: String {
        switch self {
        case .null: ""
        case .number(let number): ValueText.number(number)
        case .text(let text): text
        case .date(let date): ValueText.date(date)
        }
    }
}

extension Column {
    /// The value of a key in this column.
    func cell(ofKey key: String) -> Cell {
        switch cells {
        case .numbers: key.isEmpty ? .null : Double(key).map(Cell.number) ?? .text(key)
        case .texts(let texts):
            key.isEmpty && texts.contains(nil) && !texts.contains("") ? .null : .text(key)
        case .dates: key.isEmpty ? .null : DateText.microseconds(key).map(Cell.date) ?? .text(key)
        }
    }
}
