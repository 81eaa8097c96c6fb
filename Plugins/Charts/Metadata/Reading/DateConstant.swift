import PeriluneCore

/// A date as expressions and metadata write it: `date(2000,12,30)`.
enum DateConstant {
    /// Microseconds since 1970, UTC; `nil` for another text and for a day that no calendar has.
    static func microseconds(_ text: String) -> Int64? {
        let lowered = text.lowercased().filter { !$0.isWhitespace }
        guard lowered.hasPrefix("date("), lowered.hasSuffix(")") else { return nil }
        let parts = lowered.dropFirst(5).dropLast().split(
            separator: ",", omittingEmptySubsequences: false)
        let widths = [4, 2, 2]
        guard parts.count == 3 else { return nil }
        var digits: [String] = []
        for (part, width) in zip(parts, widths) {
            guard (1...width).contains(part.utf8.count),
                part.utf8.allSatisfy({ (48...57).contains($0) })
            else { return nil }
            digits.append(String(repeating: "0", count: width - part.utf8.count) + part)
        }
        return Timestamp(digits.joined(separator: "-") + "T00:00:00Z")?.microseconds
    }
}
