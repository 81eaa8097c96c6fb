/// Placeholders such as `{&Document}`, whose `&` does not end a parameter.
package enum Placeholder {
    /// Whether the `&` at `index` belongs to a placeholder such as `{&Document}` and so does not
    /// end a parameter.
    @inlinable @inline(__always)
    package static func holdsAmpersand(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        guard index > 0, bytes[index - 1] == UInt8(ascii: "{") else { return false }
        return closes(bytes, from: index + 1)
    }

    /// Whether a placeholder's name ends here before a character that names cannot contain.
    @inline(never) @usableFromInline
    static func closes(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "}"): return index > start
            case UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "#"), UInt8(ascii: "{"):
                return false
            default: index += 1
            }
        }
        return false
    }
}
