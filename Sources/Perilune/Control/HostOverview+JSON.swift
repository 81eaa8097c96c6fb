package import PeriluneCore

extension HostOverview {
    /// The overview as an object; unknown values are left out.
    package var value: Value {
        [
            "perilune": .string(version), "process": .integer(Int64(process)),
            "time": .string(time.description), "started": .string(started.description),
            "workers": .integer(Int64(workers)), "decided": .integer(Int64(decided)),
            "waiting": .integer(Int64(waiting)), "quarantined": .integer(Int64(quarantined)),
            "delegates": .array(delegates.map(\.value)), "reloads": reloads,
            "inputs": .array(inputs.map(\.value)),
        ]
    }

    /// Parses such an object; `nil` for any other value.
    package init?(_ value: Value) {
        guard let version = value["perilune"]?.string,
            let time = value["time"]?.string.flatMap({ Timestamp($0) }),
            let started = value["started"]?.string.flatMap({ Timestamp($0) }),
            let rows = value["delegates"]?.array
        else { return nil }
        self.init(time: time, started: started)
        self.version = version
        process = value.count("process")
        workers = value.count("workers")
        decided = value.count("decided")
        waiting = value.count("waiting")
        quarantined = value.count("quarantined")
        delegates = rows.compactMap { Row($0) }
        reloads = value["reloads"] ?? .null
        inputs = (value["inputs"]?.array ?? []).compactMap { SourceInput($0) }
    }
}

extension SourceInput {
    fileprivate var value: Value {
        [
            "name": .string(name), "read": .integer(Int64(read)), "behind": .integer(Int64(behind)),
        ]
    }

    fileprivate init?(_ value: Value) {
        guard let name = value["name"]?.string else { return nil }
        self.init(name, read: value.count("read"), behind: value.count("behind"))
    }
}

extension HostOverview.Row {
    fileprivate var value: Value {
        var members: [(String, Value)] = [
            ("delegate", .string(name)), ("calls", .integer(Int64(counts.entered))),
            ("claimed", .integer(Int64(counts.taken))),
            ("errors", .integer(Int64(counts.failures))),
        ]
        if let version { members.append(("version", .string(version))) }
        if let since { members.append(("since", .string(since.description))) }
        if let memory { members.append(("memory", .integer(Int64(memory)))) }
        if isRemoved { members.append(("gone", true)) }
        members += [
            ("turns", .integer(Int64(counts.turns))),
            ("nanoseconds", .integer(Int64(counts.nanoseconds))),
        ]
        if let p50 = counts.times.quantile(0.5), let p99 = counts.times.quantile(0.99) {
            members.append(("p50", .integer(Int64(p50))))
            members.append(("p99", .integer(Int64(p99))))
        }
        members.append(("times", counts.times.value))
        let outcomes = counts.timesByOutcome.sorted { $0.key.rawValue < $1.key.rawValue }
        members.append(
            ("outcomes", .object(.init(outcomes.map { ($0.key.rawValue, $0.value.value) }))))
        return .object(.init(members))
    }

    fileprivate init?(_ value: Value) {
        guard let name = value["delegate"]?.string else { return nil }
        self.init(name)
        counts.entered = value.count("calls")
        counts.taken = value.count("claimed")
        counts.failures = value.count("errors")
        counts.turns = value.count("turns")
        for member in value["outcomes"]?.object?.pairs ?? [] {
            guard let outcome = CallOutcome(rawValue: member.name) else { continue }
            counts.add(DurationHistogram(member.value), outcome)
        }
        version = value["version"]?.string
        since = value["since"]?.string.flatMap { Timestamp($0) }
        memory = value["memory"]?.integer.map { Int($0) }
        isRemoved = value["gone"]?.bool ?? false
    }
}

extension DurationHistogram {
    /// The sum, and the buckets that are not empty, each with its upper bound and count.
    fileprivate var value: Value {
        let filled = zip(DurationHistogram.bounds, buckets).filter { $0.1 > 0 }
        return [
            "nanoseconds": .integer(Int64(nanoseconds)),
            "buckets": .array(
                filled.map { [.integer(Int64($0.0)), .integer(Int64($0.1))] }),
        ]
    }

    fileprivate init(_ value: Value) {
        let pairs = (value["buckets"]?.array ?? []).compactMap { pair -> (Int64, Int)? in
            guard let bound = pair[0]?.integer, let count = pair[1]?.integer else { return nil }
            return (bound, Int(count))
        }
        let counts = Dictionary(pairs) { $0 + $1 }
        self.init(
            buckets: counts.isEmpty ? [] : Self.bounds.map { counts[Int64($0)] ?? 0 },
            nanoseconds: UInt64(max(0, value["nanoseconds"]?.integer ?? 0)))
    }
}

extension Value {
    fileprivate func count(_ name: String) -> Int { Int(self[name]?.integer ?? 0) }
}
