/// A pattern like those of `strptime`: `%d/%b/%Y:%H:%M:%S %z`.
package struct TimePattern: Sendable {
    /// The pattern as it was written.
    package let text: String
    let pieces: [Piece]

    enum Piece: Sendable {
        case byte(UInt8)
        case field(UInt8)
    }

    private static let longest = 256
    private static let directives = Set("YymdeHIMSfLbBhaApzZsjT".utf8)
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ].map { Array($0.utf8) }

    /// Parses a pattern.
    ///
    /// - Throws: `time.format`; the message is the end of a sentence.
    package init(_ text: String) throws(PeriluneError) {
        self.text = text
        guard text.utf8.count <= Self.longest else {
            throw PeriluneError("time.format", "is longer than \(Self.longest) bytes")
        }
        var pieces: [Piece] = []
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                pieces.append(.byte(byte))
                continue
            }
            guard let letter = bytes.popFirst() else {
                throw PeriluneError("time.format", "ends with a lone %")
            }
            switch letter {
            case UInt8(ascii: "%"): pieces.append(.byte(letter))
            case UInt8(ascii: "F"): bytes = Array("%Y-%m-%d".utf8) + bytes
            case UInt8(ascii: "T"): bytes = Array("%H:%M:%S".utf8) + bytes
            default:
                guard Self.directives.contains(letter) else {
                    let name = String(decoding: [letter], as: UTF8.self)
                    throw PeriluneError(
                        "time.format", "has the unknown directive %\(name)",
                        hint:
                            "the known directives are %Y %y %m %b %B %d %e %j %a %A %H %I %p %M %S %f %L %z %Z %s %F %T %%"
                    )
                }
                pieces.append(.field(letter))
            }
        }
        self.pieces = pieces
    }

    private struct Parts {
        var year = 1970
        var hasYear = false
        var month = 1
        var day = 1
        var dayOfYear: Int?
        var hour = 0
        var isAfternoon: Bool?
        var minute = 0
        var second = 0
        var microseconds = 0
        var offset: Int?
        var epoch: Int?
    }

    /// Parses a time; `nil` if the text does not match.
    package func time(_ text: Span<UInt8>, zone: Zone) -> Timestamp? {
        var parts = Parts()
        var index = 0
        for piece in pieces {
            switch piece {
            case .byte(0x20):
                guard index < text.count, text[index] == 0x20 else { return nil }
                while index < text.count, text[index] == 0x20 { index += 1 }
            case .byte(let byte):
                guard index < text.count, text[index] == byte else { return nil }
                index += 1
            case .field(let letter):
                guard Self.read(letter, text, &index, &parts) else { return nil }
            }
        }
        guard index == text.count else { return nil }
        return Self.time(parts, zone)
    }

    private static func time(_ parts: Parts, _ zone: Zone) -> Timestamp? {
        if let epoch = parts.epoch {
            guard epoch < 400_000_000_000 else { return nil }
            return Timestamp(microseconds: Int64(epoch) * 1_000_000 + Int64(parts.microseconds))
        }
        guard parts.hasYear else { return nil }
        var hour = parts.hour
        if let isAfternoon = parts.isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        guard (1...12).contains(parts.month), hour < 24, parts.minute < 60, parts.second <= 60,
            (1...Timestamp.length(ofMonth: parts.month, in: parts.year)).contains(parts.day)
        else { return nil }
        var days = Timestamp.days(year: parts.year, month: parts.month, day: parts.day)
        if let day = parts.dayOfYear {
            let isLeapYear = Timestamp.length(ofMonth: 2, in: parts.year) == 29
            guard (1...(isLeapYear ? 366 : 365)).contains(day) else { return nil }
            days = Timestamp.days(year: parts.year, month: 1, day: 1) + day - 1
        }
        let seconds = days * 86400 + hour * 3600 + parts.minute * 60 + parts.second
        return Timestamp(
            microseconds: Int64(seconds - (parts.offset ?? zone.offset(ofLocal: seconds)))
                * 1_000_000
                + Int64(parts.microseconds))
    }

    private static func read(
        _ letter: UInt8, _ text: Span<UInt8>, _ index: inout Int, _ parts: inout Parts
    ) -> Bool {
        func number(_ digits: ClosedRange<Int>) -> Int? {
            var value = 0
            var count = 0
            while count < digits.upperBound, index < text.count, (48...57).contains(text[index]) {
                value = value * 10 + Int(text[index] - 48)
                index += 1
                count += 1
            }
            return count >= digits.lowerBound ? value : nil
        }
        func set(_ path: WritableKeyPath<Parts, Int>, _ digits: ClosedRange<Int>) -> Bool {
            guard let value = number(digits) else { return false }
            parts[keyPath: path] = value
            return true
        }
        switch letter {
        case UInt8(ascii: "Y"):
            parts.hasYear = true
            return set(\.year, 4...4)
        case UInt8(ascii: "y"):
            guard let year = number(2...2) else { return false }
            parts.hasYear = true
            parts.year = year < 69 ? 2000 + year : 1900 + year
        case UInt8(ascii: "m"): return set(\.month, 1...2)
        case UInt8(ascii: "d"), UInt8(ascii: "e"):
            while index < text.count, text[index] == 0x20 { index += 1 }
            return set(\.day, 1...2)
        case UInt8(ascii: "H"), UInt8(ascii: "I"): return set(\.hour, 1...2)
        case UInt8(ascii: "M"): return set(\.minute, 2...2)
        case UInt8(ascii: "S"): return set(\.second, 2...2)
        case UInt8(ascii: "j"): parts.dayOfYear = number(1...3)
        case UInt8(ascii: "s"): parts.epoch = number(1...12)
        case UInt8(ascii: "f"), UInt8(ascii: "L"):
            let start = index
            guard var fraction = number(1...9) else { return false }
            for _ in (index - start)..<max(6, index - start) { fraction *= 10 }
            for _ in 6..<max(6, index - start) { fraction /= 10 }
            parts.microseconds = fraction
        case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "h"):
            guard let month = month(text, &index) else { return false }
            parts.month = month
        case UInt8(ascii: "a"), UInt8(ascii: "A"), UInt8(ascii: "Z"):
            let start = index
            while index < text.count, (97...122).contains(text[index] | 0x20) { index += 1 }
            return index > start
        case UInt8(ascii: "p"):
            guard index + 1 < text.count, text[index + 1] | 0x20 == UInt8(ascii: "m") else {
                return false
            }
            switch text[index] | 0x20 {
            case UInt8(ascii: "a"): parts.isAfternoon = false
            case UInt8(ascii: "p"): parts.isAfternoon = true
            default: return false
            }
            index += 2
        default:  // %z
            let start = index
            while index < text.count, index - start < 6, text[index] != 0x20,
                text[index] != UInt8(ascii: "]")
            { index += 1 }
            parts.offset = TimeFormat.offset(text.extracting(start..<index))
            return parts.offset != nil
        }
        return true
    }

    /// Parses the English name of a month, or its first three letters.
    package static func month(_ text: Span<UInt8>, _ index: inout Int) -> Int? {
        guard index + 3 <= text.count else { return nil }
        for (number, name) in months.enumerated() {
            var length = 0
            while length < name.count, index + length < text.count,
                text[index + length] | 0x20 == name[length]
            { length += 1 }
            guard length >= 3 else { continue }
            index += length == name.count ? length : 3
            return number + 1
        }
        return nil
    }
}
