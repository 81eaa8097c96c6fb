import PeriluneCore

extension Span<UInt8> {
    /// The text with its escapes resolved; `nil` if it has none, or if they are not valid UTF-8, so that the text is
    /// kept as written.
    var unescaped: [UInt8]? {
        guard firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil else { return nil }
        var plain: [UInt8] = []
        plain.reserveCapacity(count)
        plain.append(unescaping: self)
        return plain.isUTF8 ? plain : nil
    }
}

extension [UInt8] {
    fileprivate var isUTF8: Bool {
        span.isASCII
            ? true
            : unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil }
    }

    /// Appends text with `\"`, `\\`, `\n`, `\t` and `\xe4` resolved, as Apache and nginx write them.
    fileprivate mutating func append(unescaping text: Span<UInt8>) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < text.count else {
                append(byte)
                continue
            }
            let next = text[index]
            index += 1
            switch next {
            case UInt8(ascii: "n"): append(0x0A)
            case UInt8(ascii: "t"): append(0x09)
            case UInt8(ascii: "r"): append(0x0D)
            case UInt8(ascii: "b"): append(0x08)
            case UInt8(ascii: "v"): append(0x0B)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(next)
            case UInt8(ascii: "x"):
                guard index + 1 < text.count, let high = text[index].hexadecimalValue,
                    let low = text[index + 1].hexadecimalValue
                else {
                    append(contentsOf: [byte, next])
                    continue
                }
                append(high << 4 | low)
                index += 2
            default: append(contentsOf: [byte, next])
            }
        }
    }
}
