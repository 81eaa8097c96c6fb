internal import Glibc
internal import PeriluneCore

/// Runs a program without a shell and returns its output.
enum Subprocess {
    struct Answer {
        let status: Int32
        let output: [UInt8]
    }

    /// Runs a program, found by `PATH`, to its end.
    ///
    /// Its input is empty, and its standard error is discarded. It is ended if it writes more than `limit` bytes.
    static func run(_ words: [String], limit: Int) throws(PeriluneError) -> Answer {
        let program = words.first ?? ""
        let output = try Pipe(program)
        let child = try start(words, output)
        output.closeWriting()
        let bytes = output.read(limit: limit)
        if bytes.count > limit { kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard bytes.count <= limit else {
            throw PeriluneError("process.output", "\(program) wrote more than \(limit) bytes")
        }
        let exited = status & 0x7F == 0
        return Answer(status: exited ? (status >> 8) & 0xFF : -1, output: bytes)
    }

    private static func start(
        _ words: [String], _ output: Pipe
    ) throws(PeriluneError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var environment = Self.environment.map { strdup($0) }
        environment.append(nil)
        defer { for entry in environment { free(entry) } }
        var child: pid_t = 0
        let result = posix_spawnp(
            &child, words.first ?? "", &actions, nil, arguments, environment)
        guard result == 0 else {
            throw PeriluneError(
                "process.start",
                "cannot run \(words.first ?? ""): \(systemMessage(result))",
                hint: "check that it is installed and in PATH")
        }
        return child
    }

    /// The current environment, with variables that keep Git from prompting and fetching.
    private static var environment: [String] {
        var entries = ["GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0"]
        let fixed = Set(entries.compactMap { $0.split(separator: "=").first })
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let name = text.split(separator: "=").first, !fixed.contains(name) {
                entries.append(text)
            }
            next += 1
        }
        return entries
    }
}

/// A pipe whose ends are closed when it is released.
private final class Pipe {
    private let reading: Int32
    private(set) var writing: Int32

    init(_ program: String) throws(PeriluneError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw PeriluneError("process.start", "cannot run \(program): too many open files")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        closeWriting()
    }

    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Reads to the end, or until one byte more than the limit.
    func read(limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = Glibc.read(reading, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }
}
