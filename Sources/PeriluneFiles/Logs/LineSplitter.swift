import Glibc

/// Splits bytes into lines, without the line feed and a carriage return before it.
///
/// Bytes after the last line feed are a line, unless there are none.
package struct LineSplitter: Sequence, IteratorProtocol {
    /// The place of a line; its bytes stay where they are.
    package struct Line: Hashable, Sendable {
        /// Where the line begins in the bytes.
        package let offset: Int
        /// In bytes, without the line end; 0 for a blank line.
        package let length: Int

        @inlinable
        package init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    @usableFromInline let bytes: UnsafeRawBufferPointer
    @usableFromInline var start = 0

    @inlinable
    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next line, also if it is blank; `nil` at the end.
    @inlinable
    package mutating func next() -> Line? {
        guard let base = bytes.baseAddress, start < bytes.count else { return nil }
        let begin = start
        var end = bytes.count
        if let found = memchr(base + begin, 0x0A, end - begin) {
            end = UnsafeRawPointer(found) - base
        }
        start = end + 1
        if end > begin, bytes[end - 1] == 0x0D { end -= 1 }
        return Line(offset: begin, length: end - begin)
    }
}
