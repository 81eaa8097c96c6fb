import PeriluneCore

extension UInt8 {
    /// `A` to `Z` and `a` to `z`.
    package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
    /// RFC 3986: letters, digits, `+`, `-` and `.`.
    package var isSchemeByte: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
    /// The lower-case letter of `A` to `Z`; any other byte as it is.
    package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
