internal import Glibc
package import PeriluneCore

/// Small files that are read at once: scripts, events, link definitions.
package enum TextFile {
    /// Whether there is a file of this name.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether there is a regular file at the path.
    package static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The names of the Lua files in a folder, without the extension.
    package static func luaFiles(in folder: String) -> Set<String> {
        Set(names(in: folder).filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) })
    }

    /// The names in a folder, in no particular order; empty if the folder cannot be read.
    ///
    /// - Parameter folder: The folder; empty for the working directory.
    /// - Returns: The names, without `.` and `..`.
    package static func names(in folder: String) -> [String] {
        (try? entries(of: folder)) ?? []
    }

    /// The names in a folder; throws if the folder cannot be read.
    package static func entries(of folder: String) throws(PeriluneError) -> [String] {
        guard let directory = opendir(folder.isEmpty ? "." : folder) else {
            throw PeriluneError(
                "file.read", "the folder cannot be opened: \(systemMessage(errno))",
                at: .init(file: folder))
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The first bytes of a file; `nil` if it cannot be read.
    package static func start(of path: String, length: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: length)
        let count = Glibc.read(descriptor, &bytes, length)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    /// Reads a whole file; errors name the file and what was expected.
    ///
    /// With `isRegular`, pipes and devices are rejected, because reading them could wait forever.
    package static func read(
        _ path: String, limit: Int, what: String, isRegular: Bool = false
    ) throws(PeriluneError)
        -> [UInt8]
    {
        func failure(_ message: String, hint: String? = nil) -> PeriluneError {
            PeriluneError("file.read", message, at: .init(file: path), hint: hint)
        }
        // Opening a pipe without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isRegular ? O_NONBLOCK : 0))
        guard descriptor >= 0 else {
            let hint =
                errno == ENOENT ? "check the path; it is relative to the working directory" : nil
            throw failure(
                "the \(what) cannot be opened: \(systemMessage(errno))", hint: hint)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw failure("the \(what) cannot be read: \(systemMessage(errno))")
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw failure("expected a \(what), got a folder", hint: "name a file in the folder")
        }
        if isRegular, status.st_mode & S_IFMT != S_IFREG {
            throw failure(
                "expected a \(what), got a pipe or a device", hint: "name an ordinary file")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(Int(status.st_size), limit))
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("the \(what) cannot be read: \(systemMessage(errno))")
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            if bytes.count > limit {
                throw failure(
                    "the \(what) is larger than \(limit) bytes",
                    hint: what == "script"
                        ? "split it into several, or put its data in a file for 'lookup'"
                        : "split it into several")
            }
        }
    }
}
