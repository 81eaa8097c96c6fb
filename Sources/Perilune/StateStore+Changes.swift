internal import PeriluneCore
internal import PeriluneStore

extension StateStore {
    /// The values of a prefix as they are once changes have been saved; less than `limit` only at the end.
    func values(
        script: String, prefix: String, after: String?, limit: Int, changedBy changes: [StateChange]
    ) throws(PeriluneError) -> [StateValue] {
        var last = after
        var all: [StateValue] = []
        while true {
            let saved = try values(script: script, prefix: prefix, after: last, limit: limit)
            // After the last value, the store may have more values, which come before later changes.
            let end = saved.count == limit ? saved.last?.key : nil
            var values = Dictionary(
                saved.map { (StateSlot(script: script, key: $0.key), $0.value) },
                uniquingKeysWith: { $1 })
            for change in changes where change.key != prefix {
                if let last, !last.isBefore(change.key) { continue }
                if let end, end.isBefore(change.key) { continue }
                values[StateSlot(change)] = change.value
            }
            let found = values.map { StateValue(key: $0.key.key, value: $0.value) }
                .sorted { $0.key.isBefore($1.key) }
            all += found
            guard all.count < limit, let end else { return Array(all.prefix(limit)) }
            last = end
        }
    }
}
