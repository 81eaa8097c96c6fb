import PeriluneCore

/// Reads the times of syslog; times of RFC 3164 have no year.
struct SyslogTime {
    let year: Int?
    let zone: Zone
    /// When the log was last written.
    let modified: Timestamp?

    /// The time of a line; `nil` if it is unknown, because there is neither a year nor a file.
    ///
    /// - Throws: `event.time` if the text is not a time.
    func time(_ text: Span<UInt8>) throws(PeriluneError) -> Timestamp? {
        guard text[0] > UInt8(ascii: "9") else {
            if let time = TimeFormat.rfc3339.time(text, zone: zone) { return time }
            throw wrong
        }
        var index = 0
        guard let month = TimePattern.month(text, &index) else { throw wrong }
        func number() -> Int? {
            let start = index
            var value = 0
            while index < text.count, index - start < 2, (48...57).contains(text[index]) {
                value = value * 10 + Int(text[index] - 48)
                index += 1
            }
            return index > start ? value : nil
        }
        while index < text.count, text[index] == 0x20 { index += 1 }
        guard let day = number() else { throw wrong }
        while index < text.count, text[index] == 0x20 { index += 1 }
        guard let hour = number(), index + 6 <= text.count else { throw wrong }
        index += 1
        guard let minute = number() else { throw wrong }
        index += 1
        guard let second = number(), index == text.count, hour < 24, minute < 60, second <= 60,
            (1...Timestamp.length(ofMonth: month, in: 2000)).contains(day)
        else { throw wrong }
        func time(in year: Int) -> Timestamp {
            let days = Timestamp.days(year: year, month: month, day: day)
            let local = days * 86400 + hour * 3600 + minute * 60 + second
            let seconds = local - zone.offset(ofLocal: local)
            return Timestamp(microseconds: Int64(seconds) * 1_000_000)
        }
        if let year {
            guard day <= Timestamp.length(ofMonth: month, in: year) else { throw wrong }
            return time(in: year)
        }
        guard let modified else { return nil }
        // Allows one day more, because the sender's clock or time zone may differ.
        let latest = modified.microseconds + 86_400_000_000
        let days = Int(modified.microseconds / 86_400_000_000) + 1
        var year = Timestamp.date(days: days).year
        while day > Timestamp.length(ofMonth: month, in: year)
            || time(in: year).microseconds > latest
        {
            year -= 1
        }
        return time(in: year)
    }

    private var wrong: PeriluneError {
        PeriluneError(
            "event.time", "the line's time is not a time of RFC 3164 or RFC 5424",
            at: .init(line: 1))
    }
}
