import Arguments
import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneFiles
import Synchronization

let explainAction: Action = Action(
    command: Command(
        name: "explain", summary: "Show why a link or an event is decided as it is.",
        discussion: [
            "Lists every script in the order in which it is asked: whether it could be interested and if not, which condition failed; what it answered; what came of it.",
            "Effects are not carried out, unless --live says so: a script that needs the answer to one stops there.",
        ],
        operands: [Operand("URL", .optional, "A link; or give --event.")],
        options: ScriptOptions.withoutDryRun + [
            .toggle("live", "Carry effects out; else they are described only."),
            .value(
                "event", "FILE", accepts: .file,
                "A CloudEvent in a file, one JSON object; - is standard input."),
            .value("view", "NAME", "The view that the tap came from."),
            .toggle("json", "Write one JSON object."),
        ],
        examples: [
            Example(
                "perilune explain 'mstr://?evt=4001' -s a.lua -s b.lua", "Who took it, and who not."
            ),
            Example(
                "perilune explain --event lead.json -s hot_lead.lua", "An event of another kind."),
        ]),
    run: runExplain)

@Sendable
private func runExplain(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let event: Event
    var subject: String
    if let file = values.string("event") {
        let bytes = try TextFile.read(
            file == "-" ? "/dev/stdin" : file, limit: 4 << 20, what: "event")
        event = Event(json: bytes)
        subject = file
    } else if let url = values.operands.first {
        subject = try Link(url).description
        event = Event.link(url, view: values.string("view"))
    } else {
        throw UsageError(
            .missingOperand, "explain needs a link, or --event FILE", program: "perilune explain")
    }
    let host = try ScriptOptions.host(values, terminal, isDryRun: !values.flag("live"))
    let steps = Mutex<[TraceStep]>([])
    let clock = ContinuousClock()
    let start = clock.now
    let results = try await host.explain(event) { step in steps.withLock { $0.append(step) } }
    let microseconds = Int(((clock.now - start) / .microseconds(1)).rounded())
    if let id = results.records.first?.event, values.string("event") != nil { subject = id }
    let taken = steps.withLock { $0 }.withoutRepeatedWaits
    if values.flag("json") {
        try terminal.write(ExplainText.json(taken, results, microseconds) + "\n")
    } else {
        try terminal.write(
            ExplainText.text(taken, results, microseconds, of: subject, style: terminal.style))
    }
    return results.summary.failed > 0 ? .quarantined : .success
}

extension [TraceStep] {
    /// A script that waits for one answer after the other waits, once.
    fileprivate var withoutRepeatedWaits: [TraceStep] {
        var waiting: Set<String> = []
        return filter { step in
            guard case .suspended = step.answer else { return true }
            return waiting.insert(step.delegate).inserted
        }
    }
}

/// The steps of a decision, for a person and for a machine.
private enum ExplainText {
    static func text(
        _ steps: [TraceStep], _ results: Host.Results, _ microseconds: Int, of subject: String,
        style: Style
    ) -> String {
        let indent = (steps.map(\.delegate.count).max() ?? 0) + 2
        var text = ""
        for step in steps {
            let padding = String(repeating: " ", count: indent - step.delegate.count)
            text += "  \(step.delegate)\(padding)\(answer(step))\n"
        }
        if steps.isEmpty { text += "  no script or delegate was asked\n" }
        let decision = DecisionText(results, of: subject, style: style).text
        return decision + style.bold("why") + "\n" + text
            + "  decided in \(microseconds) µs, with the first use of the script\n"
    }

    static func json(_ steps: [TraceStep], _ results: Host.Results, _ microseconds: Int) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("steps")
        writer.beginArray()
        for step in steps {
            writer.beginObject()
            writer.write("delegate", step.delegate)
            writer.write("answer", word(step.answer))
            if case .notInterested(let reason) = step.answer { writer.write("reason", reason) }
            if case .failed(var error) = step.answer {
                error.message = Redaction.redact(error.message)
                writer.name("error")
                error.write(to: &writer)
            }
            writer.endObject()
        }
        writer.endArray()
        writer.name("records")
        writer.beginArray()
        for record in results.records { record.write(to: &writer) }
        writer.endArray()
        writer.write("microseconds", .integer(Int64(microseconds)))
        writer.endObject()
        return writer.text
    }

    private static func answer(_ step: TraceStep) -> String {
        switch step.answer {
        case .notInterested(let reason): "not asked: \(reason)"
        case .declined: "asked: shouldHandle said no"
        case .suspended: "took it, and waits for an answer"
        case .failed(let error): "failed: \(error.place) \(Redaction.redact(error.message))"
        case .replied(.handled): "took it: handled"
        case .replied(.byDefault(nil)): "took it: as usual"
        case .replied(.byDefault(let url?)): "took it: as usual, with \(Redaction.redact(url))"
        case .replied(.pass): "took it and passed it on"
        case .replied(.reject(let reason)): "rejected it: \(Redaction.redact(reason))"
        }
    }

    private static func word(_ answer: TraceStep.Answer) -> String {
        switch answer {
        case .notInterested: "not-interested"
        case .declined: "declined"
        case .suspended: "suspended"
        case .failed: "failed"
        case .replied(.handled): "handled"
        case .replied(.byDefault): "default"
        case .replied(.pass): "passed"
        case .replied(.reject): "rejected"
        }
    }
}
