import Glibc
package import PeriluneCore

/// A store whose transactions are in a commit log, so that the file is only a replica.
///
/// The number of the last commit is stored in the file, as the position of a log.
package enum StoreReplica {
    private static let log = "commits"
    /// The number of commits that are applied in one transaction.
    private static let batch = 256

    /// Removes a replica, so that it is built again from the log.
    package static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-activity"] { unlink(path + suffix) }
    }

    /// The number of the last commit that a store contains; `nil` for a store without a log.
    static func position(_ connection: Connection) throws(PeriluneError) -> Int? {
        let rows = try connection.prepared(StoreTable.position.select(["offset"], "WHERE log = ?1"))
        defer { rows.reset() }
        try rows.bind(1, log)
        guard try rows.step() else { return nil }
        try StoreTable.position.verify(rows, 1, [.text(log)], connection.path)
        return Int(rows.number(0))
    }

    /// Stores that the file contains a commit and all before it.
    static func mark(_ number: Int, _ connection: Connection) throws(PeriluneError) {
        try connection.run(
            StoreTable.position.upsert, [.text(log), .integer(Int64(number)), .integer(0)])
    }

    /// Applies the commits that a store lacks.
    ///
    /// - Returns: The number of the last one.
    /// - Throws: `store.diverged` if the file differs from the log.
    static func catchUp(
        _ connection: Connection, with log: any CommitLog
    ) throws(PeriluneError) -> Int {
        // Only the log must not lose a commit: a file without the last ones gets them again.
        try connection.run("PRAGMA synchronous = NORMAL")
        var position: Int
        if let known = try Self.position(connection) {
            position = known
        } else {
            try refuseContents(connection)
            position = 0
            try mark(0, connection)
        }
        var commits: [LoggedCommit] = []
        func applyAll() throws(PeriluneError) {
            guard let last = commits.last else { return }
            try connection.transaction { () throws(PeriluneError) in
                for commit in commits { try StoreCommit(commit.bytes).apply(to: connection) }
                try mark(last.number, connection)
            }
            position = last.number
            commits = []
        }
        try log.read(after: position) { (commit) throws(PeriluneError) in
            commits.append(commit)
            if commits.count == batch { try applyAll() }
        }
        try applyAll()
        return position
    }

    /// Builds a replica from its log, or updates it.
    ///
    /// - Returns: The positions of a source, and the number of events and values that a member would still have to
    ///   process or deliver.
    package static func build(
        _ path: String, from log: any CommitLog, source: String
    ) throws(PeriluneError) -> (positions: [SourcePosition], unfinished: Int) {
        let connection = try Connection.store(path)
        _ = try catchUp(connection, with: log)
        let unfinished = try connection.number(
            "SELECT (SELECT count(*) FROM inbox) + (SELECT count(*) FROM outbox)")
        return (try StoreTransaction.positions(of: source, connection), Int(unfinished))
    }

    /// Turns a store into the replica of a log with one commit.
    package static func adopt(_ path: String, commit: Int) throws(PeriluneError) {
        try mark(commit, Connection.store(path))
    }

    /// Throws if a store without a log has contents, on which the commits are not based.
    private static func refuseContents(_ connection: Connection) throws(PeriluneError) {
        for table in StoreTable.all
        where try connection.first("SELECT 1 FROM \(table.name) LIMIT 1") != nil {
            throw PeriluneError(
                "store.replica", "the store was not written by a cluster",
                at: .init(file: connection.path), hint: "name another folder for the cluster")
        }
    }

    /// Throws if the store would be changed without its commit log.
    static func refuseChanges(_ connection: Connection) throws(PeriluneError) {
        guard try position(connection) != nil else { return }
        throw PeriluneError(
            "store.replica",
            "the store is a copy that a member of a cluster keeps, and cannot be changed",
            at: .init(file: connection.path), hint: "send events to a member of the cluster")
    }
}

/// The content of one commit.
package struct StoreCommit {
    /// The first commit of a log, for an empty store.
    package static let empty = bytes(inbox: 0, changes: [])

    /// The last number of the inbox, which is in a table that is not recorded.
    private let inbox: Int64
    private let changes: ArraySlice<UInt8>
    private static let format: UInt8 = 1
    private static let headSize = 1 + MemoryLayout<Int64>.size

    /// Parses a commit.
    init(_ bytes: [UInt8]) throws(PeriluneError) {
        guard bytes.count >= Self.headSize, bytes[0] == Self.format else {
            throw PeriluneError(
                .storeNewer, "a commit has a format that this version cannot read",
                hint: "upgrade Perilune on all members of the cluster")
        }
        inbox = bytes[1..<Self.headSize].reduce(0) { $0 << 8 | Int64($1) }
        changes = bytes[Self.headSize...]
    }

    /// The bytes of a commit.
    static func bytes(inbox: Int64, changes: [UInt8]) -> [UInt8] {
        var bytes = [format]
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: inbox >> shift))
        }
        return bytes + changes
    }

    /// Applies the changes within the current transaction.
    func apply(to connection: Connection) throws(PeriluneError) {
        if !changes.isEmpty { try connection.apply(changes) }
        let update = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'inbox'"
        try connection.run(update, [.integer(inbox)])
        if connection.changes == 0, inbox > 0 {
            try connection.run(
                "INSERT INTO sqlite_sequence (name, seq) VALUES ('inbox', ?)", [.integer(inbox)])
        }
    }
}
