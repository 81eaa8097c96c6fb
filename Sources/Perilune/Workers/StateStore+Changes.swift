internal import PeriluneCore
internal import PeriluneStore

extension StateStore {
    // The values with a prefix as they will be after changes are saved; `changes` are sorted by key. Fewer than
    // `limit` are returned only at the end.
    func values(
        script: String, prefix: String, after: String?, limit: Int, changedBy changes: [StateChange]
    ) throws(PeriluneError) -> [StateValue] {
        var last = after
        var found: [StateValue] = []
        var next = after.map { changes.firstIndex(behind: $0) } ?? 0
        while true {
            let saved = try values(script: script, prefix: prefix, after: last, limit: limit)
            // Beyond the last value, the store may have more values that precede later changes.
            let end = saved.count == limit ? saved.last?.key : nil
            for value in saved {
                while next < changes.count, changes[next].key.isBefore(value.key) {
                    found.add(changes[next], unless: prefix)
                    next += 1
                }
                if next < changes.count, !value.key.isBefore(changes[next].key) {
                    found.add(changes[next], unless: prefix)
                    next += 1
                } else {
                    found.append(value)
                }
            }
            guard let end else { break }
            if found.count >= limit { return Array(found.prefix(limit)) }
            last = end
        }
        while next < changes.count, found.count < limit {
            found.add(changes[next], unless: prefix)
            next += 1
        }
        return Array(found.prefix(limit))
    }
}

extension [StateValue] {
    /// Adds the value of a change; a change of the prefix itself removes the table.
    fileprivate mutating func add(_ change: StateChange, unless prefix: String) {
        guard let value = change.value, change.key != prefix else { return }
        append(StateValue(key: change.key, value: value))
    }
}

extension [StateChange] {
    /// The index of the first change after a key.
    fileprivate func firstIndex(behind key: String) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if key.isBefore(self[middle].key) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
