import Glibc

/// Searches for line feeds with the C library, which uses the widest registers available.
package enum LineFeeds {
    /// The number of bytes `0x0A`.
    package static func count(in bytes: UnsafeRawBufferPointer) -> Int {
        var count = 0
        var rest = bytes[...]
        while let next = first(in: UnsafeRawBufferPointer(rebasing: rest)) {
            count += 1
            rest = rest.dropFirst(next + 1)
        }
        return count
    }

    static func first(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        return memchr(base, 0x0A, bytes.count).map { UnsafeRawPointer($0) - base }
    }

    /// The last line feed.
    ///
    /// It searches block by block from the end, because Swift cannot call a reverse search of the C library.
    static func last(in bytes: UnsafeRawBufferPointer) -> Int? {
        var end = bytes.count
        while end > 0 {
            let start = max(0, end - 4096)
            var found: Int?
            var rest = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            while let next = first(in: rest) {
                let position = (found ?? start - 1) + 1 + next
                found = position
                rest = UnsafeRawBufferPointer(rebasing: bytes[position + 1..<end])
            }
            if let found { return found }
            end = start
        }
        return nil
    }
}
