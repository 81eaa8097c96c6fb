import Arguments
import LineEditing
import PeriluneCore
import PeriluneJSON
import PeriluneLua

/// Reads lines, runs them, and prints the results.
final class Repl {
    let session: ReplSession
    let log: EventLog?
    let terminal: Terminal
    var showsTime: Bool
    private(set) var isOver = false
    private(set) var subject: String?
    private let input: any LineInput
    /// The lines of an incomplete chunk.
    private var text = ""
    private var failures = 0

    private static let longest = 256 << 10

    init(_ session: ReplSession, log: EventLog?, _ terminal: Terminal) throws {
        self.session = session
        self.log = log
        self.terminal = terminal
        let history = HistoryFile.path(program: "perilune", name: "repl_history")
        let editor = LineEditor(program: "perilune", history: history) { text in
            text.hasPrefix(":")
                ? PromptCommand.names(for: text) : session.prompt.names(for: text)
        }
        input =
            editor
            ?? PlainInput(isInteractive: Terminal.isInputTerminal && terminal.isOutputTerminal) {
                prompt in try? terminal.write(prompt)
            }
        showsTime = input.isInteractive
    }

    func run() async throws -> ExitStatus {
        if input.isInteractive { try terminal.write(greeting) }
        while !isOver, let line = input.read(prompt: text.isEmpty ? "> " : ">> ") {
            switch line {
            case .cancelled: text = ""
            case .text(let line): try await evaluate(line)
            }
        }
        if !text.isEmpty, !isOver { try await evaluate("", isLast: true) }
        // At an interactive prompt, errors do not change the exit status.
        return failures > 0 && !input.isInteractive ? .found : .success
    }

    func use(_ event: ChosenEvent) throws(PeriluneError) {
        do throws(PeriluneError) {
            try session.use(event.event)
        } catch {
            var error = event.locating(error)
            if let log { error.hint = log.hint(for: error) }
            throw error
        }
        subject = event.subject
    }

    func quit() { isOver = true }

    func write(_ text: String) throws { try terminal.write(text) }

    private var greeting: String {
        let script = session.script.map { "delegate is \($0); " } ?? ""
        return terminal.style.bold("perilune \(version)")
            + "  \(script)\(eventLine)\n:help lists the commands\n"
    }

    /// A description of the loaded event.
    var eventLine: String {
        let event = Redaction.redact((try? Value(spellingNumbers: session.event.json)) ?? nil)
        let type = event["type"]?.string ?? ""
        if type == "prompt" { return "no event is loaded; load one with :event FILE|URL" }
        return "event is \(subject ?? event["id"]?.string ?? "") (\(type))"
    }

    private func evaluate(_ line: String, isLast: Bool = false) async throws {
        if text.isEmpty, line.trimmed.isEmpty { return }
        if text.isEmpty, line.hasPrefix(":") {
            input.remember(line)
            try await command(line)
            return
        }
        text += text.isEmpty ? line : "\n\(line)"
        let evaluation = await session.prompt.run(text)
        if !evaluation.isComplete, !isLast, text.utf8.count < Self.longest { return }
        remember(text)
        text = ""
        try show(evaluation)
    }

    /// Adds a text to the history as one line, unless a comment in it would then hide the rest.
    private func remember(_ text: String) {
        let lines = text.split(separator: "\n").map { String($0) }
        if text.contains("--") {
            for line in lines { input.remember(line) }
        } else {
            input.remember(lines.joined(separator: " "))
        }
    }

    private func command(_ line: String) async throws {
        do {
            try await PromptCommand.run(line, self)
        } catch let error as PeriluneError {
            report(error)
        } catch let error as UsageError {
            failures += 1
            terminal.info("\(error.message)\n")
        }
    }

    private func show(_ evaluation: Evaluation) throws {
        var text = Redaction.redact(quoted: evaluation.shown).withoutControls
        for line in evaluation.emitted { text += "\(EmittedLine(line).shown)\n" }
        for effect in evaluation.effects {
            let details = Redaction.redact(.object(effect.details))
            text += "effect \(effect.kind) \(details.json)\n"
        }
        for event in evaluation.published {
            let json = String(decoding: event.json, as: UTF8.self)
            text += "published \(Redaction.redact(json: json))\n"
        }
        text += reply(evaluation.reply)
        if showsTime, evaluation.error == nil { text += "-- \(time(evaluation.microseconds))\n" }
        if !text.isEmpty { try terminal.write(text) }
        guard let error = evaluation.error else { return }
        report(error)
        if evaluation.isRestarted {
            terminal.info("the sandbox was reset: globals of earlier lines are lost\n")
        }
    }

    private func report(_ error: PeriluneError) {
        failures += 1
        terminal.report(error)
    }

    /// The reply of a chunk, which the prompt prints but does not carry out.
    private func reply(_ reply: Reply?) -> String {
        switch reply {
        case .byDefault(nil): "decision: default\n"
        case .byDefault(let url?): "decision: default, with \(Redaction.redact(url))\n"
        case .pass: "decision: pass\n"
        case .reject(let reason), .rejectPart(let reason):
            "decision: reject: \(Redaction.redact(reason))\n"
        case .handled, nil: ""
        }
    }

    private func time(_ microseconds: Int) -> String {
        microseconds < 1000
            ? "\(microseconds) µs" : "\(microseconds / 1000).\(microseconds % 1000 / 100) ms"
    }
}
