import Arguments
import Perilune
import PeriluneCore
import PeriluneLinks

/// Formats an explanation as text: the result, followed by what each script did.
struct ExplainText {
    private let explanation: Explanation
    private let style: Style
    /// Whether to show everything without truncation.
    var isVerbose = false
    /// The width in columns.
    var width = 100
    /// The sources of scripts, if they are to be shown.
    var sources: SourceFiles?
    /// The normalized link, with secrets masked, if it differs from the link.
    var canonical: String?
    /// A hint about the log from which an event could not be read.
    var hint: String?
    /// The link to a document in a library; `nil` if the event has another link.
    var dossier: DossierLink?

    init(_ explanation: Explanation, style: Style) {
        self.explanation = explanation
        self.style = style
    }

    func text(of subject: String) -> String {
        let steps = explanation.steps
        let decision = DecisionText(explanation.results, of: subject, style: style).text
        var text = decision
        if let hint { text += "  hint: \(Redaction.redact(hint).asMessage)\n" }
        if let canonical { text += "  link read as \(canonical.asMessage)\n" }
        if let dossier {
            text += "  link to dossier \(dossier.dossier) of project \(dossier.project)"
            if let page = dossier.page { text += ", page \(Redaction.redact(page).asMessage)" }
            if let bookmark = dossier.bookmark {
                text += ", bookmark \(Redaction.redact(bookmark).asMessage)"
            }
            text += "\n"
        }
        text += style.bold("why") + "\n"
        let indent = (steps.map(\.delegate.count).max() ?? 0) + 2
        let first = steps.first?.event
        var event = first
        var part: TracePart?
        for step in steps {
            if step.event != event {
                event = step.event
                let subject = Redaction.redact(step.event).asMessage
                text += style.bold("why \(subject)") + " (published)\n"
            }
            if let next = step.part, next != part { text += Self.heading(next) }
            part = step.part
            let padding = String(repeating: " ", count: indent - step.delegate.count)
            text += "  \(step.delegate)\(padding)\(answer(step, steps))\n"
            for line in details(step) { text += "    \(line)\n" }
        }
        if steps.isEmpty { text += "  no script or delegate was called\n" }
        text += "  took \(explanation.microseconds) µs, including the first use of the scripts\n"
        return text
    }

    /// The heading of one event of a link that has several.
    private static func heading(_ part: TracePart) -> String {
        "  event \(part.number) of \(part.count): \(Redaction.redact(part.text).asMessage)\n"
    }

    private func answer(_ step: TraceStep, _ steps: [TraceStep]) -> String {
        guard let earlier = step.answeredFor else { return decision(step, steps) }
        return "\(decision(step, steps)) (called once for the whole link, for event \(earlier))"
    }

    private func decision(_ step: TraceStep, _ steps: [TraceStep]) -> String {
        switch step.answer {
        case .notInterested(let mismatch):
            "not called: \(Redaction.redact(mismatch.reason).asMessage)"
        case .notReached:
            "not called: \(ending(step, steps) ?? "an earlier script") already decided"
        case .declined: "declined: shouldHandle returned false"
        case .failed(let error):
            "failed: \(error.place) \(Redaction.redact(error.message).asMessage)"
        case .replied(.handled): "handled"
        case .replied(.byDefault(nil)): "default"
        case .replied(.byDefault(let url?)): "default, with \(Redaction.redact(url))"
        case .replied(.pass): "passed"
        case .replied(.reject(let reason)), .replied(.rejectPart(let reason)):
            "rejected: \(Redaction.redact(reason).asMessage)"
        }
    }

    /// The script that ended the event before another one was asked.
    private func ending(_ step: TraceStep, _ steps: [TraceStep]) -> String? {
        let before = steps.filter {
            $0.event == step.event && $0.part == step.part && $0.order < step.order
        }
        return before.last { $0.trace != nil || $0.answeredFor != nil }?.delegate
    }

    private func details(_ step: TraceStep) -> [String] {
        guard let trace = step.trace else { return [] }
        let facts = FactText(trace, isVerbose: isVerbose, width: width)
        var lines = facts.reads + facts.calls
        if isVerbose { lines += facts.emitted }
        lines += facts.ran
        if let sources {
            for file in trace.files { lines += sources.listing(of: file, style: style) }
        } else if let end = end(trace, step) {
            lines.append(end)
        }
        lines.append(facts.cost)
        if trace.isCut { lines.append("note    the trace is truncated") }
        return lines
    }

    /// The line on which the script ended; for a failed script, the error has it.
    private func end(_ trace: DelegateTrace, _ step: TraceStep) -> String? {
        if case .failed = step.answer { return nil }
        guard let file = trace.files.first(where: { $0.file.hasSuffix(step.delegate) }),
            let line = SourceFiles([]).line(file.last, of: file.file)
        else { return nil }
        // Reaching the end of the function is not worth mentioning.
        if line.trimmed.hasPrefix("end") { return nil }
        let number = file.last
        return
            "ended   line \(number): \(FactText.cut(Redaction.redact(quoted: line.trimmed), to: width - 24))"
    }
}
