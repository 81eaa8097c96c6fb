import Glibc
import PeriluneCore
import PeriluneFiles

/// The one folder that pictures are written to.
///
/// A name is a plain file name, so that no path can leave the folder. Files are written atomically,
/// and replace another one only if the script says so.
struct PictureFolder: Sendable {
    let path: String

    /// Throws if the folder does not exist, so that this is reported before the first picture.
    init(_ path: String) throws(PeriluneError) {
        self.path = path
        let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let problem = errno
        guard folder >= 0 else {
            throw PeriluneError(
                "share.configuration",
                "cannot open the folder '\(path)' for pictures: \(systemMessage(problem))",
                hint: problem == ENOENT ? "create it: mkdir -p '\(path)'" : nil)
        }
        defer { close(folder) }
        guard unsafe access(path, W_OK | X_OK) == 0 else {
            throw PeriluneError(
                "share.configuration",
                "cannot write pictures to the folder '\(path)': \(systemMessage(errno))")
        }
    }

    /// Throws an error if a name is not a plain file name.
    static func check(_ name: String) throws(PeriluneError) {
        let isPlain =
            !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".")
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") }
        guard isPlain else {
            throw PeriluneError(
                "share.name", "'\(name.prefix(200))' is not a plain file name",
                hint: "a name must not contain /, begin with a dot, or be longer than 200 bytes")
        }
    }

    /// The name with the ending of the format.
    ///
    /// Another ending is an error: no program opens a PDF with the name `chart.png`.
    static func name(_ name: String, _ format: Picture.Format) throws(PeriluneError) -> String {
        let ending = ".\(format.rawValue)"
        if name.lowercased().hasSuffix(ending) { return name }
        for other in Picture.Format.allCases where name.lowercased().hasSuffix(".\(other.rawValue)")
        {
            throw PeriluneError(
                "share.name", "'\(name)' must end in \(ending), the format of the picture")
        }
        return name + ending
    }

    /// Writes a file.
    ///
    /// Writing the same bytes under the same name again is allowed, since an interrupted run repeats it.
    func write(_ bytes: [UInt8], as name: String, overwrites: Bool) throws(PeriluneError) {
        try Self.check(name)
        let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure(name, errno) }
        defer { close(folder) }
        let temporary = ".\(getpid()).\(UInt64.random(in: .min ... .max)).part"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = unsafe openat(folder, temporary, flags, 0o644)
        guard file >= 0 else { throw failure(name, errno) }
        defer { unsafe unlinkat(folder, temporary, 0) }
        let isWritten = writeAll(bytes, to: file) && fsync(file) == 0
        let problem = errno
        close(file)
        guard isWritten else { throw failure(name, problem) }
        if overwrites {
            guard unsafe renameat(folder, temporary, folder, name) == 0 else {
                throw failure(name, errno)
            }
            return
        }
        // Unlike a rename, a link fails if the file exists.
        if unsafe linkat(folder, temporary, folder, name, 0) == 0 { return }
        guard errno == EEXIST else { throw failure(name, errno) }
        guard Self.holds(bytes, folder, name) else {
            throw PeriluneError(
                "share.exists", "the file '\(name)' exists",
                hint: "choose another name, or set overwrite = true")
        }
    }

    private static func holds(_ bytes: [UInt8], _ folder: Int32, _ name: String) -> Bool {
        let file = unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        // Read one byte more, to find out whether the file is longer.
        let found = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { room, count in
            count = 0
            while count < room.count {
                let part = unsafe read(
                    file, room.baseAddress.map { unsafe $0 + count }, room.count - count)
                if part <= 0 { return }
                count += part
            }
        }
        return found == bytes
    }

    private func failure(_ name: String, _ number: Int32) -> PeriluneError {
        PeriluneError("share.file", "cannot write \(path)/\(name): \(systemMessage(number))")
    }
}
