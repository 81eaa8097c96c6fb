package import PeriluneCore
internal import Synchronization

/// A commit log in memory, whose failures a test chooses.
package final class MemoryCommitLog: CommitLog {
    /// The result of the next append.
    package enum Fault: Sendable, CaseIterable {
        /// The commit is not appended, and the writer gets an error.
        case refused
        /// The commit is appended, and the writer gets an error.
        case unanswered
    }

    /// What writers are told; a larger commit is appended all the same.
    package let maximumSize: Int
    private let commits = Mutex<[LoggedCommit]>([])
    private let fault = Mutex<Fault?>(nil)

    package init(maximumSize: Int = 1 << 20) { self.maximumSize = maximumSize }

    /// The number of commits.
    package var count: Int { commits.withLock(\.count) }

    /// Lets the next append fail.
    package func fail(_ next: Fault?) { fault.withLock { $0 = next } }

    /// Appends a commit under a number three higher than the last one.
    ///
    /// - Throws: `commit.fenced` if the last one has another number, and what ``fail(_:)`` has asked for.
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
            // Numbers of a stream have gaps: other subjects are in it, too.
            commits.append(LoggedCommit(number: number + 3, bytes: commit))
            if fault == .unanswered { throw failure }
            return number + 3
        }
    }

    /// Passes the commits after a number; unlike a server, it does not miss any.
    package func read(
        after number: Int, _ body: (LoggedCommit) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        for commit in commits.withLock(\.self) where commit.number > number { try body(commit) }
    }
}
