import PeriluneCore
import Synchronization

/// How far a lane is, for its member and for those who watch the cluster.
final class LaneProgress: Sendable {
    private struct State {
        var sequence = UInt64(0)
        var behind = UInt64(0)
        var isOpen = false
        var isUnreadable = false
        var failure: PeriluneError?
    }

    private let state = Mutex(State())

    func read(through sequence: UInt64, behind: UInt64) {
        state.withLock { ($0.sequence, $0.behind) = (sequence, behind) }
    }

    /// The store is open, and events are processed.
    func open() {
        state.withLock { $0.isOpen = true }
    }

    /// The store is closed, or could not be opened.
    func close(_ failure: PeriluneError?, isUnreadable: Bool = false) {
        state.withLock { state in
            state.isOpen = false
            state.isUnreadable = isUnreadable
            state.failure = failure ?? state.failure
        }
    }

    /// Something failed that did not end the work on the lane.
    func note(_ failure: PeriluneError) { state.withLock { $0.failure = failure } }

    /// Messages of the lane that are not read yet.
    var behind: Int { state.withLock { Int(clamping: $0.behind) } }
    /// The sequence number of the last event that is in the store.
    var sequence: Int { state.withLock { Int(clamping: $0.sequence) } }
    var isOpen: Bool { state.withLock(\.isOpen) }
    /// Whether a newer version has written what this member cannot read.
    var isUnreadable: Bool { state.withLock(\.isUnreadable) }
    /// What went wrong last.
    var failure: PeriluneError? { state.withLock(\.failure) }
}
