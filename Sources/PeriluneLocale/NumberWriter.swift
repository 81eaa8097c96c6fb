import CPeriluneLocale

/// Writes numbers in one style of one locale; for any thread.
package final class NumberWriter: Sendable {
    // ICU lets several threads write with one format.
    private nonisolated(unsafe) let format: OpaquePointer
    /// Stands behind the last digit: `k`.
    private let unit: String

    /// `nil` where ICU has no such format.
    init?(locale: String, skeleton: String, unit: String) {
        guard let format = perilune_locale_open_numbers(locale, skeleton) else { return nil }
        self.format = format
        self.unit = unit
    }

    deinit { perilune_locale_close_numbers(format) }

    /// The number; `-` for one that is none.
    package func write(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        let text = String(unsafeUninitializedCapacity: 768) { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                perilune_locale_write_number(format, value, $0.baseAddress, $0.count)
            }
        }
        // Longer than any label could be.
        if text.isEmpty { return "\(value)" }
        guard !unit.isEmpty, let digit = text.lastIndex(where: \.isWholeNumber) else { return text }
        return text[...digit] + unit + text[text.index(after: digit)...]
    }
}
