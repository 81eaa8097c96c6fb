import CPeriluneLocale

/// Formats numbers in one style of one locale; thread-safe.
package final class NumberWriter: Sendable {
    // ICU allows several threads to use one number format.
    private nonisolated(unsafe) let format: OpaquePointer
    /// The unit after the last digit, such as `k`.
    private let unit: String

    /// Creates a writer; `nil` if ICU has no such format.
    init?(locale: String, skeleton: String, unit: String) {
        guard let format = perilune_locale_open_numbers(locale, skeleton) else { return nil }
        self.format = format
        self.unit = unit
    }

    deinit { perilune_locale_close_numbers(format) }

    /// Formats a number; `-` for NaN and infinity.
    package func write(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        let text = String(unsafeUninitializedCapacity: 768) { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                perilune_locale_write_number(format, value, $0.baseAddress, $0.count)
            }
        }
        // The text exceeds the buffer, which is longer than any label.
        if text.isEmpty { return "\(value)" }
        guard !unit.isEmpty, let digit = text.lastIndex(where: \.isWholeNumber) else { return text }
        return text[...digit] + unit + text[text.index(after: digit)...]
    }
}
