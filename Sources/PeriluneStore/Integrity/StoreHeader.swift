import Glibc
import PeriluneCore

/// The header of a store: 100 bytes that are nearly the same in every store.
package enum StoreHeader {
    /// How every SQLite database begins.
    package static let magic = Array("SQLite format 3\0".utf8)

    /// Replaces a damaged header by a valid one, if the file is a store.
    ///
    /// - Returns: The version of the store; `nil` if the file is not a store.
    static func rewrite(_ path: String) throws(PeriluneError) -> Int64? {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw PrivateFile.error(path) }
        defer { close(file) }
        var page = [UInt8](repeating: 0, count: 4096)
        guard pread(file, &page, page.count, 0) == page.count, isStore(page) else { return nil }
        let stored = Int64(page[60..<64].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        let version = (1...Schema.version).contains(stored) ? stored : Schema.version
        page.replaceSubrange(0..<16, with: magic)
        // A page size of 4096, WAL mode, no reserved bytes, and the fixed payload fractions.
        page.replaceSubrange(16..<24, with: [0x10, 0, 2, 2, 0, 64, 32, 32])
        // No file size: SQLite then uses the actual size.
        page.replaceSubrange(28..<32, with: [0, 0, 0, 0])
        page.replaceSubrange(44..<48, with: [0, 0, 0, 4])
        page.replaceSubrange(52..<60, with: [0, 0, 0, 0, 0, 0, 0, 1])
        page.replaceSubrange(60..<64, with: bytes(version))
        page.replaceSubrange(64..<68, with: [0, 0, 0, 0])
        page.replaceSubrange(68..<72, with: bytes(Schema.applicationID))
        guard pwrite(file, page, 100, 0) == 100 else { throw PrivateFile.error(path) }
        return version
    }

    /// Whether a file is a store, even if its header is damaged.
    static func isStore(_ path: String) throws(PeriluneError) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw PrivateFile.error(path) }
        defer { close(file) }
        var page = [UInt8](repeating: 0, count: 4096)
        return pread(file, &page, page.count, 0) == page.count && isStore(page)
    }

    /// Whether at least one of the two marks exists, and the first page defines the table of state.
    private static func isStore(_ page: [UInt8]) -> Bool {
        let marks =
            page.starts(with: magic)
            || Array(page[68..<72]) == bytes(Schema.applicationID)
        return marks && contains(page, Array("CREATE TABLE state".utf8))
    }

    private static func contains(_ page: [UInt8], _ text: [UInt8]) -> Bool {
        page.indices.contains { page[$0...].starts(with: text) }
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        let number = UInt32(truncatingIfNeeded: number)
        return (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
