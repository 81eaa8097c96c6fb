import Glibc
package import PeriluneCore

/// Buffers bytes and writes them to a file or to standard output.
///
/// `finish()` completes the file. Without it, buffered bytes are lost, as they should be if the run has failed.
package final class OutputFile {
    private static let capacity = 256 << 10

    /// The file as it is shown to the user.
    package let name: String
    /// The size of the output in bytes, including those in the buffer.
    package private(set) var offset: Int

    /// The identity of the file; `nil` for standard output, and for anything but a regular file.
    package private(set) var identity: FileIdentity?

    private let descriptor: Int32
    private let isOwned: Bool
    private let isRegular: Bool
    private var isOpen = true
    private var buffer: [UInt8] = []

    /// Opens a file for writing from its beginning; `-` is standard output.
    ///
    /// `continuingAt` keeps that many bytes of an earlier run, and `check` throws for a regular file that must not be
    /// changed. With `isPrivate`, a new file is readable only by its owner, because it contains the data of events.
    package init(
        path: String, continuingAt kept: Int = 0, isPrivate: Bool = false,
        check: (FileIdentity) throws(PeriluneError) -> Void = { _ in }
    ) throws(PeriluneError) {
        isOwned = path != "-"
        name = isOwned ? path : "standard output"
        offset = kept
        descriptor =
            isOwned
            ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, isPrivate ? 0o600 : 0o666)
            : STDOUT_FILENO
        guard descriptor >= 0 else { throw openError(errno, output: name) }

        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
        do throws(PeriluneError) {
            try prepare(status, check)
        } catch {
            closeDescriptor()
            throw error
        }
        buffer.reserveCapacity(Self.capacity)
    }

    deinit { closeDescriptor() }

    /// Writes a whole file; `-` is standard output.
    package static func write(_ bytes: [UInt8], to path: String) throws(PeriluneError) {
        let file = try OutputFile(path: path)
        try file.write(bytes)
        try file.finish()
    }

    /// Adds bytes to the buffer, which is written to the file when it would exceed 256 KB.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(PeriluneError) {
        if buffer.count + bytes.count > Self.capacity { try flush() }
        offset += bytes.count
        if bytes.count >= Self.capacity {
            try writeAll(bytes)
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    /// Adds the bytes of an array to the buffer.
    package func write(_ bytes: [UInt8]) throws(PeriluneError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(PeriluneError) in
            try write(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Writes the buffer to the file.
    package func flush() throws(PeriluneError) {
        try buffer.withUnsafeBufferPointer { (bytes) throws(PeriluneError) in
            try writeAll(UnsafeRawBufferPointer(bytes))
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Flushes, and waits until a regular file is on the disk; a full disk may only be noticed here.
    package func sync() throws(PeriluneError) {
        try flush()
        if isRegular, fsync(descriptor) != 0 { throw writeError(errno, output: name) }
    }

    /// Completes the output and closes it.
    package func finish() throws(PeriluneError) {
        try sync()
        guard isOwned, isOpen else { return }
        isOpen = false
        if close(descriptor) != 0 { throw writeError(errno, output: name) }
    }

    /// Makes a write to a closed pipe or beyond a size limit fail with an error instead of ending the process.
    package static func ignoreSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Reserves the descriptors of standard input, output and error if they are closed.
    ///
    /// Otherwise, the next file that is opened, such as a store, could get such a descriptor, and output would be
    /// written to it.
    package static func reserveStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free descriptor, which is this one. Using it for its purpose fails.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private func prepare(
        _ status: stat, _ check: (FileIdentity) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        guard isRegular else { return }
        try check(FileIdentity(status))
        // The write position of redirected standard output belongs to the shell.
        guard isOwned else { return }
        identity = FileIdentity(status)
        guard status.st_size >= offset else {
            throw PeriluneError(
                .outputWrite, "the file is shorter than the \(offset) bytes already written",
                at: .init(file: name),
                hint: "restore the file, or process the logs from the beginning with --restart")
        }
        guard ftruncate(descriptor, offset) == 0, lseek(descriptor, offset, SEEK_SET) == offset
        else { throw writeError(errno, output: name) }
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(PeriluneError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR:
                continue
            case EAGAIN:
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            case let number:
                throw writeError(number, output: name)
            }
        }
    }

    private func closeDescriptor() {
        guard isOwned, isOpen else { return }
        isOpen = false
        close(descriptor)
    }
}
