import CPeriluneLocale
package import PeriluneCore
import Synchronization

/// Formats numbers, money, percentages and dates in a locale; thread-safe.
///
/// Formats are created once and cached, so keep an instance.
package final class LocaleFormats: Sendable {
    /// The identifier as it was given: `de_DE`, `fr-FR`.
    package let identifier: String
    /// The code of the locale's currency; `XXX` if it has none.
    package let currency: String
    private let numbers = Mutex<[Key: NumberWriter]>([:])
    private let dates = Mutex<DateWriters>(DateWriters())

    private struct Key: Hashable {
        var style: NumberStyle
        var unit: String
    }

    /// Creates the formats, and loads ICU if necessary.
    package init(_ identifier: String) throws(PeriluneError) {
        if let problem = perilune_locale_load() {
            throw PeriluneError(
                "locale.library", "cannot load ICU: \(String(cString: problem))",
                hint: "install the package libicu72")
        }
        let isName = identifier.utf8.allSatisfy {
            ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) || ($0 >= 48 && $0 <= 57) || $0 == 95 || $0 == 45
        }
        guard isName, (2...40).contains(identifier.utf8.count),
            perilune_locale_is_known(identifier)
        else {
            throw PeriluneError(
                "locale.unknown", "there is no locale '\(identifier.prefix(40))'",
                hint: "write language and country, such as en_US or de_DE")
        }
        self.identifier = identifier
        currency =
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4) { code in
                guard let start = code.baseAddress, perilune_locale_currency(identifier, start)
                else { return nil }
                return String(cString: start)
            } ?? "XXX"
    }

    /// A writer for numbers in this style, with a unit after the last digit: one of `unit(ofPower:)`.
    ///
    /// A currency with an invalid code is written as a plain number.
    package func numbers(_ style: NumberStyle, unit: String = "") -> NumberWriter? {
        var style = style
        if case .currency(let code?) = style.kind, !Self.isCurrencyCode(code) {
            style.kind = .grouped
        }
        return numbers.withLock { writers in
            let key = Key(style: style, unit: unit)
            if let writer = writers[key] { return writer }
            let writer = NumberWriter(
                locale: identifier, skeleton: style.skeleton(currency: currency), unit: unit)
            writers[key] = writer
            return writer
        }
    }

    /// Formats a number in a style; in Swift's format if ICU cannot.
    package func write(_ value: Double, _ style: NumberStyle) -> String {
        numbers(style)?.write(value) ?? "\(value)"
    }

    /// Formats a date that is given in microseconds since 1970, in UTC.
    package func write(date: Int64, _ style: DateStyle) -> String {
        dates.withLock { $0.write(date, style, locale: identifier) }
    }

    /// The locale's suffix for thousands (3), millions (6) and so on: `K`, ` Mio.`.
    ///
    /// If the locale groups numbers differently, as Japan does, it is the metric prefix.
    package func unit(ofPower power: Int) -> String {
        let metric = [3: "k", 6: "M", 9: "G", 12: "T"][power] ?? ""
        guard !metric.isEmpty,
            let format = NumberWriter(locale: identifier, skeleton: "compact-short", unit: ""),
            let plain = NumberWriter(locale: identifier, skeleton: "precision-integer", unit: "")
        else { return metric }
        let one = plain.write(1)
        let thousand = (0..<power).reduce(1.0) { product, _ in product * 10 }
        let text = format.write(thousand)
        guard text.hasPrefix(one) else { return metric }
        let unit = text.dropFirst(one.count)
        return unit.isEmpty || unit.contains(where: \.isWholeNumber) ? metric : String(unit)
    }

    /// Whether a code has three capital letters, which makes it safe in an ICU skeleton.
    package static func isCurrencyCode(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { (65...90).contains($0) }
    }
}
