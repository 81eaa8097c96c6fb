package import PeriluneCore

/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
package enum HTTPDate {
    /// Writes a time in whole seconds, rounded towards the past.
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

    /// Reads the one form that senders may write; `nil` for the obsolete ones.
    package static func parse(_ text: some StringProtocol) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].count == 4, parts[5] == "GMT",
            let month = months.firstIndex(where: { $0 == parts[2] })
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }

    /// Towards the past, also before 1970.
    private static func floor(_ value: Int64, by unit: Int64) -> Int64 {
        value / unit - (value % unit < 0 ? 1 : 0)
    }

    /// The first day of 1970 was a Thursday.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// How long a server asks to be left alone: `Retry-After`, seconds or a date (RFC 9110 §10.2.3).
///
/// `nil` where the value is neither; a date that has passed is zero.
package func retryAfter(_ value: String, now: Timestamp) -> Duration? {
    if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) {
        // Whoever asks for more than a year may as well have said forever.
        return .seconds(min(Int(value) ?? .max, 366 * 86400))
    }
    guard let time = HTTPDate.parse(value) else { return nil }
    return .microseconds(max(0, time.microseconds - now.microseconds))
}
