extension TimePattern {
    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// Formats a time by the pattern, with English names.
    package func text(_ time: Timestamp, zone: Zone) -> String {
        let parts = LocalTime(time, zone)
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .byte(let byte): bytes.append(byte)
            case .field(let letter): bytes += Self.text(letter, parts).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func text(_ letter: UInt8, _ time: LocalTime) -> String {
        let hour = time.second / 3600
        switch letter {
        case UInt8(ascii: "Y"): return digits(time.year, 4)
        case UInt8(ascii: "y"): return digits(time.year % 100, 2)
        case UInt8(ascii: "m"): return digits(time.month, 2)
        case UInt8(ascii: "d"): return digits(time.day, 2)
        case UInt8(ascii: "e"): return time.day < 10 ? " \(time.day)" : "\(time.day)"
        case UInt8(ascii: "H"): return digits(hour, 2)
        case UInt8(ascii: "I"): return digits((hour + 11) % 12 + 1, 2)
        case UInt8(ascii: "M"): return digits(time.second / 60 % 60, 2)
        case UInt8(ascii: "S"): return digits(time.second % 60, 2)
        case UInt8(ascii: "p"): return hour < 12 ? "AM" : "PM"
        case UInt8(ascii: "f"): return digits(time.microseconds, 6)
        case UInt8(ascii: "L"): return digits(time.microseconds / 1000, 3)
        case UInt8(ascii: "B"): return monthNames[time.month - 1]
        case UInt8(ascii: "b"), UInt8(ascii: "h"):
            return String(monthNames[time.month - 1].prefix(3))
        case UInt8(ascii: "A"): return weekdays[time.weekday]
        case UInt8(ascii: "a"): return String(weekdays[time.weekday].prefix(3))
        case UInt8(ascii: "j"):
            return digits(time.days - Timestamp.days(year: time.year, month: 1, day: 1) + 1, 3)
        case UInt8(ascii: "s"): return String(time.whole)
        case UInt8(ascii: "Z"): return time.zone
        default: return Zone.text(time.offset, colon: false)  // %z
        }
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - text.count))
            + text
    }
}

/// A time in the local calendar of a zone.
struct LocalTime {
    /// Seconds since 1970, in UTC.
    let whole: Int
    let microseconds: Int
    let offset: Int
    /// The abbreviation of the zone at that time.
    let zone: String
    /// Days since 1970 in the local calendar.
    let days: Int
    let year: Int
    let month: Int
    let day: Int
    /// The second of the day.
    let second: Int

    init(_ time: Timestamp, _ zone: Zone) {
        whole = Int(time.microseconds).flooredQuotient(1_000_000)
        microseconds = Int(time.microseconds) - whole * 1_000_000
        (offset, self.zone) = zone.local(at: whole)
        days = (whole + offset).flooredQuotient(86400)
        (year, month, day) = Timestamp.date(days: days)
        second = whole + offset - days * 86400
    }

    /// The day of the week, from 0 for Sunday; 1970 began on a Thursday.
    var weekday: Int { (days + 4).flooredRemainder(7) }
}
