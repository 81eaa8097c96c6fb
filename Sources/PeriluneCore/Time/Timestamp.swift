/// A point in time with microseconds, written as RFC 3339.
public struct Timestamp: Hashable, Sendable, CustomStringConvertible {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public let microseconds: Int64

    /// Makes a timestamp.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Parses RFC 3339: `2026-11-21T10:30:00.25Z`, `2026-11-21T11:30:00+01:00`.
    public init?(_ text: String) {
        let bytes = text.utf8.span
        guard bytes.count >= 20, bytes[4] == 45, bytes[7] == 45, bytes[10] | 0x20 == 0x74,
            bytes[13] == 58, bytes[16] == 58, let century = Self.twoDigits(bytes, 0),
            let yearOfCentury = Self.twoDigits(bytes, 2), let month = Self.twoDigits(bytes, 5),
            let day = Self.twoDigits(bytes, 8), let hour = Self.twoDigits(bytes, 11),
            let minute = Self.twoDigits(bytes, 14), let second = Self.twoDigits(bytes, 17),
            case let year = century * 100 + yearOfCentury, (1...12).contains(month),
            (1...Self.length(ofMonth: month, in: year)).contains(day), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        var at = 19
        var fraction: Int64 = 0
        if bytes[at] == 46 {
            var unit: Int64 = 100_000
            at += 1
            while at < bytes.count, (48...57).contains(bytes[at]) {
                fraction += Int64(bytes[at] - 48) * unit
                unit /= 10
                at += 1
            }
            guard at > 20 else { return nil }
        }
        var offset = 0
        guard at < bytes.count else { return nil }
        if bytes[at] == 43 || bytes[at] == 45 {
            guard at + 6 == bytes.count, bytes[at + 3] == 58,
                let hours = Self.twoDigits(bytes, at + 1),
                let minutes = Self.twoDigits(bytes, at + 4), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (bytes[at] == 45 ? -60 : 60)
        } else if bytes[at] | 0x20 != 0x7A || at + 1 != bytes.count {
            return nil
        }
        let days = Self.days(year: year, month: month, day: day)
        let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
        // The year must have four digits in UTC, too.
        guard (-62_167_219_200..<253_402_300_800).contains(seconds) else { return nil }
        microseconds = Int64(seconds) * 1_000_000 + fraction
    }

    private static func twoDigits(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        let (tens, ones) = (bytes[start] &- 48, bytes[start + 1] &- 48)
        return tens < 10 && ones < 10 ? Int(tens * 10 + ones) : nil
    }

    /// The time in UTC, with as many fractional digits as needed: none, 3 or 6.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(27)
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the description without creating a string, because records and webhooks contain many times.
    package func write(to bytes: inout [UInt8]) {
        let perSecond: Int64 = 1_000_000
        let fraction = Int((microseconds % perSecond + perSecond) % perSecond)
        let seconds = Int(microseconds / perSecond) - (microseconds < 0 && fraction > 0 ? 1 : 0)
        let second = ((seconds % 86400) + 86400) % 86400
        let (year, month, day) = Self.date(days: (seconds - second) / 86400)
        if year < 0 { bytes.append(UInt8(ascii: "-")) }
        let (tenThousands, rest) = year.magnitude.quotientAndRemainder(dividingBy: 10_000)
        if tenThousands > 0 { bytes.append(contentsOf: String(tenThousands).utf8) }
        let yearOfTenThousand = Int(rest)
        bytes.append(addingCapacity: 27) { span in
            Self.append(yearOfTenThousand / 100, to: &span)
            Self.append(yearOfTenThousand % 100, to: &span)
            span.append(UInt8(ascii: "-"))
            Self.append(month, to: &span)
            span.append(UInt8(ascii: "-"))
            Self.append(day, to: &span)
            span.append(UInt8(ascii: "T"))
            Self.append(second / 3600, to: &span)
            span.append(UInt8(ascii: ":"))
            Self.append(second / 60 % 60, to: &span)
            span.append(UInt8(ascii: ":"))
            Self.append(second % 60, to: &span)
            if fraction > 0 {
                span.append(UInt8(ascii: "."))
                span.append(UInt8(ascii: "0") + UInt8(fraction / 100_000))
                Self.append(fraction / 1000 % 100, to: &span)
                if fraction % 1000 > 0 {
                    span.append(UInt8(ascii: "0") + UInt8(fraction / 100 % 10))
                    Self.append(fraction % 100, to: &span)
                }
            }
            span.append(UInt8(ascii: "Z"))
        }
    }

    /// Appends two digits.
    @inline(__always)
    private static func append(_ number: Int, to span: inout OutputSpan<UInt8>) {
        span.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        span.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// The number of days of a month.
    package static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// The number of days since 1970, in the proleptic Gregorian calendar.
    ///
    /// Years are counted from March, so that the leap day is the last day of its year.
    package static func days(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    /// The date of a number of days since 1970.
    package static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
