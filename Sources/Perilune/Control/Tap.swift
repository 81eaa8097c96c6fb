package import PeriluneCore
internal import Synchronization

/// The last few thousand events, kept while `perilune tap` reads them.
///
/// Every event has a number, even if no reader gets it. Workers never wait for a reader: events that it has not
/// fetched in time are dropped, and the numbers show how many.
package final class Tap: Sendable {
    /// An event that was processed.
    package struct Entry: Sendable {
        /// The number of the event, counting all events of the host from 1, including those that are not kept or not
        /// wanted.
        package let number: UInt64
        /// When the event was decided, not the time of the event itself.
        package let time: Timestamp
        /// `nil` if the entry could not be read as an event.
        package let event: [UInt8]?
        /// The outcome, with the effects.
        package let record: Record
    }

    private struct Ring {
        var entries: [Entry] = []
        var bytes = 0
        var next: UInt64 = 1
        var watchedUntil: ContinuousClock.Instant?
    }

    /// The minimum number of events that are kept, unless they are large.
    private static let capacity = 4096
    private static let byteLimit = 16 << 20
    /// How long events are kept after the last request of a reader.
    private static let patience: Duration = .seconds(5)

    private let ring = Mutex(Ring())

    package init() {}

    /// Whether there are readers; checked once for each batch.
    package var isWatched: Bool {
        ring.withLock { ring in
            guard let end = ring.watchedUntil else { return false }
            if end > .now { return true }
            ring.watchedUntil = nil
            ring.entries = []
            ring.bytes = 0
            return false
        }
    }

    /// Adds an event that was processed.
    package func add(_ event: [UInt8]?, _ record: Record) {
        let now = Timestamp.now
        ring.withLock { ring in
            ring.entries.append(
                Entry(number: ring.next, time: now, event: event, record: record))
            ring.next += 1
            ring.bytes += event?.count ?? 0
            guard ring.entries.count >= 2 * Self.capacity || ring.bytes > Self.byteLimit else {
                return
            }
            // Removes many at once, because each removal moves all remaining entries.
            let gone = max(1, ring.entries.count / 2)
            ring.bytes -= ring.entries[..<gone].reduce(0) { $0 + ($1.event?.count ?? 0) }
            ring.entries.removeFirst(gone)
        }
    }

    /// Counts events without keeping them.
    package func skip(_ count: Int) { ring.withLock { $0.next += UInt64(count) } }

    /// The number of events that were processed.
    package var decided: Int { ring.withLock { Int($0.next - 1) } }

    /// The matching events from a number on, up to a limit; without a number, only the next number.
    package func events(
        from number: UInt64?, limit: Int, bytes byteLimit: Int = .max,
        where isWanted: (Record) -> Bool = { _ in true }
    ) -> (events: [Entry], next: UInt64, missed: UInt64) {
        let (entries, end) = ring.withLock { ring in
            ring.watchedUntil = .now + Self.patience
            guard let number else { return (ArraySlice<Entry>(), ring.next) }
            let first = ring.entries.firstIndex { $0.number >= number } ?? ring.entries.endIndex
            return (ring.entries[first...], ring.next)
        }
        var wanted: [Entry] = []
        var next = min(number ?? end, end)
        var missed: UInt64 = 0
        var bytes = 0
        for entry in entries {
            // The limit is checked before each event, so a single event may exceed it.
            guard wanted.count < limit, bytes < byteLimit else { return (wanted, next, missed) }
            missed += entry.number - next
            next = entry.number + 1
            guard isWanted(entry.record) else { continue }
            wanted.append(entry)
            bytes += entry.event?.count ?? 0
        }
        missed += end - next
        next = end
        return (wanted, next, missed)
    }
}
