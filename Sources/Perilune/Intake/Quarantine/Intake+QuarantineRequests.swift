package import PeriluneCore
internal import PeriluneStore

/// Access to the quarantine of a cluster's lane, for commands on other machines.
///
/// Requests and answers are JSON: `{"do":"list","choice":{"all":true},"after":7,"whole":false}` gets
/// `{"entries":[…],"more":false}`; `{"do":"retry","choice":{"ids":[7]},"assume":"done"}` and `drop` get
/// `{"count":1}`.
extension Intake {
    /// Answers a request in about `limit` bytes.
    package func answer(_ request: Value, limit: Int) throws(PeriluneError) -> Value {
        guard let store else { throw PeriluneError("store.missing", "the lane has no store") }
        let ids = try store.quarantine(QuarantineChoice(request["choice"] ?? .null))
        switch request["do"]?.string {
        case "list":
            let after = request["after"]?.integer ?? 0
            return try list(
                ids.filter { $0 > after }, whole: request["whole"]?.bool ?? false, limit, store)
        case "retry":
            let outcome = try AssumedOutcome.read(request["assume"])
            return try counting(ids, "retried") { (ids) throws(PeriluneError) in
                try retry(.ids(ids), assuming: outcome).events
            }
        case "drop":
            return try counting(ids, "dropped") { (ids) throws(PeriluneError) in
                try drop(.ids(ids))
            }
        default:
            throw PeriluneError(
                "cluster.request", "the member does not know this request",
                hint: "upgrade Perilune on all members of the cluster")
        }
    }

    private func list(
        _ ids: [Int64], whole: Bool, _ limit: Int, _ store: EventStore
    ) throws(PeriluneError) -> Value {
        var (entries, size): ([Value], Int) = ([], 0)
        for id in ids {
            guard let kept = try store.quarantined(id) else { continue }
            let intents = try kept.event.number.map { (number) throws(PeriluneError) in
                try store.intents(of: number)
            }
            let entry = Quarantine.Entry(kept, intents ?? []).transferred(whole: whole)
            size += entry.json.utf8.count
            if !entries.isEmpty, size > limit {
                return ["entries": .array(entries), "more": true]
            }
            entries.append(entry)
        }
        return ["entries": .array(entries), "more": false]
    }

    /// Changes the quarantine in commits that are small enough for the commit log, and reports the change.
    private func counting(
        _ ids: [Int64], _ what: String, _ change: ([Int64]) throws(PeriluneError) -> Int
    ) throws(PeriluneError) -> Value {
        var (rest, size, count) = (ids[...], 64, 0)
        if ids.isEmpty { return ["count": 0] }
        defer {
            log.log(
                LogLine(
                    level: "info",
                    message:
                        "\(what) \(count) of \(ids.count) quarantined events, as a client of the cluster asked",
                    fields: nil, script: "cluster", event: nil))
        }
        while !rest.isEmpty {
            do throws(PeriluneError) {
                count += try change(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            } catch {
                guard error.code == .commitSize, size > 1 else { throw error }
                size /= 2
            }
        }
        return ["count": .integer(Int64(count))]
    }
}
