/// Groups the values in memory by the time of their removal, in steps of ten seconds.
struct StateExpiries {
    private var slots: [Int64: [StateSlot]] = [:]
    /// The step of each value; a value that was changed again is also still in the list of an earlier step.
    private var steps: [StateSlot: Int64] = [:]
    private var reached = Int64.min

    private static let length: Int64 = 10_000

    mutating func insert(_ slot: StateSlot, _ removal: Int64) {
        let step = removal / Self.length
        guard steps.updateValue(step, forKey: slot) != step else { return }
        slots[step, default: []].append(slot)
    }

    /// Removes and returns the expired values.
    mutating func removed(until time: Int64) -> [StateSlot] {
        let now = time / Self.length
        guard now > reached else { return [] }
        reached = now
        var removed: [StateSlot] = []
        for step in slots.keys where step < now {
            for slot in slots.removeValue(forKey: step) ?? [] where steps[slot] == step {
                steps[slot] = nil
                removed.append(slot)
            }
        }
        return removed
    }
}
