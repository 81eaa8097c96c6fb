/// A short name in four words, which are compared without a look at memory.
struct NameKey: Equatable, Sendable {
    /// The last eight bytes first; the first byte of each eight is the lowest.
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private let count: Int

    private static let letters: UInt64 = 0x2020_2020_2020_2020

    /// `nil` for an empty or a longer name.
    init?(_ text: String) {
        let bytes = text.utf8.span
        self.init(bytes, 0..<bytes.count)
    }

    /// `nil` for an empty or a longer name.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        count = range.count
        guard (1...32).contains(count) else { return nil }
        words.0 = Self.word(bytes, range.lowerBound, before: range.upperBound)
        guard count > 8 else { return }
        words.1 = Self.word(bytes, range.lowerBound, before: range.upperBound - 8)
        guard count > 16 else { return }
        words.2 = Self.word(bytes, range.lowerBound, before: range.upperBound - 16)
        guard count > 24 else { return }
        words.3 = Self.word(bytes, range.lowerBound, before: range.upperBound - 24)
    }

    /// The last eight bytes of a range, or all of a shorter one.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, _ start: Int, before end: Int) -> UInt64 {
        guard end >= 8 else {
            var word: UInt64 = 0
            for index in (start..<end).reversed() { word = word << 8 | UInt64(bytes[index]) }
            return word
        }
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: end - 8, as: UInt64.self)
        let surplus = start + 8 - end
        return surplus > 0 ? word >> UInt64(surplus * 8) : word
    }

    /// Whether the name is `evt`.
    var isEvent: Bool { count == 3 && words.0 == 0x74_7665 }

    /// The same for names that differ in upper and lower case.
    var hash: UInt64 {
        ((words.0 | Self.letters) ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Whether the names are equal except for case.
    func isSimilar(to other: NameKey) -> Bool {
        words.0 | Self.letters == other.words.0 | Self.letters
            && words.1 | Self.letters == other.words.1 | Self.letters
            && words.2 | Self.letters == other.words.2 | Self.letters
            && words.3 | Self.letters == other.words.3 | Self.letters && count == other.count
    }

    static func == (left: NameKey, right: NameKey) -> Bool {
        left.words == right.words && left.count == right.count
    }
}
