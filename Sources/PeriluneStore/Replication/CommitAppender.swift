import PeriluneCore

/// Appends the changes of each transaction of a store to a commit log.
final class CommitAppender {
    private let log: any CommitLog
    private let connection: Connection
    /// The number of the last commit.
    private var last: Int
    private var lastInbox: Int64
    /// Whether the store may differ from the log, or another process writes to the log, so that no more commits are
    /// allowed.
    private(set) var isLost = false

    /// Brings a store up to date with its log.
    init(_ log: any CommitLog, _ connection: Connection) throws(PeriluneError) {
        self.log = log
        self.connection = connection
        last = try StoreReplica.catchUp(connection, with: log)
        lastInbox = try Self.inbox(connection)
    }

    /// Appends the changes of the body to the log and commits them, or does neither.
    ///
    /// - Throws: `commit.fenced` if another writer has appended a commit. If the outcome is not known, ``isLost``
    ///   becomes true; opening the store again resolves it.
    func transaction<Answer>(
        _ body: () throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        var isAppending = false
        do throws(PeriluneError) {
            return try connection.transaction { () throws(PeriluneError) in
                let recorder = try ChangeRecorder(connection)
                let answer = try body()
                let changes = try recorder.changes()
                let inbox = try Self.inbox(connection)
                if changes.isEmpty, inbox == lastInbox { return answer }
                let commit = StoreCommit.bytes(inbox: inbox, changes: changes)
                guard commit.count <= log.maximumSize else { throw tooLarge(commit.count) }
                isAppending = true
                last = try log.append(commit, after: last)
                lastInbox = inbox
                try StoreReplica.mark(last, connection)
                return answer
            }
        } catch {
            if isAppending { isLost = true }
            throw error
        }
    }

    private static func inbox(_ connection: Connection) throws(PeriluneError) -> Int64 {
        try connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'inbox'")
    }

    private func tooLarge(_ size: Int) -> PeriluneError {
        PeriluneError(
            .commitSize,
            "a transaction of \(size) bytes is too large for the commit log, whose limit is \(log.maximumSize)",
            hint: "raise max_payload of the NATS servers, up to 64 MB")
    }
}
