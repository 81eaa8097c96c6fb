/// How values are written in figures.
package protocol FigureFormats: Sendable {
    /// The labels of categories or series.
    func labels(_ cells: [Cell], format: String, currency: String?) -> FormattedLabels
    /// How the numbers of a value are written.
    func numbers(format: String, currency: String?) -> NumberFormat
}

/// Labels, and what is wrong with their format.
package struct FormattedLabels: Sendable {
    package var texts: [String]
    /// A warning where the format does not fit the values: they are then written as they are.
    package var warning: String?

    package init(_ texts: [String], warning: String? = nil) {
        self.texts = texts
        self.warning = warning
    }
}

/// Writes values in no locale.
package struct PlainFormats: FigureFormats {
    package init() {}

    package func labels(_ cells: [Cell], format: String, currency: String?) -> FormattedLabels {
        FormattedLabels(cells.map { $0 == .null ? "-" : $0.key })
    }

    package func numbers(format: String, currency: String?) -> NumberFormat { .plain }
}
