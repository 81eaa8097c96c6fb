package import PeriluneCore
internal import Synchronization

/// What delegates have done since the host began, by name: over all workers, and over all versions.
package final class DelegateTotals: Sendable {
    private struct Total {
        var counts = DelegateCounts()
        /// By worker.
        var memory: [Int: Int] = [:]

        mutating func add(_ more: DelegateCounts, _ bytes: Int?, of worker: Int) {
            counts += more
            if let bytes { memory[worker] = bytes }
        }
    }

    private let totals = Mutex<[String: Total]>([:])

    package init() {}

    /// Takes what was counted on a worker's bus.
    package func addCounts(of bus: Bus, worker: Int) {
        totals.withLock { totals in
            bus.drainCounts { name, counts, memory in
                totals[name, default: Total()].add(counts, memory, of: worker)
            }
        }
    }

    /// Those that were ever there, with the memory that they held last, on all workers.
    package var all: [String: (counts: DelegateCounts, memory: Int?)] {
        totals.withLock { totals in
            totals.mapValues { total in
                (total.counts, total.memory.isEmpty ? nil : total.memory.values.reduce(0, +))
            }
        }
    }
}
