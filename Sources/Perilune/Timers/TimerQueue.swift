internal import PeriluneStore

/// The timers of a worker's keys in the order in which they are due, and the time of events so far.
///
/// A timer that is set anew leaves its old entry in the heap, which is ignored when its time comes.
struct TimerQueue: Sendable {
    /// The latest time of an event so far, in microseconds since 1970.
    private(set) var clock = Int64.min
    private var due: [StateSlot: Int64] = [:]
    private var heap: [Timer] = []

    /// Moves the time on; it never goes back.
    mutating func advance(to time: Int64) { clock = max(clock, time) }

    /// Whether a timer may be due.
    var isDue: Bool { heap.first.map { $0.due <= clock } ?? false }

    /// Whether the timer is still set as it was.
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

    /// Takes the next timer that is due at a time out of the order; it stays set until it is called.
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
