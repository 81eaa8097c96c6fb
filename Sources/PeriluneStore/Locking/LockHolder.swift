import Glibc

/// The process that holds the lock of a file, if `/proc/locks` shows it.
struct LockHolder: CustomStringConvertible {
    let process: Int32
    /// Its command line, cut to a readable length.
    let command: String?

    init?(of file: FileID) {
        // 1: FLOCK  ADVISORY  WRITE 4711 fd:01:131077 0 EOF
        let locks = Self.read("/proc/locks").split(separator: "\n").compactMap(Lock.init)
        let found = locks.filter { $0.inode == file.inode }
        // On some file systems, the device differs from that of stat.
        guard let lock = found.first(where: { $0.device == file.deviceName }) ?? found.first else {
            return nil
        }
        process = lock.process
        let words = Self.read("/proc/\(process)/cmdline").split(separator: "\0")
        let program = words.first?.split(separator: "/").last
        let command = ([program].compactMap(\.self) + words.dropFirst()).joined(separator: " ")
        self.command = command.isEmpty ? nil : String(command.prefix(100))
    }

    var description: String {
        if process == getpid() { return "this process (\(process))" }
        // A process in another namespace has no number in this one.
        guard process > 0 else { return "another process" }
        return "process \(process)" + (command.map { " (\($0))" } ?? "")
    }

    private struct Lock {
        let process: Int32
        let device: String
        let inode: UInt64

        init?(_ line: Substring) {
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "FLOCK", fields[3] == "WRITE",
                let process = Int32(fields[4])
            else { return nil }
            let place = fields[5].split(separator: ":")
            guard place.count == 3, let inode = UInt64(place[2]) else { return nil }
            self.process = process
            self.inode = inode
            device = "\(place[0]):\(place[1])"
        }
    }

    private static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(file, &part, part.count)
            if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += part.prefix(count)
        }
    }
}

extension FileID {
    /// The device as `/proc/locks` writes it.
    fileprivate var deviceName: String {
        let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
        let minor = (device & 0xFF) | (device >> 12 & ~0xFF)
        func hex(_ number: UInt64) -> String {
            let text = String(number, radix: 16)
            return text.count < 2 ? "0" + text : text
        }
        return "\(hex(major)):\(hex(minor))"
    }
}
