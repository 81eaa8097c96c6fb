import Glibc
import Synchronization

/// A file identified by its device and inode, independent of its name.
struct FileID: Hashable {
    let device: UInt64
    let inode: UInt64
    let links: Int

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        links = Int(truncatingIfNeeded: status.st_nlink)
    }

    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    static func == (one: FileID, other: FileID) -> Bool {
        one.device == other.device && one.inode == other.inode
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(device)
        hasher.combine(inode)
    }
}

/// The SQLite files that this process has open, and their locks.
///
/// SQLite's locks belong to the process: closing any descriptor of a file drops all of them. Our
/// own descriptor is therefore closed after the last connection.
enum OpenFiles {
    private struct Entry {
        var connections = 0
        var locks = 0
        var closing: [Int32] = []
    }

    private static let entries = Mutex<[FileID: Entry]>([:])

    static func opened(_ file: FileID) {
        entries.withLock { $0[file, default: Entry()].connections += 1 }
    }

    static func closed(_ file: FileID) {
        change(file) { $0.connections -= 1 }
    }

    static func locked(_ file: FileID) {
        entries.withLock { $0[file, default: Entry()].locks += 1 }
    }

    static func unlocked(_ file: FileID) {
        change(file) { $0.locks -= 1 }
    }

    static func isLocked(_ file: FileID) -> Bool {
        entries.withLock { ($0[file]?.locks ?? 0) > 0 }
    }

    /// Closes a descriptor, once no connection to the file is open.
    static func close(_ descriptor: Int32, of file: FileID) {
        entries.withLock { $0[file, default: Entry()].closing.append(descriptor) }
        change(file) { _ in }
    }

    private static func change(_ file: FileID, _ body: (inout Entry) -> Void) {
        entries.withLock { entries in
            guard var entry = entries[file] else { return }
            body(&entry)
            if entry.connections == 0 {
                for descriptor in entry.closing { Glibc.close(descriptor) }
                entry.closing = []
            }
            entries[file] = entry.connections == 0 && entry.locks == 0 ? nil : entry
        }
    }
}
