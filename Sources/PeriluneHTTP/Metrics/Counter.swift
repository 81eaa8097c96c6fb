package import Synchronization

/// A number that only grows.
package final class Counter: Sendable {
    @usableFromInline let count = Atomic<UInt64>(0)

    init() {}

    /// Increments the counter; thread-safe, in a few nanoseconds.
    @inlinable
    package func increment(by amount: Int = 1) {
        count.wrappingAdd(UInt64(truncatingIfNeeded: amount), ordering: .relaxed)
    }

    /// The count since the start of the process; it may lag behind other threads.
    package var value: UInt64 { count.load(ordering: .relaxed) }
}

/// A number that goes up and down.
package final class Gauge: Sendable {
    private let bits = Atomic<UInt64>(0)

    init() {}

    /// Sets the number; other threads may add to it at the same time.
    package func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

    /// Adds an amount, which may be negative.
    package func add(_ amount: Double) { bits.add(amount) }

    /// The current number; it may lag behind other threads.
    package var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }
}

extension Atomic<UInt64> {
    /// Adds to the number that is stored as a bit pattern.
    func add(_ amount: Double) {
        var old = load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (exchanged, original) = weakCompareExchange(
                expected: old, desired: new, ordering: .relaxed)
            if exchanged { return }
            old = original
        }
    }
}
