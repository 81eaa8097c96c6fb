import PeriluneCore

/// `/Date(1663715691000)/`: milliseconds since 1970, UTC.
enum ODataV2Date {
    static func text(_ time: Timestamp) -> String {
        "/Date(\(time.flooredMilliseconds))/"
    }

    /// Also ISO 8601, and month, day and year as clients of the time wrote them.
    static func time(_ text: String) -> Timestamp? {
        if text.hasPrefix("/Date("), text.hasSuffix(")/") {
            return milliseconds(Substring(text.utf8.dropFirst(6).dropLast(2)))
        }
        return ODataLiteral.time(text) ?? american(text)
    }

    /// From the year 1 to the year 9999, as .NET's dates.
    private static let range = Int64(-62_135_596_800_000)..<253_402_300_800_000

    private static func milliseconds(_ text: Substring) -> Timestamp? {
        // The offset after the number says only where the sender is; the number is in UTC.
        let sign = text.utf8.dropFirst().firstIndex {
            $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        }
        if let sign, !isOffset(text[sign...]) { return nil }
        guard let number = Int64(text[..<(sign ?? text.endIndex)]), range.contains(number) else {
            return nil
        }
        return Timestamp(microseconds: number * 1000)
    }

    private static func isOffset(_ text: Substring) -> Bool {
        text.utf8.count == 5 && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }

    private static func american(_ text: String) -> Timestamp? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].utf8.count == 4,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            (1...2).contains(parts[0].utf8.count), (1...2).contains(parts[1].utf8.count)
        else { return nil }
        func padded(_ part: Substring) -> String {
            part.utf8.count == 1 ? "0\(part)" : String(part)
        }
        return Timestamp("\(parts[2])-\(padded(parts[0]))-\(padded(parts[1]))T00:00:00Z")
    }
}
