extension Lexer {
    /// Reads a number as far as Lua would: `3x` is one malformed number, not a number and a name.
    mutating func readNumeral() throws(SyntaxFailure) -> Token.Kind {
        let start = offset
        let isHexadecimal =
            peek() == UInt8(ascii: "0") && (peek(1) ?? 0) | 0x20 == UInt8(ascii: "x")
        let exponentMark = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
        if isHexadecimal { offset += 2 }
        while let byte = peek() {
            if byte | 0x20 == exponentMark {
                offset += 1
                if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
                    offset += 1
                }
            } else if byte.hexadecimal != nil || byte == UInt8(ascii: ".") {
                offset += 1
            } else {
                break
            }
        }
        if let byte = peek(), byte.startsName { offset += 1 }
        let digits = bytes[start..<offset]
        let value = isHexadecimal ? Self.hexadecimal(digits.dropFirst(2)) : Self.decimal(digits)
        if let value { return value }
        let text = String(decoding: digits.prefix(40), as: UTF8.self)
        let isName = digits.contains { $0.startsName && $0.hexadecimal == nil }
        throw failure(
            "malformed number '\(text)'", at: start,
            hint: isName && !isHexadecimal ? "a name cannot start with a digit" : nil)
    }

    /// A decimal number; one too large for 64 bits becomes a float, as in Lua.
    private static func decimal(_ digits: ArraySlice<UInt8>) -> Token.Kind? {
        let text = String(decoding: digits, as: UTF8.self)
        if digits.allSatisfy(\.isDigit), let value = Int64(text) { return .integer(value) }
        guard NumeralShape(digits, isHexadecimal: false).isValid else { return nil }
        return .number(Double("0\(text)") ?? .infinity)
    }

    /// A hexadecimal number; one too large for 64 bits loses its upper bits, as in Lua.
    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> Token.Kind? {
        let shape = NumeralShape(digits, isHexadecimal: true)
        guard shape.isValid else { return nil }
        if shape.isInteger {
            let value = digits.reduce(UInt64(0)) { $0 << 4 | UInt64($1.hexadecimal ?? 0) }
            return .integer(Int64(bitPattern: value))
        }
        let text = "0x0\(String(decoding: digits, as: UTF8.self))"
        return .number(Double(shape.hasExponent ? text : text + "p0") ?? .infinity)
    }
}

/// Checks the order of characters in a numeral.
private struct NumeralShape {
    private(set) var isValid = false
    private(set) var isInteger = true
    private(set) var hasExponent = false

    init(_ digits: ArraySlice<UInt8>, isHexadecimal: Bool) {
        let mark = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
        var mantissa = 0
        var rest = digits
        while let byte = rest.first, byte | 0x20 != mark {
            if byte == UInt8(ascii: ".") {
                guard isInteger else { return }
                isInteger = false
            } else if isHexadecimal ? byte.hexadecimal != nil : byte.isDigit {
                mantissa += 1
            } else {
                return
            }
            rest.removeFirst()
        }
        guard mantissa > 0 else { return }
        isValid = rest.isEmpty || Self.isExponent(rest.dropFirst())
        hasExponent = !rest.isEmpty
        isInteger = isInteger && !hasExponent
    }

    /// Whether a text is an exponent: decimal digits after an optional sign, also in a hexadecimal number.
    private static func isExponent(_ text: ArraySlice<UInt8>) -> Bool {
        var digits = text
        if let sign = digits.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            digits.removeFirst()
        }
        return !digits.isEmpty && digits.allSatisfy(\.isDigit)
    }
}
