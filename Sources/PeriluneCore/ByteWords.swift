/// Tests eight bytes at once.
struct ByteWords {
    private let word: UInt64

    private static let each: UInt64 = 0x0101_0101_0101_0101

    /// Whether any of the bytes equals `byte`.
    func contains(_ byte: UInt8) -> Bool { Self.hasZero(word ^ Self.each &* UInt64(byte)) }

    /// Whether any of the bytes equals `byte` when `bits` are ignored; `byte` must have 0 in these bits.
    func contains(_ byte: UInt8, ignoring bits: UInt8) -> Bool {
        Self.hasZero(word & (Self.each &* UInt64(~bits)) ^ Self.each &* UInt64(byte))
    }

    /// Whether any of the bytes is below 32.
    var containsControl: Bool { Self.hasZero(word & 0xE0E0_E0E0_E0E0_E0E0) }

    /// Whether one of the bytes is above 127, below `,`, between `:` and `@` or between `H` and `K`, or is `\\` or `{`.
    ///
    /// What all tests find is in the highest bit of each byte, which is looked at once.
    var containsSpecial: Bool {
        // No byte borrows from the next one.
        let raised = word | Self.highest
        let below = ~(raised &- Self.each &* UInt64(UInt8(ascii: ",")))
        let colons =
            (raised &- Self.each &* UInt64(UInt8(ascii: ":")))
            & ~(raised &- Self.each &* UInt64(UInt8(ascii: "A")))
        // `H`, `I`, `J` and `K` differ in their last two bits.
        let letters = Self.zeros(
            word & (Self.each &* 0xFC) ^ Self.each &* UInt64(UInt8(ascii: "H")))
        let backslashes = Self.zeros(word ^ Self.each &* UInt64(UInt8(ascii: "\\")))
        let braces = Self.zeros(word ^ Self.each &* UInt64(UInt8(ascii: "{")))
        return (word | below | colons | letters | backslashes | braces) & Self.highest != 0
    }

    private static let highest: UInt64 = 0x8080_8080_8080_8080

    private static func hasZero(_ word: UInt64) -> Bool { zeros(word) & highest != 0 }

    /// The highest bit of a byte is set if it is 0; of bytes behind one that is 0, perhaps also if they are 1.
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- each) & ~word }

    /// Whether a test is true of any eight bytes of a text; a shorter one is filled up with letters.
    @inline(__always)
    static func contain(_ text: Span<UInt8>, _ test: (ByteWords) -> Bool) -> Bool {
        guard text.count >= 8 else {
            var word: UInt64 = each &* UInt64(UInt8(ascii: "a"))
            for index in text.indices { word = word << 8 | UInt64(text[index]) }
            return test(ByteWords(word: word))
        }
        let last = text.count - 8
        var index = 0
        while true {
            let word = unsafe text.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: index, as: UInt64.self)
            if test(ByteWords(word: word)) { return true }
            if index == last { return false }
            index = min(index + 8, last)
        }
    }
}
