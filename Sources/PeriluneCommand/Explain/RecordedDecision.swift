import Arguments
import Perilune
import PeriluneCore
import PeriluneJSON

/// The record of an event that was processed earlier, for comparison.
struct RecordedDecision {
    private let record: Value

    /// Reads the record that `--record` names; `nil` without this option.
    init?(_ values: Values, program: String) throws {
        guard let file = values.string("record") else { return nil }
        guard let id = values.string("id"), values.string("log") != nil else {
            throw UsageError(
                .missingOperand, "--record requires --id ID and --log FILE",
                program: program)
        }
        let found = try LogSearch(file).line(where: "event", is: Redaction.redact(id))
        record = Redaction.redact(try Value(json: found.json))
    }

    /// One JSON object with the record and the members of the explanation.
    func json(with now: String) -> String {
        "{\"recorded\":\(record.json),\(now.dropFirst())"
    }

    /// The recorded result, followed by the text of the current explanation.
    func text(before now: String, _ explanation: Explanation, style: Style) -> String {
        var lines = [style.bold("then"), "  \(outcome(record))"]
        for effect in record["effects"]?.array ?? [] { lines.append("  \(effect.json)") }
        if let error = record["error"]?["message"]?.string { lines.append("  \(error.asMessage)") }
        let outputs = record["outputs"]?.object?.pairs.map { "\($0.value.json) to \($0.name)" }
        lines.append(
            "  emitted \(record["emitted"]?.json ?? "0")"
                + (outputs.map { ", \($0.joined(separator: ", "))" } ?? ""))
        lines.append(style.bold("now"))
        let changes = differences(to: explanation)
        let verdict =
            changes.isEmpty
            ? "the decision is the same" : "differs in \(changes.joined(separator: ", "))"
        return lines.joined(separator: "\n") + "\n" + now + style.bold("then and now") + "\n  "
            + verdict + "\n"
    }

    private func outcome(_ record: Value) -> String {
        var text = record["outcome"]?.string ?? "no outcome"
        if let by = record["by"]?.string { text += " by \(by)" }
        if let reason = record["reason"]?.string { text += ": \(reason.asMessage)" }
        return text
    }

    /// The members of the record that would be different now.
    private func differences(to explanation: Explanation) -> [String] {
        guard let record = explanation.results.records.first,
            let now = (try? Value(json: Array(record.json.utf8))).map({ Redaction.redact($0) })
        else { return ["everything"] }
        return [
            "outcome", "by", "reason", "redirect", "parts", "effects", "emitted", "outputs",
            "error",
        ]
        .filter { now[$0] != self.record[$0] }
        .map { name in
            guard let then = self.record[name]?.string, let now = now[name]?.string else {
                return name
            }
            return "\(name) (\(then), now \(now))"
        }
    }
}
