/// A log that receives the changes of each transaction of a store before the transaction is committed.
///
/// Replicas of the store are built from it. Each commit has a higher number than the one before.
package protocol CommitLog: Sendable {
    /// The maximum size of a commit, in bytes.
    var maximumSize: Int { get }
    /// Appends a commit if the last commit has the number `number`.
    ///
    /// - Returns: The number of the new commit.
    /// - Throws: `commit.fenced` if another writer has appended a commit. After any other error, it is unknown
    ///   whether the commit was appended.
    func append(_ commit: [UInt8], after number: Int) throws(PeriluneError) -> Int
    /// Passes the commits after a number to a closure, in order; 0 for all.
    func read(
        after number: Int, _ body: (LoggedCommit) throws(PeriluneError) -> Void
    ) throws(PeriluneError)
}

/// A commit of a log.
package struct LoggedCommit: Sendable, Hashable {
    /// The number of the commit.
    package let number: Int
    /// The bytes that were appended.
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
