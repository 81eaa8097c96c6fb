/// A string that is compared by its UTF-8 bytes, as in Lua, JSON and SQLite.
///
/// Swift strings are equal if they are canonically equivalent, such as the two spellings of "é", or "K" and the
/// Kelvin sign.
package struct ByteString: Hashable, Sendable {
    /// The text as it was given; it is not normalized.
    package let string: String

    package init(_ string: String) { self.string = string }

    /// Compares the bytes, so that canonically equivalent strings may differ.
    package static func == (one: ByteString, other: ByteString) -> Bool {
        one.string.hasSameBytes(as: other.string)
    }

    /// Hashes the string; equivalent strings collide, which is harmless because they are rare.
    package func hash(into hasher: inout Hasher) { hasher.combine(string) }
}

extension String {
    /// Whether another string has the same UTF-8 bytes.
    @inlinable
    package func hasSameBytes(as other: String) -> Bool {
        // The lengths are known without reading the text, and most names differ in length.
        utf8.count == other.utf8.count && utf8Span.span.hasSameBytes(as: other.utf8Span.span)
    }
}

extension Span<UInt8> {
    /// Whether the bytes of another span are the same.
    @inlinable
    package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else {
            for index in indices
            where unsafe self[unchecked: index] != other[unchecked: index] { return false }
            return true
        }
        // Eight at a time; the last eight may overlap those before them.
        let last = count - 8
        var index = 0
        while true {
            let word = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: index, as: UInt64.self)
            let otherWord = unsafe other.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: index, as: UInt64.self)
            if word != otherWord { return false }
            if index == last { return true }
            index = min(index + 8, last)
        }
    }
}
