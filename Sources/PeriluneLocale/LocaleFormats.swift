import CPeriluneLocale
package import PeriluneCore
import Synchronization

/// Numbers, money, percentages and dates as a locale writes them; for any thread.
///
/// What a format needs is looked up once and kept, so hold on to an instance.
package final class LocaleFormats: Sendable {
    /// As it was asked for: `de_DE`, `fr-FR`.
    package let identifier: String
    /// The code of the locale's own currency; `XXX` where it has none.
    package let currency: String
    private let numbers = Mutex<[Key: NumberWriter]>([:])
    private let dates = Mutex<DateWriters>(DateWriters())

    private struct Key: Hashable {
        var style: NumberStyle
        var unit: String
    }

    /// Loads ICU where that has not been done.
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

    /// Writes numbers in this style, the unit behind the last digit: one of `unit(ofPower:)`.
    ///
    /// A currency whose code is none is written as a plain number.
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

    /// Writes a number in a style; as Swift writes it if ICU cannot.
    package func write(_ value: Double, _ style: NumberStyle) -> String {
        numbers(style)?.write(value) ?? "\(value)"
    }

    /// A date that is given in microseconds since 1970, in UTC.
    package func write(date: Int64, _ style: DateStyle) -> String {
        dates.withLock { $0.write(date, style, locale: identifier) }
    }

    /// How the locale writes thousands (3), millions (6) and so on behind a number: `K`, ` Mio.`.
    ///
    /// Where it counts otherwise, as Japan does, it is the prefix of the metric system.
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

    /// Three capital letters: it becomes part of a skeleton.
    package static func isCurrencyCode(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { (65...90).contains($0) }
    }
}
