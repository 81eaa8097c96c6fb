/// A log that gets the changes of every transaction of a store before the transaction is committed.
///
/// Copies of the store are built from it. Each commit has a number, higher than that of the one before.
package protocol CommitLog: Sendable {
    /// The most bytes of a commit.
    var maximumSize: Int { get }
    /// Appends a commit, if the last one has this number.
    ///
    /// - Returns: The number of the new commit.
    /// - Throws: `commit.fenced` if another writer has appended one. After any other error the commit may have been
    ///   appended.
    func append(_ commit: [UInt8], after number: Int) throws(PeriluneError) -> Int
    /// Passes the commits after a number, in order; 0 for all.
    func read(
        after number: Int, _ body: (LoggedCommit) throws(PeriluneError) -> Void
    ) throws(PeriluneError)
}

/// A commit of a log.
package struct LoggedCommit: Sendable, Hashable {
    /// Its number.
    package let number: Int
    /// What was appended.
    package let bytes: [UInt8]

    /// Makes a commit.
    package init(number: Int, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
    }
}

extension PeriluneError.Code {
    /// Another writer has appended to the commit log.
    package static let commitFenced: Self = "commit.fenced"
    /// A transaction is too large for the commit log.
    package static let commitSize: Self = "commit.size"
    /// It is not known whether a commit was appended.
    package static let commitFailed: Self = "commit.failed"
}
