import Arguments
import Perilune
import PeriluneCore

/// Formats the result of an event as text.
struct DecisionText {
    private(set) var text: String

    /// Creates the text; `subject` is the link or the id of the event, with secrets masked.
    init(_ results: Host.Results, of subject: String, style: Style) {
        text = style.bold(subject.asMessage) + "\n"
        for (number, record) in results.records.enumerated() {
            if number > 0 {
                let type = Redaction.redact(record.type).asMessage
                text += style.bold(type) + " (published)\n"
            }
            text += "  \(Self.outcome(record))\n"
            for part in record.parts { text += "  \(Self.part(part))\n" }
            for effect in record.effects { text += "  \(Self.effect(effect))\n" }
            if let error = record.error {
                for line in error.description.withoutControls.split(separator: "\n") {
                    text += "  \(line)\n"
                }
            }
        }
        for emission in results.emissions { text += "  \(emission.shown)\n" }
    }

    static func outcome(_ record: Record) -> String {
        var part = Record.Part(.init(), record.outcome, by: record.by)
        part.reason = record.reason
        part.redirect = record.redirect
        return outcome(part)
    }

    /// The result of one event of a link that has several.
    static func part(_ part: Record.Part) -> String {
        let label = part.label.pairs.map { "\($0.name) \($0.value.string ?? $0.value.json)" }
        let text = label.joined(separator: ", ").asMessage
        return part.isSkipped
            ? "\(text): not processed, because an event before it was rejected"
            : "\(text): \(outcome(part))"
    }

    private static func outcome(_ part: Record.Part) -> String {
        let by = part.by.map { " by \($0)" } ?? ""
        let redirect = part.redirect.map { Redaction.redact($0).asMessage }
        switch part.outcome {
        case .handled: return "handled\(by)"
        case .default: return "default\(by)" + (redirect.map { ", redirected to \($0)" } ?? "")
        case .unhandled:
            if let redirect { return "unhandled: there is no default handling for \(redirect)" }
            return "unhandled: no script handled it, and there is no default handling"
        case .rejected: return "rejected\(by): \((part.reason ?? "").asMessage)"
        case .failed: return "failed\(by)"
        }
    }

    static func effect(_ effect: Effect) -> String {
        var parts = [effect.kind]
        for member in effect.details.pairs {
            if member.name == "warnings", let list = member.value.array {
                for case let message? in list.map({ $0["message"]?.string }) {
                    let text = "(\(message.asMessage))"
                    if !parts.contains(text) { parts.append(text) }
                }
                continue
            }
            switch member.value {
            case .string(let text):
                parts.append("\(member.name)=\(Redaction.redact(text).asMessage)")
            case .array(let list) where list.isEmpty: continue
            case .object(let members) where members.pairs.isEmpty: continue
            default: parts.append("\(member.name)=\(member.value.json)")
            }
        }
        return parts.joined(separator: " ")
    }
}
