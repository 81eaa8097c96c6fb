/// Backslashes in a text, and what they escape.
///
/// In strings within strings, such as JSON in a member of JSON, each string doubles the backslashes and adds one before a
/// quote. Depth 0 is `"` and `\n`, depth 1 is `\"` and `\\n`, depth 2 has three before a quote and four before an `n`.
struct Backslashes {
    /// The number of backslashes.
    private(set) var count = 0
    /// The index behind them.
    private(set) var end: Int
    /// The character behind them; `nil` at the end of the text.
    private let following: EncodedByte?

    init(_ bytes: Span<UInt8>, at start: Int) {
        end = start
        var following: EncodedByte?
        while end < bytes.count {
            let unit = EncodedByte(bytes, at: end)
            guard unit.byte == UInt8(ascii: "\\") else {
                following = unit
                break
            }
            count += 1
            end = unit.next
        }
        self.following = following
    }

    /// The backslashes of which the first one has been read.
    init(_ bytes: Span<UInt8>, from first: EncodedByte) {
        self.init(bytes, at: first.next)
        count += 1
    }

    /// The quote behind them, escaped or not.
    var quote: EncodedByte? { following?.byte == UInt8(ascii: "\"") ? following : nil }

    /// In how many strings the string is that a quote here begins or ends.
    var quoteDepth: Int { (~count).trailingZeroBitCount }

    /// In how many strings the text is in which an `n` here stands for a line end; `nil` if it stands for none.
    var lineEndDepth: Int? { isEscape(UInt8(ascii: "n")) ? count.trailingZeroBitCount : nil }

    /// Whether they escape a letter: `\n`, `\r`.
    func isEscape(_ letter: UInt8) -> Bool { count > 0 && following?.byte == letter }

    /// The index behind the character that they escape.
    var next: Int { following?.next ?? end }
}
