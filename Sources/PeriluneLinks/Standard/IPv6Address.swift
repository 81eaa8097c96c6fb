import PeriluneCore

/// An IPv6 address.
struct IPv6Address {
    private var pieces: [8 of UInt16] = .init(repeating: 0)

    /// Reads the text between the brackets.
    init?(_ text: ArraySlice<UInt8>) {
        var reader = Reader(rest: text)
        var index = 0
        var compressed: Int?
        if reader.peek == UInt8(ascii: ":") {
            guard reader.skip("::") else { return nil }
            index = 1
            compressed = index
        }
        while reader.peek != nil {
            guard index < 8 else { return nil }
            if reader.peek == UInt8(ascii: ":") {
                guard compressed == nil else { return nil }
                reader.advance()
                index += 1
                compressed = index
                continue
            }
            let start = reader
            let (value, length) = reader.piece()
            if reader.peek == UInt8(ascii: ".") {
                guard length > 0, index <= 6 else { return nil }
                reader = start
                guard let (high, low) = reader.ipv4() else { return nil }
                pieces[index] = high
                pieces[index + 1] = low
                index += 2
                break
            }
            if reader.peek == UInt8(ascii: ":") {
                reader.advance()
                guard reader.peek != nil else { return nil }
            } else if reader.peek != nil {
                return nil
            }
            pieces[index] = value
            index += 1
        }
        guard let compressed else {
            if index != 8 { return nil }
            return
        }
        // The pieces after `::` move to the end.
        var target = 7
        var source = index - 1
        while source >= compressed {
            let piece = pieces[source]
            pieces[source] = 0
            pieces[target] = piece
            target -= 1
            source -= 1
        }
    }

    /// The shortest notation: the first longest run of zeros is written as `::`.
    var description: String {
        let run = longestRunOfZeros()
        var text = ""
        var index = 0
        while index < 8 {
            if let run, index == run.lowerBound {
                text += index == 0 ? "::" : ":"
                index = run.upperBound
                continue
            }
            text += String(pieces[index], radix: 16)
            if index < 7 { text += ":" }
            index += 1
        }
        return text
    }

    private func longestRunOfZeros() -> Range<Int>? {
        var best = 0..<1
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, pieces[end] == 0 { end += 1 }
            if end - start > best.count { best = start..<end }
            start = max(end, start + 1)
        }
        return best.count > 1 ? best : nil
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        var peek: UInt8? { rest.first }

        mutating func advance() { rest = rest.dropFirst() }

        mutating func skip(_ text: StaticString) -> Bool {
            guard rest.starts(with: text.description.utf8) else { return false }
            rest = rest.dropFirst(text.utf8CodeUnitCount)
            return true
        }

        /// Up to four hexadecimal digits.
        mutating func piece() -> (value: UInt16, length: Int) {
            var value: UInt16 = 0
            var length = 0
            while length < 4, let byte = peek, let digit = byte.hexadecimalValue {
                value = value << 4 | UInt16(digit)
                advance()
                length += 1
            }
            return (value, length)
        }

        /// Four decimal numbers without leading zeros, up to the end.
        mutating func ipv4() -> (UInt16, UInt16)? {
            var value: UInt32 = 0
            for index in 0..<4 {
                if index > 0 {
                    guard peek == UInt8(ascii: ".") else { return nil }
                    advance()
                }
                let digits = rest.prefix(while: \.isASCIIDigit)
                guard !digits.isEmpty, digits.count <= 3,
                    digits.count == 1 || digits.first != UInt8(ascii: "0"),
                    let number = UInt8(String(decoding: digits, as: UTF8.self))
                else { return nil }
                value = value << 8 | UInt32(number)
                rest = rest.dropFirst(digits.count)
            }
            guard peek == nil else { return nil }
            return (UInt16(value >> 16), UInt16(value & 0xFFFF))
        }
    }
}
