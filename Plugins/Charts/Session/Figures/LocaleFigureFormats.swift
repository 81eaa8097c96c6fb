package import PeriluneCore
import PeriluneLocale

/// Writes values as the metadata says, in a locale; each format is read once.
package struct LocaleFigureFormats: FigureFormats {
    private let formats: LocaleFormats

    /// - Throws: `locale.…` where there is no such locale.
    package init(locale: String) throws(PeriluneError) { formats = try LocaleFormats(locale) }

    package func labels(_ cells: [Cell], format: String, currency: String?) -> FormattedLabels {
        do throws(PeriluneError) {
            let format = try ValueFormat(format, currencyCode: currency)
            let writer = ValueWriter(format, formats)
            var labels = FormattedLabels([], warning: format.warning)
            for cell in cells {
                // A year is a name among categories: 2008 and not 2,008.
                if case .number = cell, format.kind == .general {
                    labels.texts.append(cell.key)
                    continue
                }
                let (text, fits) = writer.write(cell)
                labels.texts.append(text)
                if !fits, labels.warning == nil {
                    labels.warning = "'\(text.prefix(40))' can't be written as \(format.kind.name)"
                }
            }
            return labels
        } catch {
            return FormattedLabels(cells.map { $0 == .null ? "-" : $0.key }, warning: error.message)
        }
    }

    package func numbers(format: String, currency: String?) -> NumberFormat {
        let known = try? ValueFormat(format, currencyCode: currency)
        return ValueWriter(known ?? .general, formats).numberFormat
    }
}
