/// A format of times.
package enum TimeFormat: Sendable, CustomStringConvertible {
    /// RFC 3339, or a number since 1970 with the unit guessed from its size.
    case automatic
    case rfc3339
    /// A number since 1970, with `perSecond` units to a second.
    case epoch(perSecond: Int64)
    case pattern(TimePattern)

    private static let epochs: [String: Int64] = [
        "epoch": 1, "epoch-ms": 1000, "epoch-us": 1_000_000, "epoch-ns": 1_000_000_000,
    ]

    /// Parses the name of a format, or a pattern.
    ///
    /// - Throws: `time.format`; the message is the end of a sentence.
    package init(_ text: String) throws(PeriluneError) {
        if let unit = Self.epochs[text] {
            self = .epoch(perSecond: unit)
        } else if text == "rfc3339" {
            self = .rfc3339
        } else if text.contains("%") {
            self = .pattern(try TimePattern(text))
        } else {
            throw PeriluneError(
                "time.format", "is not a time format",
                hint:
                    "write rfc3339, epoch, epoch-ms, epoch-us, epoch-ns or a pattern such as %Y-%m-%d %H:%M:%S"
            )
        }
    }

    /// The format as a configuration writes it; for RFC 3339 and ``automatic``, a description for messages.
    package var description: String {
        switch self {
        case .automatic: "RFC 3339 or a number since 1970"
        case .rfc3339: "RFC 3339"
        case .epoch(let unit): Self.epochs.first { $0.value == unit }?.key ?? "epoch"
        case .pattern(let pattern): pattern.text
        }
    }

    /// Parses a time; `nil` if the text is not a time.
    ///
    /// Times without an offset are local to the zone.
    package func time(_ text: Span<UInt8>, zone: Zone) -> Timestamp? {
        switch self {
        case .automatic:
            let isNumber = text.count > 0 && text.isJSONNumber
            return isNumber ? Self.epoch(text, nil) : Self.rfc3339(text, zone)
        case .rfc3339: return Self.rfc3339(text, zone)
        case .epoch(let unit): return Self.epoch(text, unit)
        case .pattern(let pattern): return pattern.time(text, zone: zone)
        }
    }

    /// Formats a time.
    package func text(_ time: Timestamp, zone: Zone) -> String {
        switch self {
        case .automatic, .rfc3339:
            let local = LocalTime(time, zone)
            guard local.offset != 0 else { return time.description }
            let shown = Timestamp(microseconds: time.microseconds + Int64(local.offset) * 1_000_000)
            return shown.description.dropLast() + Zone.text(local.offset, colon: true)
        case .epoch(let perSecond):
            let (whole, rest) = (
                Int(time.microseconds).flooredQuotient(1_000_000), Int64(1_000_000)
            )
            let fraction = time.microseconds - Int64(whole) * rest
            return String(
                Int64(whole) * perSecond
                    + (perSecond > rest
                        ? fraction * (perSecond / rest) : fraction / (rest / perSecond)))
        case .pattern(let pattern): return pattern.text(time, zone: zone)
        }
    }

    /// Parses RFC 3339, also with a space instead of `T`, with `+0100` as the offset, and without an offset.
    private static func rfc3339(_ text: Span<UInt8>, _ zone: Zone) -> Timestamp? {
        guard text.count >= 19 else { return nil }
        var index = 19
        if index < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",")
        {
            index += 1
            while index < text.count, (48...57).contains(text[index]) { index += 1 }
        }
        var bytes = (0..<index).map { text[$0] }
        if bytes[10] == 0x20 { bytes[10] = UInt8(ascii: "T") }
        if bytes.count > 19 { bytes[19] = UInt8(ascii: ".") }
        guard let local = Timestamp(String(decoding: bytes, as: UTF8.self) + "Z"),
            let offset = index == text.count
                ? zone.offset(ofLocal: Int(local.microseconds).flooredQuotient(1_000_000))
                : offset(text.extracting(index...))
        else { return nil }
        return Timestamp(microseconds: local.microseconds - Int64(offset) * 1_000_000)
    }

    /// Parses an offset from UTC, such as `Z`, `+01:00`, `+0100` or `+01`, in seconds.
    package static func offset(_ text: Span<UInt8>) -> Int? {
        if text.count == 1, text[0] | 0x20 == UInt8(ascii: "z") { return 0 }
        guard text.count >= 3, text[0] == 43 || text[0] == 45 else { return nil }
        var digits: [Int] = []
        for index in 1..<text.count {
            if text[index] == UInt8(ascii: ":"), index == 3, text.count == 6 { continue }
            guard (48...57).contains(text[index]) else { return nil }
            digits.append(Int(text[index] - 48))
        }
        guard digits.count == 2 || digits.count == 4 else { return nil }
        let hours = digits[0] * 10 + digits[1]
        let minutes = digits.count == 4 ? digits[2] * 10 + digits[3] : 0
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (text[0] == 45 ? -60 : 60)
    }

    /// Parses a decimal number of units since 1970.
    private static func epoch(_ text: Span<UInt8>, _ unit: Int64?) -> Timestamp? {
        var index = 0
        let isNegative = text.count > 1 && text[0] == UInt8(ascii: "-")
        if isNegative { index = 1 }
        var whole: Int64 = 0
        let first = index
        while index < text.count, (48...57).contains(text[index]) {
            let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
            guard !overflow, product < Int64.max - 10 else { return nil }
            whole = product + Int64(text[index] - 48)
            index += 1
        }
        guard index > first else { return nil }
        // Decimal arithmetic, because a double would round the microseconds.
        let perSecond = unit ?? Self.unit(of: whole)
        var micro = whole / perSecond
        guard micro < 400_000_000_000 else { return nil }
        micro *= 1_000_000
        let rest = whole % perSecond
        micro += perSecond <= 1_000_000 ? rest * (1_000_000 / perSecond) : rest / 1000
        if index < text.count {
            guard text[index] == UInt8(ascii: "."), index + 1 < text.count else { return nil }
            var scale = 1_000_000 / perSecond
            for position in (index + 1)..<text.count {
                guard (48...57).contains(text[position]) else { return nil }
                scale /= 10
                micro += Int64(text[position] - 48) * scale
            }
        }
        return Timestamp(microseconds: isNegative ? -micro : micro)
    }

    /// The units per second, guessed from the size: seconds up to the year 5138, then milli-, micro- and nanoseconds.
    private static func unit(of number: Int64) -> Int64 {
        switch number {
        case ..<100_000_000_000: 1
        case ..<100_000_000_000_000: 1000
        case ..<100_000_000_000_000_000: 1_000_000
        default: 1_000_000_000
        }
    }
}
