import Arguments
import PeriluneCore

/// Formats a processed event as one line.
struct TapLine {
    let text: String

    /// Creates the line; secrets in `event` must be masked already.
    init(_ event: Value, style: Style) {
        let record = event["record"] ?? .null
        var parts = [
            event["time"]?.string.map { String($0.dropFirst(11)) } ?? "",
            style.bold((record["event"]?.string ?? "?").asLine),
            (record["type"]?.string ?? "?").asLine,
            Self.outcome(record),
        ]
        parts += Self.effects(record).map(DecisionText.effect)
        if let error = record["error"] { parts.append(error.serverErrorText) }
        // The content of events must not control the terminal or break the line.
        text = parts.map { $0.filter { !$0.isNewline } }.joined(separator: "  ")
    }

    private static func outcome(_ record: Value) -> String {
        guard let outcome = record["outcome"]?.string.flatMap({ Outcome(rawValue: $0) }) else {
            return "?"
        }
        if outcome == .unhandled, record["redirect"] == nil, record["parts"] == nil {
            return "unhandled"
        }
        var told = Record(
            event: "", type: "", outcome: outcome, by: record["by"]?.string,
            reason: record["reason"]?.string)
        told.redirect = record["redirect"]?.string
        let parts = (record["parts"]?.array ?? []).compactMap(part)
        let text = DecisionText.outcome(told)
        return parts.isEmpty ? text : "\(text)  (\(parts.joined(separator: ", ")))"
    }

    /// A part of an event with several, such as `3995 default`.
    private static func part(_ part: Value) -> String? {
        guard let outcome = part["outcome"]?.string, let label = part.object?.pairs.first else {
            return nil
        }
        let word = part["skipped"] == true ? "not processed" : outcome
        return "\(label.value.string ?? label.value.json) \(word)".asLine
    }

    private static func effects(_ record: Value) -> [Effect] {
        (record["effects"]?.array ?? []).compactMap { effect in
            guard var details = effect.object, let kind = details["kind"]?.string else {
                return nil
            }
            details["id"] = nil
            details["kind"] = nil
            return Effect(id: "", kind: kind, details: details)
        }
    }
}
