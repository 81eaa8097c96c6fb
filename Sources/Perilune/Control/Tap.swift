package import PeriluneCore
internal import Synchronization

/// Events as they are decided, for whoever looks on: the last few thousand, while somebody does.
///
/// Nobody waits for a slow looker: what it has not fetched in time is gone, and counted.
package final class Tap: Sendable {
    private struct Ring {
        var lines: [[UInt8]] = []
        /// The number of the first line.
        var first: UInt64 = 1
    }

    private static let capacity = 4096
    /// How long after the last question events are still kept.
    private static let patience: Duration = .seconds(5)

    private let ring = Mutex(Ring())
    private let watchedUntil = Mutex<ContinuousClock.Instant?>(nil)

    package init() {}

    /// Whether somebody looks on: asked once a batch.
    package var isWatched: Bool {
        watchedUntil.withLock { end in
            guard let known = end else { return false }
            if known > .now { return true }
            end = nil
            return false
        }
    }

    /// An event has been decided.
    package func add(_ event: [UInt8], _ record: Record) {
        var line = Array(#"{"event":"#.utf8)
        line += event
        line += Array(#","record":"#.utf8)
        line += Array(record.json.utf8)
        line += Array("}\n".utf8)
        ring.withLock { ring in
            ring.lines.append(line)
            // In bulk: moving all lines for each that goes would cost more than the lines.
            if ring.lines.count >= 2 * Self.capacity {
                ring.lines.removeFirst(Self.capacity)
                ring.first += UInt64(Self.capacity)
            }
        }
    }

    /// The lines from a number on, at most so many, and the number of the next.
    package func lines(
        from number: UInt64, limit: Int
    ) -> (lines: [[UInt8]], first: UInt64, next: UInt64) {
        watchedUntil.withLock { $0 = .now + Self.patience }
        return ring.withLock { ring in
            let end = ring.first + UInt64(ring.lines.count)
            let start = min(max(number, ring.first), end)
            let count = min(limit, Int(end - start))
            let offset = Int(start - ring.first)
            return (Array(ring.lines[offset..<offset + count]), start, start + UInt64(count))
        }
    }

    /// The number of the line that comes next.
    package var next: UInt64 { ring.withLock { $0.first + UInt64($0.lines.count) } }
}
