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

    /// Whether any of the bytes is above 127.
    var containsNonASCII: Bool { word & 0x8080_8080_8080_8080 != 0 }

    private static func hasZero(_ word: UInt64) -> Bool {
        (word &- each) & ~word & 0x8080_8080_8080_8080 != 0
    }

    /// Whether a test is true of any eight bytes of a text; a shorter text is padded with letters.
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
