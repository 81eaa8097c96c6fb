internal import PeriluneCore

/// Counts the results of the events of a case: outcomes, effects by kind, and emitted, published and logged values.
struct Counts {
    /// The built-in kinds of effects, which are valid names even if none occurred.
    private static let kinds = [
        "navigate", "snapshot", "share", "mail", "publish", "notify", "http", "crm.create",
        "crm.retrieve", "crm.retrieveMultiple", "crm.update", "crm.delete", "crm.execute",
        "crm.associate", "crm.disassociate", "crm.fetch",
    ]

    private var counts: [String: Int]

    init(_ outcome: Observation) {
        counts = [
            "records": outcome.records.count,
            "emitted": outcome.output.count + outcome.outputs.values.reduce(0) { $0 + $1.count },
            "published": outcome.published.count, "log": outcome.log.count, "effects": 0,
            "errors": outcome.records.count { $0["error"] != nil },
        ]
        for outcome in Outcome.allCases { counts[outcome.rawValue] = 0 }
        for kind in Self.kinds { counts[kind] = 0 }
        for record in outcome.records {
            counts[record["outcome"]?.string ?? "", default: 0] += 1
            for effect in record["effects"]?.array ?? [] {
                counts["effects", default: 0] += 1
                counts[effect["kind"]?.string ?? "", default: 0] += 1
            }
        }
    }

    /// The valid names, sorted.
    var names: [String] { counts.keys.sorted() }

    /// The count for a name; `nil` if the name is not valid.
    ///
    /// A kind of effect of a plugin that did not occur counts as 0.
    subscript(name: String) -> Int? {
        if let count = counts[name] { return count }
        return name.contains(".") && NearestName.of(name, in: names) == nil ? 0 : nil
    }
}
