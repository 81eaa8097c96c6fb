/// The indented lines behind `password: |`, as YAML writes a text of several lines.
///
/// In a string of JSON or Lua, line ends are escaped: `"password: |\n  x"`; in a link, every sign is encoded.
struct YAMLBlock {
    /// What begins at an index.
    private enum Piece {
        /// A line end; it ends at this index.
        case lineEnd(Int)
        /// Nothing that is seen: a space, or a part of a line end.
        case space(Int)
        case text(Int)
        /// The end of the string or parameter that contains the block.
        case end
    }

    /// The length up to which a comment behind the mark is looked through.
    private static let longestComment = 200

    /// In how many strings the block is, plus one; 0 outside of strings, where line ends are not escaped.
    private let escapes: Int
    /// How often line ends are percent-encoded.
    private let level: Int

    /// The range of the lines, without the indentation of the first one; `nil` if there are none.
    static func range(_ bytes: Span<UInt8>, behind mark: EncodedByte) -> (Int, Int)? {
        guard let (block, first) = head(bytes, behind: mark) else { return nil }
        return block.lines(bytes, from: first)
    }

    /// The range of the lines behind a mark that follows a tag or an anchor: `!!str |`, `&a >-`.
    static func range(_ bytes: Span<UInt8>, behindProperty start: Int) -> (Int, Int)? {
        var index = start
        while index < bytes.count, index - start < longestComment {
            let unit = EncodedByte(bytes, at: index)
            index = unit.next
            if unit.byte == 0x0A { return nil }
            guard unit.byte == UInt8(ascii: " "), index < bytes.count else { continue }
            let mark = EncodedByte(bytes, at: index)
            if mark.byte == UInt8(ascii: "|") || mark.byte == UInt8(ascii: ">") {
                return range(bytes, behind: mark)
            }
        }
        return nil
    }

    /// Skips how the last line end is kept, the indentation and a comment: `|-`, `>2+`, `| # x`.
    private static func head(
        _ bytes: Span<UInt8>, behind mark: EncodedByte
    ) -> (block: YAMLBlock, first: Int)? {
        var index = mark.next
        var isComment = false
        while index < bytes.count, index - mark.next < longestComment {
            let unit = EncodedByte(bytes, at: index)
            let run = Backslashes(bytes, at: index)
            if let depth = run.lineEndDepth {
                return (YAMLBlock(escapes: depth + 1, level: unit.level), run.next)
            }
            if run.isEscape(UInt8(ascii: "r")) {
                index = run.next
                continue
            }
            switch unit.byte {
            case 0x0A: return (YAMLBlock(escapes: 0, level: unit.level), unit.next)
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "1")...UInt8(ascii: "9"),
                UInt8(ascii: " "), 0x09, 0x0D:
                break
            case UInt8(ascii: "#") where unit.level == mark.level: isComment = true
            default: if !isComment { return nil }
            }
            index = unit.next
        }
        return nil
    }

    private func lines(_ bytes: Span<UInt8>, from first: Int) -> (Int, Int)? {
        var index = first
        var start: Int?
        var end = first
        var isIndented = false
        var isBlank = true
        scanning: while index < bytes.count {
            switch piece(bytes, at: index) {
            case .lineEnd(let next):
                index = next
                isIndented = false
                isBlank = true
            case .space(let next):
                index = next
                isIndented = true
            case .text(let next):
                // A line that is not indented follows the block.
                if isBlank, !isIndented { break scanning }
                start = start ?? index
                isBlank = false
                index = next
                end = next
            case .end: break scanning
            }
        }
        return start.map { ($0, end) }
    }

    private func piece(_ bytes: Span<UInt8>, at index: Int) -> Piece {
        let unit = EncodedByte(bytes, at: index)
        if unit.level < level {
            // Of a link, or behind it.
            switch unit.byte {
            case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""): return .end
            case UInt8(ascii: "+"): return .space(unit.next)
            default: break
            }
        }
        switch unit.byte {
        case UInt8(ascii: " "), 0x09, 0x0D: return .space(unit.next)
        case 0x0A: return escapes == 0 ? .lineEnd(unit.next) : .end
        case UInt8(ascii: "\\"), UInt8(ascii: "\""):
            if escapes == 0 { return .text(unit.next) }
            let run = Backslashes(bytes, at: index)
            if run.lineEndDepth == escapes - 1 { return .lineEnd(run.next) }
            if run.isEscape(UInt8(ascii: "r")) { return .space(run.next) }
            guard run.quote != nil else { return .text(run.end) }
            return run.quoteDepth < escapes ? .end : .text(run.next)
        default: return .text(unit.next)
        }
    }
}
