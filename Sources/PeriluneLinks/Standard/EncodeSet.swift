/// The percent-encode sets of the URL standard: the bytes that a part of a URL must escape.
///
/// Every set contains the control characters and all bytes above `~`.
struct EncodeSet: Sendable {
    private let low: UInt64
    private let high: UInt64

    private init(_ parent: EncodeSet?, _ characters: StaticString) {
        // Control characters and DEL; bytes above are tested separately.
        var low = parent?.low ?? 0xFFFF_FFFF
        var high = parent?.high ?? (1 << 63)
        for byte in characters.description.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        self.low = low
        self.high = high
    }

    static let control = EncodeSet(nil, "")
    static let fragment = EncodeSet(control, " \"<>`")
    static let query = EncodeSet(control, " \"#<>")
    static let specialQuery = EncodeSet(query, "'")
    static let path = EncodeSet(query, "?^`{}")
    static let userInfo = EncodeSet(path, "/:;=@[\\]|")
    static let component = EncodeSet(userInfo, "$&+,")

    func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return low & (1 << UInt64(byte)) != 0 }
        return byte >= 128 || high & (1 << UInt64(byte - 64)) != 0
    }
}

extension [UInt8] {
    private static let digits: [16 of UInt8] = [
        0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x41, 0x42, 0x43, 0x44, 0x45,
        0x46,
    ]

    /// Appends a byte, escaped if the set contains it.
    mutating func append(_ byte: UInt8, encoding set: EncodeSet) {
        guard set.contains(byte) else { return append(byte) }
        append(UInt8(ascii: "%"))
        append(Self.digits[Int(byte >> 4)])
        append(Self.digits[Int(byte & 15)])
    }

    mutating func append(contentsOf bytes: some Sequence<UInt8>, encoding set: EncodeSet) {
        for byte in bytes { append(byte, encoding: set) }
    }
}
