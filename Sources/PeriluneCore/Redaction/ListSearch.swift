/// Finds the ends of lists such as `[a, b]`, each character once: a list that has no end, or no value, can have many names
/// in it behind which the search would begin again.
struct ListSearch {
    /// What the last search went through, up to the bracket, the line end or the end of the text.
    private var searched = 0..<0
    /// The end of the content; `nil` without a closing bracket.
    private var end: Int?
    private var hasDigit = false

    /// The end of the content of a list, without spaces behind it, and whether it has digits; `nil` if the line does not
    /// close the list.
    mutating func content(
        _ bytes: Span<UInt8>, from start: Int
    ) -> (end: Int, hasDigit: Bool)? {
        // Where the digits are is not known.
        if !searched.contains(start) || hasDigit { search(bytes, from: start) }
        return end.map { ($0, hasDigit) }
    }

    private mutating func search(_ bytes: Span<UInt8>, from start: Int) {
        var (index, content) = (start, start)
        hasDigit = false
        end = nil
        scanning: while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            switch unit.byte {
            case UInt8(ascii: "]"):
                end = content
                break scanning
            case 0x0A, 0x0D: break scanning
            case UInt8(ascii: " "):
                index = unit.next
                continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
            default: break
            }
            index = unit.next
            content = index
        }
        searched = start..<index
        // Without an end, digits do not matter.
        if end == nil { hasDigit = false }
    }
}
