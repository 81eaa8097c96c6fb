import PeriluneCore
import Synchronization

/// The recent changes by scripts, by which an event that a script caused is recognized when it comes back.
///
/// CRM only counts the depth of operations inside of it, and starts at 1 for a request from outside. So each change
/// is stored with the depth of its event, and an event that reports it is one level deeper.
package final class ChangeChain: Sendable {
    private struct Change {
        let depth: Int
        /// The attributes that were sent; an event of the change has these at least.
        let attributes: Set<String>
        let time: ContinuousClock.Instant
        /// The operation of the first event that reported the change.
        var operation: String?
    }

    private struct Changes {
        var byRecord: [GUID: [Change]] = [:]
        var count = 0

        mutating func forget(before end: ContinuousClock.Instant, _ limit: Int) {
            byRecord = byRecord.compactMapValues { changes in
                let young = changes.filter { $0.time > end }
                return young.isEmpty ? nil : young
            }
            count = byRecord.reduce(0) { $0 + $1.value.count }
            if count >= limit { (byRecord, count) = ([:], 0) }
        }
    }

    private let changes = Mutex(Changes())

    /// The time in which CRM must report a change.
    private static let time = Duration.seconds(120)
    /// The maximum number of changes; above it, old ones are removed, and all if none is old enough.
    private static let limit = 10_000

    package init() {}

    /// Whether it knows any change.
    var isUsed: Bool { changes.withLock { !$0.byRecord.isEmpty } }

    /// A script is about to change a record, in an event of this depth.
    func recordChange(_ record: GUID, _ attributes: some Sequence<String>, depth: Int) {
        let now = ContinuousClock.now
        let change = Change(depth: depth, attributes: Set(attributes), time: now)
        changes.withLock { changes in
            if changes.count >= Self.limit { changes.forget(before: now - Self.time, Self.limit) }
            changes.byRecord[record, default: []].append(change)
            changes.count += 1
        }
    }

    /// The depth of an event: 0 for one that no script of this host caused.
    ///
    /// Several webhooks may report one operation, which has one correlation; the same change in another operation was
    /// made by another client.
    func depth(of record: GUID, in operation: String, _ changed: () -> Set<String>) -> Int {
        let now = ContinuousClock.now
        return changes.withLock { changes in
            guard let known = changes.byRecord[record] else { return 0 }
            let names = changed()
            let index = known.firstIndex {
                now - $0.time < Self.time && $0.attributes.isSubset(of: names)
                    && ($0.operation == nil || $0.operation == operation)
            }
            guard let index else { return 0 }
            changes.byRecord[record]?[index].operation = operation
            return known[index].depth + 1
        }
    }
}
