/// Groups the values in memory by when they may be removed, in steps of ten seconds.
struct StateExpiries {
    private var slots: [Int64: [StateSlot]] = [:]
    /// The step in which each value goes: a value that was changed again stays in the list of an earlier one.
    private var steps: [StateSlot: Int64] = [:]
    private var reached = Int64.min

    private static let length: Int64 = 10_000

    mutating func insert(_ slot: StateSlot, _ removal: Int64) {
        let step = removal / Self.length
        guard steps.updateValue(step, forKey: slot) != step else { return }
        slots[step, default: []].append(slot)
    }

    /// The expired values.
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
