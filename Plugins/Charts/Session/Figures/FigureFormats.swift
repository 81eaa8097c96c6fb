package import PeriluneCore
package import PeriluneLocale

/// Formats the values of figures as the metadata says, in a locale.
package struct FigureFormats: Sendable {
    /// Writes numbers and dates of all values.
    package let locale: LocaleFormats
    /// How numbers and dates in the data are written, if the user named a locale.
    let conventions: LocaleConventions?

    /// Creates formats.
    ///
    /// - Parameter locale: The name of a locale; `nil` for that of the United States, independent of the data.
    /// - Throws: `locale.…` if the locale does not exist.
    package init(_ locale: String? = nil) throws(PeriluneError) {
        self.locale = try LocaleFormats(locale ?? "en_US")
        conventions = locale == nil ? nil : self.locale.conventions
    }

    /// The labels of categories or series.
    package func labels(_ cells: [Cell], format: String, currency: String?) -> FormattedLabels {
        do throws(PeriluneError) {
            let format = try ValueFormat(format, currencyCode: currency)
            let writer = ValueWriter(format, locale)
            var labels = FormattedLabels([], warning: format.warning)
            for cell in cells {
                // A year is a name among categories: 2008 and not 2,008, also with `Rounded0`.
                if case .number(let value) = cell, let style = format.kind.nameStyle {
                    labels.texts.append(locale.write(value, style))
                    continue
                }
                let (text, fits) = writer.write(Self.bounded(cell))
                labels.texts.append(text)
                if !fits, labels.warning == nil {
                    labels.warning = "'\(text.prefix(40))' cannot be written as \(format.kind.name)"
                }
            }
            return labels
        } catch {
            return FormattedLabels(
                cells.map { $0 == .null ? "-" : Self.bounded($0).key }, warning: error.message)
        }
    }

    /// More of a text is not drawn, and measuring and writing it takes long.
    static let longestText = 1000

    private static func bounded(_ cell: Cell) -> Cell {
        guard case .text(let text) = cell, text.utf8.count > longestText else { return cell }
        // Not characters, since one character may have any number of marks.
        let start = text.unicodeScalars.prefix(longestText)
        return start.endIndex == text.endIndex ? cell : .text(String(start) + "…")
    }

    /// The format of numbers that are names: ages, years, departments.
    package func names(format: String, currency: String?) -> NumberFormat {
        let known = try? ValueFormat(format, currencyCode: currency)
        return ValueWriter(known ?? .general, locale).numberFormat(ofNames: true)
    }

    /// The format of numbers along an axis of points: they may be names such as years, unless one has five digits.
    package func positions(
        _ positions: [Double], format: String, currency: String?
    ) -> NumberFormat {
        positions.contains { abs($0) >= 10_000 }
            ? numbers(format: format, currency: currency, beside: positions)
            : names(format: format, currency: currency)
    }

    /// The format of numbers of a value; with separators from four digits on if one of them has five.
    package func numbers(
        format: String, currency: String?, beside cells: some Sequence<Double> = []
    ) -> NumberFormat {
        let known = try? ValueFormat(format, currencyCode: currency)
        return ValueWriter(known ?? .general, locale)
            .numberFormat(ofNames: false, isGrouped: cells.contains { abs($0) >= 10_000 })
    }
}

/// Labels, and what is wrong with their format.
package struct FormattedLabels: Sendable {
    /// A text for each value.
    package var texts: [String]
    /// A warning if the format does not fit the values, which are then written unformatted.
    package var warning: String?

    package init(_ texts: [String], warning: String? = nil) {
        self.texts = texts
        self.warning = warning
    }
}
