import PeriluneCore

/// The members of a large table in memory.
struct StateMembers {
    private var members: [StateSlot: [UInt8]] = [:]
    /// The sorted keys; nil if a key was added or removed since they were sorted.
    private var sorted: [StateSlot]?

    var all: [[UInt8]] { Array(members.values) }

    subscript(slot: StateSlot) -> [UInt8]? {
        get { members[slot] }
        set {
            if (members.updateOrRemove(newValue, slot) == nil) != (newValue == nil) { sorted = nil }
        }
    }

    /// The first members after a key.
    mutating func values(after key: String, _ limit: Int) -> [StateValue] {
        let all = sorted ?? members.keys.sorted { $0.key.isBefore($1.key) }
        sorted = all
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if key.isBefore(all[middle].key) { high = middle } else { low = middle + 1 }
        }
        return all[low...].prefix(limit).map {
            StateValue(key: $0.key, value: members[$0] ?? [])
        }
    }
}

extension Dictionary {
    /// Sets or removes a value, and returns the previous one.
    fileprivate mutating func updateOrRemove(_ value: Value?, _ key: Key) -> Value? {
        value.map { updateValue($0, forKey: key) } ?? removeValue(forKey: key)
    }
}
