import Glibc
import PeriluneCore

/// An open file, pipe or terminal.
final class InputFile: ByteStream {
    let name: String
    let identity: FileIdentity
    let isRegular: Bool
    /// The size of a regular file when it was opened.
    let size: Int?
    /// Whether to stop reading; checked while a pipe or a terminal has nothing to read.
    var shouldStop: (() -> Bool)?
    /// The number of bytes that were consumed.
    private(set) var bytesRead = 0

    private let descriptor: Int32
    private let isOwned: Bool
    /// The bytes that were peeked at and not consumed yet.
    private var peeked: [UInt8] = []

    init(path: String) throws(PeriluneError) {
        isOwned = path != "-"
        name = isOwned ? path : "standard input"
        descriptor = isOwned ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO
        guard descriptor >= 0 else { throw openError(errno, log: name) }

        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        identity = FileIdentity(status)
        isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
        size = isRegular ? Int(status.st_size) : nil
        if isKnown, status.st_mode & S_IFMT == S_IFDIR {
            if isOwned { close(descriptor) }
            throw PeriluneError(
                .logDirectory, "is a directory, not a log", at: .init(file: name),
                hint: "name the files in it, for example \(path)/*.jsonl")
        }
        if isRegular { posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL) }
    }

    deinit { if isOwned { close(descriptor) } }

    var isReady: Bool { isReady(within: 0) }

    /// Whether reading does not block, after waiting up to some milliseconds.
    func isReady(within milliseconds: Int32) -> Bool {
        if isRegular || !peeked.isEmpty { return true }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }

    /// The first bytes, without consuming them; fewer only at the end of the file.
    func peek(_ count: Int) throws(PeriluneError) -> [UInt8] {
        while peeked.count < count {
            var piece = [UInt8](repeating: 0, count: count - peeked.count)
            let taken = try piece.withUnsafeMutableBufferPointer {
                (buffer) throws(PeriluneError) in
                try readDescriptor(UnsafeMutableRawBufferPointer(buffer))
            }
            if taken == 0 { break }
            peeked += piece.prefix(taken)
        }
        return peeked
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PeriluneError) -> Int {
        var taken = 0
        if !peeked.isEmpty {
            taken = min(peeked.count, buffer.count)
            buffer.copyBytes(from: peeked.prefix(taken))
            peeked.removeFirst(taken)
        } else {
            taken = try readDescriptor(buffer)
        }
        bytesRead += taken
        return taken
    }

    /// Consumes bytes that were searched before.
    func read(count: Int) throws(PeriluneError) -> [UInt8] {
        var bytes = try peek(count)
        bytes.removeSubrange(min(count, bytes.count)...)
        peeked.removeFirst(bytes.count)
        bytesRead += bytes.count
        return bytes
    }

    /// The current first bytes of a regular file, whatever the read position.
    func firstBytes(_ count: Int) throws(PeriluneError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let taken = pread(descriptor, &bytes, count, 0)
        guard taken >= 0 else { throw readError(errno) }
        return Array(bytes.prefix(taken))
    }

    /// The size of the file now.
    var sizeNow: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Whether the file is now shorter than what was read from it.
    var isShorter: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && Int(status.st_size) < bytesRead
    }

    /// Goes to a place in a regular file.
    func seek(to offset: Int) throws(PeriluneError) {
        guard lseek(descriptor, offset, SEEK_SET) == offset else { throw readError(errno) }
        peeked = []
        bytesRead = offset
    }

    private func readDescriptor(
        _ buffer: UnsafeMutableRawBufferPointer
    ) throws(PeriluneError) -> Int {
        while true {
            if !isRegular, let shouldStop {
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                while poll(&request, 1, 100) == 0 {
                    if shouldStop() { return 0 }
                }
            }
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            switch errno {
            case EINTR:
                continue
            case EAGAIN:
                // Another process with the same terminal or pipe has made it non-blocking.
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&request, 1, -1)
            case let number:
                throw readError(number)
            }
        }
    }

    private func readError(_ number: Int32) -> PeriluneError {
        PeriluneError(
            .logRead, "cannot read after byte \(bytesRead): \(systemMessage(number))",
            at: .init(file: name))
    }
}

/// The identity of a file, independent of its paths: the device and the inode.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt
    package let number: UInt

    package init(device: UInt, number: UInt) {
        self.device = device
        self.number = number
    }

    init(_ status: stat) {
        device = status.st_dev
        number = status.st_ino
    }

    /// The identity of the regular file at a path; `nil` if there is none.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }
}

/// A regular file as `stat` sees it.
package struct FileState: Hashable, Sendable {
    /// Changes if another file takes the place of this one, as in a rotation.
    package let identity: FileIdentity
    /// In bytes.
    package let size: Int
    /// Microseconds since 1970.
    package let modified: Int64

    /// The state of the regular file at a path; `nil` if there is none.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        identity = FileIdentity(status)
        size = Int(status.st_size)
        modified =
            Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
    }
}
