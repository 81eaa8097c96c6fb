import Glibc
package import PeriluneCore

/// Collects bytes and writes them to a file or to standard output.
///
/// `finish()` completes the file. Without it what is still collected is lost, as it should be
/// when the run has failed.
package final class OutputFile {
    private static let capacity = 256 << 10

    /// The file as it is shown to the user.
    package let name: String
    /// How many bytes the output has, with those that are still collected.
    package private(set) var offset: Int

    /// Which file it is; `nil` for what is not a regular file, and for standard output.
    package private(set) var identity: FileIdentity?

    private let descriptor: Int32
    private let isOwned: Bool
    private let isRegular: Bool
    private var isOpen = true
    private var buffer: [UInt8] = []

    /// Opens a file to be written anew; `-` is standard output.
    ///
    /// `continuingAt` keeps that many bytes of what an earlier run wrote, and `inputs` are files
    /// that must not be overwritten. With `isPrivate`, a new file is readable by its owner only,
    /// because it contains the data of events.
    package init(
        path: String, continuingAt kept: Int = 0, inputs: [FileIdentity] = [],
        isPrivate: Bool = false
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
            try prepare(status, inputs)
        } catch {
            closeDescriptor()
            throw error
        }
        buffer.reserveCapacity(Self.capacity)
    }

    deinit { closeDescriptor() }

    /// Writes a file whole; `-` is standard output.
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

    /// The same for an array.
    package func write(_ bytes: [UInt8]) throws(PeriluneError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(PeriluneError) in
            try write(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Hands what was collected to the system.
    package func flush() throws(PeriluneError) {
        try buffer.withUnsafeBufferPointer { (bytes) throws(PeriluneError) in
            try writeAll(UnsafeRawBufferPointer(bytes))
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Flushes and waits until a regular file is on the disk; without this a full disk can
    /// stay unnoticed.
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

    /// Lets a write to a closed pipe or beyond a size limit fail with an error instead of
    /// ending the process.
    package static func ignoreSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Keeps the numbers of standard input, output and error from other files if they are closed.
    ///
    /// Otherwise the next file that is opened, such as a store, would be written in place of the output.
    package static func reserveStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one. Neither reading nor writing in its role succeeds.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private func prepare(_ status: stat, _ inputs: [FileIdentity]) throws(PeriluneError) {
        guard isRegular else { return }
        if inputs.contains(FileIdentity(status)) {
            throw .outputIsInput(name)
        }
        // What a shell redirects has its own ideas about where to write.
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
