import Arguments
import PeriluneCore

/// A decided event in one line.
struct TapLine {
    let text: String

    /// `event` has no secrets any more.
    init(_ event: Value, style: Style) {
        let record = event["record"] ?? .null
        var parts = [
            event["time"]?.string.map { String($0.dropFirst(11)) } ?? "",
            style.bold((record["event"]?.string ?? "?").withoutControls),
            (record["type"]?.string ?? "?").withoutControls,
            Self.outcome(record),
        ]
        parts += Self.effects(record).map(DecisionText.effect)
        if let error = record["error"] { parts.append(error.toldError) }
        // What events hold must not do anything to the terminal, nor break the line.
        text = parts.map { $0.filter { !$0.isNewline } }.joined(separator: "  ")
    }

    private static func outcome(_ record: Value) -> String {
        guard let outcome = record["outcome"]?.string.flatMap({ Outcome(rawValue: $0) }) else {
            return "?"
        }
        if outcome == .unhandled { return "unhandled" }
        return DecisionText.outcome(
            Record(
                event: "", type: "", outcome: outcome, by: record["by"]?.string,
                reason: record["reason"]?.string))
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
