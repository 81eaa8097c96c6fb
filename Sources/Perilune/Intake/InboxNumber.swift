internal import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// The number of an event in the inbox, under which its effects are stored.
///
/// An event whose sender waits for the outcome is not in the inbox; it gets a number with its first effect that must
/// not happen twice. So does the event of a timer, which gets the same number if it is called again after a crash.
final class InboxNumber: Sendable {
    private struct State {
        var number: Int64?
        var noted: Set<ByteString> = []
    }

    /// Whether the event is in the inbox.
    let isKept: Bool
    /// The id of the event, if it is that of a timer.
    private let timer: String?
    private let state: Mutex<State>

    /// Creates the number of an event in the inbox; without a number, one is reserved on demand.
    init(_ number: Int64? = nil, timer: String? = nil) {
        isKept = number != nil
        self.timer = timer
        state = Mutex(State(number: number))
    }

    /// The number; `nil` if none has been reserved yet.
    var number: Int64? { state.withLock(\.number) }

    /// The number, which this transaction reserves if there is none yet.
    func number(in transaction: StoreTransaction) throws(PeriluneError) -> Int64 {
        if let number { return number }
        let reserved =
            if let timer { try transaction.number(ofTimer: timer) } else {
                try transaction.reserveNumber()
            }
        state.withLock { $0.number = reserved }
        return reserved
    }

    /// Remembers that an effect is in the ledger.
    func markRecorded(_ identity: String) {
        if !isKept { state.withLock { _ = $0.noted.insert(ByteString(identity)) } }
    }

    /// Whether an effect is in the ledger.
    func isRecorded(_ identity: String) -> Bool {
        isKept || state.withLock { $0.noted.contains(ByteString(identity)) }
    }
}
