/// Finds lists that are values of JSON members: `["a", "b"]`.
///
/// A list that holds a table is none. Each list may be in many others, and a bracket in a string of one may begin
/// another, so what led to a table is remembered.
struct MemberListSearch {
    /// The lists that hold a table, by the indices behind their brackets.
    private var withTables: Set<Int> = []
    /// The strings in such lists, of which one in 64 bytes is kept, and in how many lists each one is at least.
    private var depths: [Int: Int] = [:]

    /// The range of all elements of a list if one of them is a string.
    mutating func content(
        _ bytes: Span<UInt8>, behind opening: EncodedByte
    ) -> (Int, Int)? {
        var (index, hasString) = (opening.next, false)
        var open = [opening.next]
        var strings: [(start: Int, depth: Int)] = []
        scanning: while index < bytes.count {
            if index == open.last, withTables.contains(index) { break }
            let unit = EncodedByte(bytes, at: index)
            switch unit.byte {
            case UInt8(ascii: "["): open.append(unit.next)
            case UInt8(ascii: "]"):
                open.removeLast()
                if open.isEmpty { return hasString ? (opening.next, index) : nil }
            case UInt8(ascii: "{"): break scanning
            case UInt8(ascii: "\""):
                hasString = true
                if strings.last.map({ $0.start >> 6 != index >> 6 }) ?? true {
                    if let depth = depths[index], open.count >= depth {
                        // Lists further inside may end before the table.
                        open.removeLast(depth - 1)
                        break scanning
                    }
                    strings.append((index, open.count))
                }
                index = JSONMember.string(bytes, from: unit.next, level: unit.level).1
                if index >= bytes.count { return (opening.next, index) }
            default: break
            }
            index = EncodedByte(bytes, at: index).next
        }
        guard index < bytes.count else { return hasString ? (opening.next, index) : nil }
        withTables.formUnion(open)
        for string in strings { depths[string.start] = string.depth }
        return nil
    }
}
