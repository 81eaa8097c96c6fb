extension UInt8 {
    /// `0` to `9`.
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// The value of a hexadecimal digit, upper or lower case; `nil` for any other byte.
    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
