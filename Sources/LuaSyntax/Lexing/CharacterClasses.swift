// Lua reads source in the C locale: a letter is an ASCII letter, whatever the user's language.
extension UInt8 {
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    var startsName: Bool {
        let folded = self | 0x20
        return (folded >= 0x61 && folded <= 0x7A) || self == UInt8(ascii: "_")
    }

    var continuesName: Bool { startsName || isDigit }

    var isLineEnd: Bool { self == 0x0A || self == 0x0D }

    var isWhitespace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

    /// The value of a hexadecimal digit.
    var hexadecimal: UInt8? {
        if isDigit { return self - 0x30 }
        let folded = self | 0x20
        return folded >= 0x61 && folded <= 0x66 ? folded - 0x61 + 10 : nil
    }
}
