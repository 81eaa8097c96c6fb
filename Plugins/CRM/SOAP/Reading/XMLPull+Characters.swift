import PeriluneCore

// References to characters, and what bytes stand for themselves.

extension XMLPull {
    private static let references: [(String, UInt8)] = [
        ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27),
    ]

    func unescaped(_ range: Range<Int>) throws(Unusual) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        var place = range.lowerBound
        next: while place < range.upperBound {
            let byte = bytes[place]
            guard byte == UInt8(ascii: "&") else {
                text.append(byte)
                place += 1
                continue
            }
            for (spelling, character) in Self.references where has(spelling, at: place) {
                text.append(character)
                place += spelling.utf8.count
                continue next
            }
            let (character, length) = try numbered(place, range.upperBound)
            text += Array(String(character).utf8)
            place += length
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The character of `&#13;` or `&#xD;`, and the length of that.
    private func numbered(
        _ start: Int, _ end: Int
    ) throws(Unusual) -> (character: Unicode.Scalar, length: Int) {
        guard start + 3 < end, bytes[start + 1] == UInt8(ascii: "#") else { throw Unusual() }
        let isHexadecimal = bytes[start + 2] == UInt8(ascii: "x")
        var place = start + (isHexadecimal ? 3 : 2)
        let first = place
        var number: UInt32 = 0
        while place < end, let digit = bytes[place].hexadecimalValue, isHexadecimal || digit < 10 {
            guard place - first < 6 else { throw Unusual() }
            number = number * (isHexadecimal ? 16 : 10) + UInt32(digit)
            place += 1
        }
        guard place > first, place < end, bytes[place] == UInt8(ascii: ";"),
            number >= 0x20 || number == 9 || number == 10 || number == 13,
            number & 0xFFFE != 0xFFFE, let character = Unicode.Scalar(number)
        else { throw Unusual() }
        return (character, place + 1 - start)
    }
}

extension UInt8 {
    var isNameStart: Bool {
        (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_")
    }

    var isNameCharacter: Bool {
        isNameStart || self &- 0x30 < 10 || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }

    /// All but control characters, `<`, `&`, `]`, and what may begin U+FFFE.
    var isPlainInText: Bool {
        self >= 0x20 && self != UInt8(ascii: "<") && self != UInt8(ascii: "&")
            && self != UInt8(ascii: "]") && self != 0xEF && self != 0x7F || self == 0x0A
            || self == 0x09
    }

    var isPlainInAttribute: Bool {
        self >= 0x20 && self < 0x7F && self != UInt8(ascii: "<") && self != UInt8(ascii: "&")
            && self != UInt8(ascii: "\"")
    }
}
