package import PeriluneCore
internal import Synchronization

/// The counts of delegates since the host started, by name, over all workers and versions.
package final class DelegateTotals: Sendable {
    private struct Total {
        var counts = DelegateCounts()
        /// The memory on each worker, in bytes.
        var memory: [Int: Int] = [:]

        mutating func add(_ more: DelegateCounts, _ bytes: Int?, of worker: Int) {
            counts += more
            if let bytes { memory[worker] = bytes }
        }
    }

    private let totals = Mutex<[String: Total]>([:])

    package init() {}

    /// Adds the counts of a worker's bus.
    package func addCounts(of bus: Bus, worker: Int) {
        totals.withLock { totals in
            bus.drainCounts { name, counts, memory in
                totals[name, default: Total()].add(counts, memory, of: worker)
            }
        }
    }

    /// All delegates that ever existed, with the memory that they last used on all workers.
    package var all: [String: (counts: DelegateCounts, memory: Int?)] {
        totals.withLock { totals in
            totals.mapValues { total in
                (total.counts, total.memory.isEmpty ? nil : total.memory.values.reduce(0, +))
            }
        }
    }
}
