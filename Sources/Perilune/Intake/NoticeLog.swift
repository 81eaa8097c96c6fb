internal import PeriluneCore

/// Selects the notices that a server logs: each immediately, and late events again after at least an hour.
struct NoticeLog {
    private var notices = Notices()
    /// For each subject, the count when it was last logged, and when it may be logged again; `nil` for never.
    private var logged: [Notices.Subject: (count: Int, next: ContinuousClock.Instant?)] = [:]

    /// The number of events without a value at a path after which the path is logged, once; the same for values of
    /// sinks.
    static let missing = 1000
    private static let interval = Duration.seconds(3600)

    /// Adds counts, and returns the lines to log now.
    mutating func lines(adding new: Notices, at now: ContinuousClock.Instant) -> [LogLine] {
        notices += new
        var lines: [LogLine] = []
        for (subject, count) in notices.late + notices.missingPaths {
            if subject.kind != .late, count < Self.missing { continue }
            if let last = logged[subject] {
                guard let next = last.next, now >= next, count > last.count else { continue }
            }
            logged[subject] = (count, subject.kind != .late ? nil : now + Self.interval)
            lines.append(
                LogLine(
                    level: "warn", message: subject.warning(count), fields: nil,
                    script: subject.owner, event: nil))
        }
        return lines
    }
}
