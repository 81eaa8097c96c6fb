package import PeriluneCore
internal import Synchronization

/// A commit log in memory, with failures that a test can inject.
package final class MemoryCommitLog: CommitLog {
    /// The fault of the next append.
    package enum Fault: Sendable, CaseIterable {
        /// The commit is not appended, and the writer gets an error.
        case refused
        /// The commit is appended, and the writer gets an error.
        case unanswered
    }

    /// The maximum size that writers see; larger commits are appended nevertheless.
    package let maximumSize: Int
    private let commits = Mutex<[LoggedCommit]>([])
    private let fault = Mutex<Fault?>(nil)

    package init(maximumSize: Int = 1 << 20) { self.maximumSize = maximumSize }

    /// The number of commits.
    package var count: Int { commits.withLock(\.count) }

    /// Makes the next append fail.
    package func fail(_ next: Fault?) { fault.withLock { $0 = next } }

    /// Appends a commit with a number three higher than that of the last one.
    ///
    /// - Throws: `commit.fenced` if the last commit has another number, and the fault set by ``fail(_:)``.
    package func append(_ commit: [UInt8], after number: Int) throws(PeriluneError) -> Int {
        let fault = fault.withLock { fault in
            defer { fault = nil }
            return fault
        }
        let failure = PeriluneError(.commitFailed, "no answer")
        if fault == .refused { throw failure }
        return try commits.withLock { (commits) throws(PeriluneError) in
            guard commits.last?.number ?? 0 == number else {
                throw PeriluneError(.commitFenced, "another writer")
            }
            // Numbers of a real stream have gaps, because it contains other subjects too.
            commits.append(LoggedCommit(number: number + 3, bytes: commit))
            if fault == .unanswered { throw failure }
            return number + 3
        }
    }

    /// Passes the commits after a number; unlike a server's, this log never drops any.
    package func read(
        after number: Int, _ body: (LoggedCommit) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        for commit in commits.withLock(\.self) where commit.number > number { try body(commit) }
    }
}
