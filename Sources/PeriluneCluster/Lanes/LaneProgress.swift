import PeriluneCore
import Synchronization

/// The progress of a lane, for its member and for monitoring.
final class LaneProgress: Sendable {
    /// The counts of the lane since the start of the member.
    private let counts: LaneCounts
    private struct State {
        var commits = 0
        var sequence = UInt64(0)
        var behind = UInt64(0)
        var isOpen = false
        var isUnreadable = false
        var failure: PeriluneError?
    }

    private let state = Mutex(State())

    init(_ counts: LaneCounts = LaneCounts()) { self.counts = counts }

    func committed(_ commits: Int) {
        if commits == 0 { return }
        state.withLock { $0.commits += commits }
        counts.add(commits: commits)
    }

    func read(through sequence: UInt64, behind: UInt64) {
        state.withLock { ($0.sequence, $0.behind) = (sequence, behind) }
    }

    /// Called when the store is open and events are processed.
    func open() {
        state.withLock { $0.isOpen = true }
    }

    /// Called when the store was closed, or could not be opened.
    func close(_ failure: PeriluneError?, isUnreadable: Bool = false) {
        if failure != nil { counts.add(errors: 1) }
        state.withLock { state in
            state.isOpen = false
            state.isUnreadable = isUnreadable
            state.failure = failure ?? state.failure
        }
    }

    /// Records an error after which the lane continues.
    func fail(with failure: PeriluneError) {
        counts.add(errors: 1)
        state.withLock { $0.failure = failure }
    }

    /// The number of messages of the lane that have not been read.
    var behind: Int { state.withLock { Int(clamping: $0.behind) } }
    /// The sequence number of the last event in the store.
    var sequence: Int { state.withLock { Int(clamping: $0.sequence) } }
    /// The number of commits since this member took the lane.
    var commits: Int { state.withLock(\.commits) }
    var isOpen: Bool { state.withLock(\.isOpen) }
    /// Whether a newer version has written state that this member cannot read.
    var isUnreadable: Bool { state.withLock(\.isUnreadable) }
    /// The last error.
    var failure: PeriluneError? { state.withLock(\.failure) }
}

/// The counts of a lane on a member since its start.
final class LaneCounts: Sendable {
    private let counts = Mutex((commits: 0, errors: 0))

    var now: (commits: Int, errors: Int) { counts.withLock { ($0.commits, $0.errors) } }

    func add(commits: Int = 0, errors: Int = 0) {
        counts.withLock { counts in
            counts.commits += commits
            counts.errors += errors
        }
    }
}
