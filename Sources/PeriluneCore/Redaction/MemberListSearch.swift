/// Finds lists that are values of JSON members: `["a", "b"]`.
struct MemberListSearch {
    /// The lists that hold a table, by the indices behind their brackets: each list may be in many others.
    private var withTables: Set<Int> = []

    /// The range of all elements of a list if one of them is a string.
    mutating func content(
        _ bytes: Span<UInt8>, behind opening: EncodedByte
    ) -> (Int, Int)? {
        var (index, hasString) = (opening.next, false)
        var open = [opening.next]
        while index < bytes.count {
            if index == open.last, withTables.contains(index) {
                withTables.formUnion(open)
                return nil
            }
            let unit = EncodedByte(bytes, at: index)
            switch unit.byte {
            case UInt8(ascii: "["): open.append(unit.next)
            case UInt8(ascii: "]"):
                open.removeLast()
                if open.isEmpty { return hasString ? (opening.next, index) : nil }
            case UInt8(ascii: "{"):
                withTables.formUnion(open)
                return nil
            case UInt8(ascii: "\""):
                hasString = true
                index = JSONMember.string(bytes, from: unit.next, level: unit.level).1
                if index >= bytes.count { return (opening.next, index) }
            default: break
            }
            index = EncodedByte(bytes, at: index).next
        }
        return hasString ? (opening.next, index) : nil
    }
}
