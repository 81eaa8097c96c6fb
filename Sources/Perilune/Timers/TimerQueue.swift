internal import PeriluneStore

/// The timers of a worker's keys in the order in which they are due, and the event time so far.
///
/// A timer that is set again leaves its old entry in the heap, which is ignored when it is due.
struct TimerQueue: Sendable {
    /// The latest time of an event so far, in microseconds since 1970.
    private(set) var clock = Int64.min
    private var due: [StateSlot: Int64] = [:]
    private var heap: [Timer] = []

    /// Advances event time, which never decreases.
    mutating func advance(to time: Int64) { clock = max(clock, time) }

    /// Whether a timer may be due.
    var isDue: Bool { heap.first.map { $0.due <= clock } ?? false }

    /// Whether the timer has not been changed since.
    func isSet(_ timer: Timer) -> Bool { due[timer.slot] == timer.due }

    /// The timers that are set, in order.
    var timers: [Timer] {
        var seen: Set<StateSlot> = []
        return heap.filter { isSet($0) && seen.insert($0.slot).inserted }
            .sorted { $0.isBefore($1) }
    }

    /// Sets a timer, or cancels it.
    mutating func change(_ slot: StateSlot, to timer: Timer?) {
        guard let timer else {
            due[slot] = nil
            return
        }
        guard due.updateValue(timer.due, forKey: slot) != timer.due else { return }
        push(timer)
        if heap.count > 2 * due.count + 1024 { forgetStale() }
    }

    /// Removes the next timer that is due at a time from the heap; it stays set until it is called.
    mutating func next(at time: Int64) -> Timer? {
        while let first = heap.first, first.due <= time {
            pop()
            if isSet(first) { return first }
        }
        return nil
    }

    private mutating func push(_ timer: Timer) {
        heap.append(timer)
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var first = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[first]) {
                first = child
            }
            if first == parent { return }
            heap.swapAt(first, parent)
            parent = first
        }
    }

    private mutating func forgetStale() {
        // A sorted array is a heap.
        heap = timers
    }
}
