/// A figure, and the keys of what it shows: by place in the figure, as actions name them.
package struct BuiltFigure: Sendable {
    package var figure: Figure
    package var categories: [Key] = []
    package var series: [Key] = []

    package init(_ figure: Figure) { self.figure = figure }

    package init(message: String, name: String, title: String) {
        figure = Figure(name: name, title: title, content: .message(message))
    }

    /// A category or a series.
    package struct Key: Sendable, Hashable {
        /// As actions name it.
        package var text: String
        /// As queries are restricted to it.
        package var cell: Cell
    }

    /// The value under a key; `nil` where the figure does not show it.
    func cell(ofCategory text: String) -> Cell? { categories.first { $0.text == text }?.cell }
    func cell(ofSeries text: String) -> Cell? { series.first { $0.text == text }?.cell }
}

extension Cell {
    /// The text that stands for the value in actions: in no locale.
    package var key: String {
        switch self {
        case .null: ""
        case .number(let number): ValueText.number(number)
        case .text(let text): text
        case .date(let date): ValueText.date(date)
        }
    }
}
