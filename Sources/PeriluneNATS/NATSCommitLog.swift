package import PeriluneCore
import Synchronization

/// A commit log in one subject of a stream.
///
/// The server stores a commit only if the last message of the subject is the one that the writer knows. So of two
/// writers, only one can continue, and the other is fenced. Servers before 2.11 may store both, see ``CommitChain``:
/// with replicas on such servers, a writer reads the message after the last one that it knew, and is fenced if that
/// is not its own.
package final class NATSCommitLog: CommitLog {
    private let connection: NATSConnection
    private let publisher: NATSPublisher
    private let stream: String
    private let subject: String
    private let headers: [(name: String, value: String)]
    private let timeout: Duration
    /// Whether the servers may store a commit that does not follow the last one.
    private let mayFork: Bool
    /// The number of the last message that was read or appended, which may be void.
    private let end = Atomic(0)
    /// The size of the commits that were appended and read.
    package let volume = CommitVolume()

    /// The part of the server's message limit that is reserved for headers.
    private static let headSize = 256
    /// The maximum time without a commit from a server that has more.
    private static let patience: Duration = .seconds(10)
    /// The header with the number of the commit before this one, if that is not the last message.
    static let follows = "Perilune-Follows"

    /// Creates the log of a subject, whose commits get short headers.
    ///
    /// A commit without an answer within the timeout may be stored. `mayFork` is for tests with a single server; otherwise,
    /// the stream says it.
    package init(
        _ connection: NATSConnection, stream: String, subject: String,
        headers: [(name: String, value: String)] = [], timeout: Duration = .seconds(5),
        mayFork: Bool? = nil
    ) throws(PeriluneError) {
        self.connection = connection
        publisher = try NATSPublisher(connection)
        self.stream = stream
        self.subject = subject
        self.headers = headers
        self.timeout = timeout
        self.mayFork =
            if let mayFork { mayFork } else {
                try NATSStreams(connection).checksOnLeaderOnly(stream)
            }
    }

    /// Appends the first commit, unless there is one.
    package func begin(_ commit: [UInt8]) throws(PeriluneError) {
        let message = NATSPublisher.Message(subject, headers: [], data: commit)
        do throws(PeriluneError) {
            _ = try publisher.append(message, after: 0, timeout: timeout)
        } catch {
            if error.code != "nats.sequence" { throw error }
        }
    }

    /// The headers of the last commit.
    package func lastHeaders() throws(PeriluneError) -> HTTPHeaders {
        try NATSStreams(connection).lastMessage(stream: stream, subject: subject)?.headers ?? []
    }

    /// The server's message limit, without the headers of a commit.
    package var maximumSize: Int { connection.maximumPayload - Self.headSize }

    /// Publishes the commit and waits until the stream has stored it.
    ///
    /// - Throws: `commit.fenced` if another writer has appended one, and `commit.failed` if it is unknown whether the commit is
    ///   stored.
    package func append(_ commit: [UInt8], after number: Int) throws(PeriluneError) -> Int {
        let end = max(number, end.load(ordering: .relaxed))
        let follows = end == number ? [] : [(name: Self.follows, value: "\(number)")]
        do throws(PeriluneError) {
            let message = NATSPublisher.Message(subject, headers: headers + follows, data: commit)
            let sequence = try publisher.append(
                message, after: UInt64(clamping: end), timeout: timeout)
            if mayFork { try check(sequence, follows: UInt64(clamping: end)) }
            self.end.store(Int(clamping: sequence), ordering: .relaxed)
            volume.add(commit.count)
            volume.countAppended()
            return Int(clamping: sequence)
        } catch {
            if error.code == "nats.sequence" {
                throw PeriluneError(
                    .commitFenced, "another member has taken over '\(subject)'",
                    hint: "this happens if a member was stopped or cut off for a while")
            }
            throw PeriluneError(
                .commitFailed,
                "a commit to '\(subject)' may not have been stored: \(error.message)",
                hint: error.hint)
        }
    }

    /// Throws `nats.sequence` if the server has stored another message of the subject between two of them.
    private func check(_ sequence: UInt64, follows end: UInt64) throws(PeriluneError) {
        if sequence == end + 1 { return }
        let first = try connection.firstSequence(
            stream: stream, subject: subject, after: end, timeout: timeout)
        guard first == sequence else {
            throw PeriluneError("nats.sequence", "another client has published to '\(subject)'")
        }
    }

    /// Passes the commits after a number to a closure; later appends follow the last one.
    ///
    /// - Throws: `commit.missing` if the stream ends before that number or is empty.
    package func read(
        after number: Int, _ body: (LoggedCommit) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        let streams = try NATSStreams(connection)
        let newest = try streams.lastMessage(stream: stream, subject: subject)
        let last = Int(clamping: newest?.sequence ?? 0)
        // A log is created together with its first commit, so an empty one has lost it.
        guard number <= last, last > 0 else {
            throw PeriluneError(
                "commit.missing",
                last > 0
                    ? "the commit log '\(subject)' ends before the last commit of the store"
                    : "the commit log '\(subject)' has no commits",
                hint:
                    "if this persists, the NATS servers have lost commits: restore the stream '\(stream)' from a backup"
            )
        }
        end.store(last, ordering: .relaxed)
        if number == last { return }
        let messages = try streams.read(
            stream: stream, subject: subject, from: UInt64(number) + 1)
        var chain = CommitChain(after: number)
        var read = number
        var patience = ContinuousClock.now + Self.patience
        while read < last {
            let next = try messages.fetch(256, milliseconds: 1000)
            for message in next {
                guard let sequence = message.position?.sequence else { continue }
                read = Int(clamping: sequence)
                switch chain.append(read, after: Self.follows(message)) {
                case .commit:
                    volume.add(message.data.count)
                    try body(LoggedCommit(number: read, bytes: message.data))
                case .void: break
                case .broken:
                    // A commit in between was removed because a snapshot contains it.
                    throw PeriluneError(
                        "store.diverged",
                        "the store lacks commits that '\(subject)' no longer has",
                        hint: "remove the file: Perilune rebuilds it from a snapshot")
                }
            }
            if !next.isEmpty { patience = .now + Self.patience }
            guard ContinuousClock.now < patience else {
                throw PeriluneError(
                    "nats.stream", "the stream '\(stream)' stopped sending commits",
                    hint: "check that the servers are not overloaded")
            }
        }
    }

    /// The number of the commit that a message follows.
    private static func follows(_ message: NATSMessage) -> Int {
        let text = message.headers[follows] ?? message.headers[NATSPublisher.expectedSequence]
        return text.flatMap { Int($0) } ?? Int.max
    }
}

/// The total size of commits since the last snapshot.
package final class CommitVolume: Sendable {
    private let size = Mutex(0)
    private let appended = Atomic(0)

    /// The size in bytes.
    package var bytes: Int { size.withLock(\.self) }

    func add(_ count: Int) { size.withLock { $0 += count } }

    /// The number of commits appended since the last call.
    package func takeAppended() -> Int { appended.exchange(0, ordering: .relaxed) }

    func countAppended() { appended.add(1, ordering: .relaxed) }

    /// Resets the size.
    package func reset() { size.withLock { $0 = 0 } }
}
