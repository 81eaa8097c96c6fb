import Glibc
package import PeriluneCore

/// Files that only their owner may read, such as secrets and tokens.
package enum OwnerFile {
    /// The content of a file; `nil` if there is no such file.
    package static func read(_ path: String, limit: Int = 1 << 20) throws(PeriluneError) -> [UInt8]?
    {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .file(path, "cannot be read", errno)
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        while true {
            let part = unsafe [UInt8](unsafeUninitializedCapacity: 16 << 10) { room, count in
                count = unsafe max(0, Glibc.read(file, room.baseAddress, room.count))
            }
            if part.isEmpty { return bytes }
            bytes += part
            guard bytes.count <= limit else {
                throw PeriluneError("file.read", "\(path) is larger than \(limit) bytes")
            }
        }
    }

    /// Replaces the content atomically: readers see either the old or the new content.
    package static func write(_ bytes: [UInt8], to path: String) throws(PeriluneError) {
        // Each process writes its own temporary file, so that several can write at the same time; the last rename
        // wins.
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max))"
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .file(path, "cannot be written", errno) }
        let isWritten = writeAll(bytes, to: file) && fsync(file) == 0
        let problem = errno
        close(file)
        guard isWritten, unsafe rename(temporary, path) == 0 else {
            let problem = isWritten ? errno : problem
            unsafe unlink(temporary)
            throw .file(path, "cannot be written", problem)
        }
    }

    /// Removes a file; does nothing if there is none.
    package static func remove(_ path: String) { unsafe unlink(path) }

    /// Creates a folder and its parents, for the owner alone.
    package static func makeFolder(_ path: String) throws(PeriluneError) {
        var made = path.hasPrefix("/") ? "" : "."
        for name in FilePath.parts(of: path) {
            made += "/" + name
            guard unsafe mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw .file(path, "cannot be created", errno)
            }
        }
    }
}

extension PeriluneError {
    fileprivate static func file(_ path: String, _ what: String, _ number: Int32) -> PeriluneError {
        PeriluneError("file.read", "\(path) \(what): \(systemMessage(number))")
    }
}
