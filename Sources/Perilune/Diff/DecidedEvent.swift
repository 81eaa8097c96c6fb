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
    private var emitted: [String: [ArraySlice<UInt8>]]

    /// The records of a line.
    static func records(
        _ bytes: ArraySlice<UInt8>, with parser: JSONParser
    ) throws(PeriluneError) -> [JSONTree] {
        var records: [JSONTree] = []
        for line in lines(of: bytes) { records.append(try parser.tree(of: Array(line))) }
        return records
    }

    /// Lines without those that are empty; `split` takes ten times as long.
    private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            if end > rest.startIndex { lines.append(rest[..<end]) }
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { lines.append(rest) }
        return lines
    }

    /// The events that came of a line: the line's own, then those that were published.
    static func read(records: [JSONTree], emitted: ArraySlice<UInt8>) -> [DecidedEvent] {
        var values = lines(of: emitted)[...]
        var events: [DecidedEvent] = []
        for record in records {
            let count = record["emitted"]?.integer ?? 0
            var outputs: [String: [ArraySlice<UInt8>]] = [:]
            for value in values.prefix(count) {
                let line = EmittedLine(value)
                outputs[line.output ?? "", default: []].append(line.json)
            }
            values = values.dropFirst(count)
            events.append(DecidedEvent(record, emitted: outputs))
        }
        return events
    }

    private init(_ record: JSONTree, emitted: [String: [ArraySlice<UInt8>]]) {
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
    func differences(
        from new: DecidedEvent, _ comparer: JSONComparer
    ) throws(PeriluneError) -> [FieldDifference] {
        var found = FieldDifferences()
        found.compare("outcome", outcome, new.outcome)
        found.compare("by", by.map { .string($0) }, new.by.map { .string($0) })
        found.compare("reason", reason, new.reason)
        found.compare("redirect", redirect, new.redirect)
        found.compare("parts", parts, new.parts)
        found.compare("error", error, new.error)
        found.compareEffects(effects, new.effects)
        for output in Set(emitted.keys).union(new.emitted.keys).sorted() {
            try found.compareEmitted(
                output.isEmpty ? "emitted" : "outputs".luaMember(output), emitted[output] ?? [],
                new.emitted[output] ?? [], comparer)
        }
        return found.fields
    }
}
