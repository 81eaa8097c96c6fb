internal import PeriluneCore
internal import PeriluneJSON

/// What one version did with one event: its record, read again, and the values that it emitted.
struct DecidedEvent {
    let event: String
    let type: String
    let outcome: JSONTree?
    let by: String?
    let reason: JSONTree?
    let redirect: JSONTree?
    let parts: JSONTree?
    /// Code and message; where it happened moves with every edit and is no difference.
    let error: JSONTree?
    let effects: [JSONTree]
    /// By output; the one without a name is an empty string.
    private var emitted: [String: [JSONTree]]

    /// The events that came of a line: the line's own, then those that were published.
    static func read(
        records: ArraySlice<UInt8>, emitted: ArraySlice<UInt8>, with parser: JSONParser
    ) throws(PeriluneError) -> [DecidedEvent] {
        var values = emitted.split(separator: 0x0A)[...]
        var events: [DecidedEvent] = []
        for line in records.split(separator: 0x0A) {
            let record = try parser.tree(of: Array(line))
            let count = record["emitted"]?.integer ?? 0
            var trees: [String: [JSONTree]] = [:]
            for value in values.prefix(count) {
                let line = EmittedLine(value)
                trees[line.output ?? "", default: []].append(
                    try parser.tree(of: Array(line.json)))
            }
            values = values.dropFirst(count)
            events.append(DecidedEvent(record, emitted: trees))
        }
        return events
    }

    private init(_ record: JSONTree, emitted: [String: [JSONTree]]) {
        event = record["event"]?.string ?? ""
        type = record["type"]?.string ?? ""
        outcome = record["outcome"]
        by = record["by"]?.string
        reason = record["reason"]
        redirect = record["redirect"]
        parts = record["parts"]
        error = record["error"].map { error in
            .object(
                ["code", "message"].compactMap { name in
                    error[name].map { JSONTree.Member(name, $0) }
                })
        }
        effects = record["effects"]?.elements ?? []
        self.emitted = emitted
    }

    /// What differs in another version's decision.
    func differences(from new: DecidedEvent) -> [FieldDifference] {
        var found = FieldDifferences()
        found.compare("outcome", outcome, new.outcome)
        found.compare("by", by.map { .string($0) }, new.by.map { .string($0) })
        found.compare("reason", reason, new.reason)
        found.compare("redirect", redirect, new.redirect)
        found.compare("parts", parts, new.parts)
        found.compare("error", error, new.error)
        found.compareEffects(effects, new.effects)
        for output in Set(emitted.keys).union(new.emitted.keys).sorted() {
            found.compareEmitted(
                output.isEmpty ? "emitted" : "outputs".luaMember(output), emitted[output] ?? [],
                new.emitted[output] ?? [])
        }
        return found.fields
    }
}
