package import PeriluneCore

/// Dates in the format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
package enum HTTPDate {
    /// Formats a time in whole seconds, rounded down.
    package static func format(_ time: Timestamp) -> String {
        let seconds = floor(time.microseconds, by: 1_000_000)
        let second = Timestamp(microseconds: seconds * 1_000_000)
        // 2026-11-21T10:30:00Z
        let parts = second.description.split { "-T:Z".contains($0) }
        guard parts.count == 6, let month = Int(parts[1]), months.indices ~= month - 1 else {
            return ""
        }
        let day = Int((floor(seconds, by: 86400) % 7 + 7) % 7)
        return "\(weekdays[day]), \(parts[2]) \(months[month - 1]) \(parts[0]) "
            + "\(parts[3]):\(parts[4]):\(parts[5]) GMT"
    }

    /// Parses the format that senders must use; `nil` for obsolete formats.
    package static func parse(_ text: some StringProtocol) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].count == 4, parts[5] == "GMT",
            let month = months.firstIndex(where: { $0 == parts[2] })
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }

    /// Divides rounding down, even before 1970.
    private static func floor(_ value: Int64, by unit: Int64) -> Int64 {
        value / unit - (value % unit < 0 ? 1 : 0)
    }

    /// Weekdays by the number of days since 1970, which began on a Thursday.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// Parses `Retry-After`, in seconds or as a date (RFC 9110 §10.2.3).
///
/// `nil` if the value is neither; zero for a date in the past.
package func retryAfter(_ value: String, now: Timestamp) -> Duration? {
    if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) {
        // Limited to about a year.
        return .seconds(min(Int(value) ?? .max, 366 * 86400))
    }
    guard let time = HTTPDate.parse(value) else { return nil }
    return .microseconds(max(0, time.microseconds - now.microseconds))
}
