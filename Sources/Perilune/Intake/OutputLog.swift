internal import Glibc
internal import PeriluneCore
internal import PeriluneStore

/// A file to which a running host appends, in step with the store.
///
/// The store has the length up to which the file is valid. After a crash, the rest is cut off, because its events are
/// processed again.
final class OutputLog {
    let path: String
    private var file: OpenFile
    private var mark: OutputMark
    /// The number of bytes of a failed write that were already written to a pipe or terminal.
    private var sent = 0

    /// Opens a file for appending; `-` is standard output.
    init(path: String, mark known: OutputMark?) throws(PeriluneError) {
        self.path = path
        file = try OpenFile(path)
        mark = file.end
        // A file that was rotated or emptied is not the one that the store knows.
        if isRegular, let known, known.isSameFile(as: mark), known.offset < mark.offset {
            guard ftruncate(descriptor, Int(known.offset)) == 0 else {
                throw Self.error(errno, path, "output.write", "cannot write to the output")
            }
            mark.offset = known.offset
        }
    }

    private var descriptor: Int32 { file.descriptor }
    private var isRegular: Bool { file.isRegular }

    /// The valid length; `nil` if the output is not a regular file.
    var position: OutputMark? { isRegular ? mark : nil }

    /// Switches to the file that now has the name, if it is another one; the previous file is complete.
    ///
    /// - Returns: Whether the file was switched.
    func reopen() throws(PeriluneError) -> Bool {
        guard isRegular else { return false }
        try sync()
        let next = try OpenFile(path)
        let end = next.end
        // A file that was truncated in place is shorter than what was written to it.
        if end.isSameFile(as: mark), end.offset >= mark.offset { return false }
        file = next
        mark = end
        return true
    }

    /// Appends bytes.
    ///
    /// After an error, call it again with the same bytes.
    func write(_ bytes: [UInt8]) throws(PeriluneError) {
        var count = sent
        while count < bytes.count {
            let written = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[count...])
                return unsafe isRegular
                    ? pwrite(
                        descriptor, rest.baseAddress, rest.count, off_t(mark.offset) + count)
                    : Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if written < 0 {
                if errno == EINTR { continue }
                if !isRegular { sent = count }
                throw Self.error(
                    errno, path, errno == ENOSPC || errno == EFBIG ? "output.full" : "output.write",
                    "cannot write to the output")
            }
            count += written
        }
        sent = 0
        mark.offset += Int64(bytes.count)
    }

    /// Waits until the file is on the disk.
    func sync() throws(PeriluneError) {
        guard isRegular, fdatasync(descriptor) != 0 else { return }
        throw Self.error(errno, path, "output.write", "cannot write to the output")
    }

    fileprivate static func error(
        _ number: Int32, _ path: String, _ code: PeriluneError.Code, _ message: String
    ) -> PeriluneError {
        let reason = systemMessage(number)
        return PeriluneError(code, "\(message): \(reason)", at: .init(file: path))
    }
}

/// A file descriptor that is closed with the last reference.
private final class OpenFile {
    let descriptor: Int32
    let isRegular: Bool
    /// The file, and its length when it was opened.
    let end: OutputMark

    init(_ path: String) throws(PeriluneError) {
        descriptor =
            path == "-"
            ? STDOUT_FILENO : unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else {
            throw OutputLog.error(errno, path, "output.create", "cannot open the output")
        }
        isRegular = path != "-" && status.st_mode & S_IFMT == S_IFREG
        end = OutputMark(
            path: path, device: Int64(truncatingIfNeeded: status.st_dev),
            inode: Int64(truncatingIfNeeded: status.st_ino), offset: Int64(status.st_size))
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }
}
