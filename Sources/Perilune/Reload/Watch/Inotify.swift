internal import Glibc

/// Reports changes in folders.
final class Inotify {
    /// A change of a name in a folder.
    struct Change {
        let folder: String
        let name: String
        let mask: UInt32

        func has(_ flag: Int) -> Bool { mask & UInt32(flag) != 0 }
    }

    let descriptor: Int32
    private var folders: [Int32: String] = [:]
    private var buffer = [UInt8](repeating: 0, count: 16 << 10)

    private static let mask = UInt32(
        IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM
            | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    /// `nil` if the system has no instances left.
    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Watches exactly these folders; false if one of them cannot be watched.
    func watch(_ wanted: Set<String>) -> Bool {
        for (number, folder) in folders where !wanted.contains(folder) {
            inotify_rm_watch(descriptor, number)
            folders[number] = nil
        }
        var all = true
        // Also adds known folders again: the name may now belong to another folder.
        for folder in wanted {
            let number = unsafe inotify_add_watch(descriptor, folder, Self.mask)
            if number < 0 { all = false } else { folders[number] = folder }
        }
        return all
    }

    /// The changes since the last call; an empty name if the file is unknown.
    func changes() -> [Change] {
        var changes: [Change] = []
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            if count <= 0 { return changes }
            unsafe buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count {
                    let event = unsafe bytes.loadUnaligned(
                        fromByteOffset: offset, as: inotify_event.self)
                    offset += MemoryLayout<inotify_event>.size
                    let name = unsafe bytes[offset..<offset + Int(event.len)].prefix { $0 != 0 }
                    offset += Int(event.len)
                    changes.append(
                        Change(
                            folder: folders[event.wd] ?? "",
                            name: unsafe String(decoding: name, as: UTF8.self), mask: event.mask))
                }
            }
        }
    }
}
