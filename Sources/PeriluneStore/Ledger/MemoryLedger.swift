public import PeriluneCore
import Synchronization

/// A ledger of effects in memory, for tests and for processing an event again.
public final class MemoryLedger: EffectLedger {
    private struct Row {
        let kind: String
        let request: Value
        var answer: LedgerAnswer?
    }

    private let rows = Mutex<[ByteString: Row]>([:])

    /// Makes an empty ledger.
    public init() {}

    /// Records an effect, or returns its known state.
    public func begin(
        _ identity: String, kind: String, request: Value
    ) throws(PeriluneError) -> LedgerEntry {
        let known = rows.withLock { rows in
            let known = rows[ByteString(identity)]
            if known == nil { rows[ByteString(identity)] = Row(kind: kind, request: request) }
            return known
        }
        guard let known else { return .new }
        guard known.kind == kind, known.request == request else { throw .effectChanged(identity) }
        return known.answer.map { .answered($0) } ?? .begun
    }

    /// Stores the answer.
    public func finish(_ identity: String, _ answer: LedgerAnswer) {
        rows.withLock { $0[ByteString(identity)]?.answer = answer }
    }

    /// The stored answer; `nil` if there is none.
    public func answer(to identity: String) -> LedgerAnswer? {
        rows.withLock { $0[ByteString(identity)]?.answer }
    }
}
