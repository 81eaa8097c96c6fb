import Glibc
import PeriluneCore

/// Creates and copies files with mode 0600, because they contain the data of events.
enum PrivateFile {
    /// Creates an empty file if there is none.
    ///
    /// - Returns: 0 if the file exists, else the `errno`; opening it then fails as well.
    @discardableResult
    static func create(_ path: String) -> Int32 {
        guard path != ":memory:", !path.isEmpty else { return 0 }
        // mknod opens no descriptor, whose closing would drop SQLite's locks.
        return mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST ? 0 : errno
    }

    /// Copies a file to a new one and syncs it to disk.
    static func copy(_ path: String, to target: String) throws(PeriluneError) {
        let input = open(path, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw error(path) }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw error(target) }
        defer { close(output) }
        var part = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(input, &part, part.count)
            if count < 0 { throw error(path) }
            if count == 0 { break }
            guard write(part[..<count], to: output) else { throw error(target) }
        }
        guard fsync(output) == 0 else { throw error(target) }
    }

    static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Syncs a file, or the names in a folder, to disk.
    static func sync(_ path: String) throws(PeriluneError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw error(path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw error(path) }
    }

    /// Renames a file, replacing an existing one, and syncs the folder to disk.
    static func rename(_ path: String, to target: String) throws(PeriluneError) {
        guard Glibc.rename(path, target) == 0 else { throw error(target) }
        try sync(folder(of: target))
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The error for a system call that failed.
    static func error(_ path: String) -> PeriluneError {
        let number = errno
        let code: PeriluneError.Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .storeFull
            case EACCES, EROFS, EPERM: .storePermission
            default: .storeOpen
            }
        return PeriluneError(
            code, "cannot write or read the file: \(systemMessage(number))", at: .init(file: path))
    }
}
