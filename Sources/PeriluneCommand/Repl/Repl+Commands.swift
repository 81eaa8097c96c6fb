import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// The commands that begin with a colon.
extension Repl {
    func event(_ operand: String) throws {
        if operand.isEmpty { return try write("\(eventLine)\n") }
        try use(chosen(operand))
        try write("\(eventLine)\n")
    }

    /// The event for an operand: a link, a file, or the id or line of an event in the log.
    private func chosen(_ operand: String) throws(PeriluneError) -> ChosenEvent {
        if operand.contains("://") { return try EventOptions.link(operand, view: nil) }
        guard let log else { return try EventOptions.file(operand) }
        do throws(PeriluneError) {
            return try log.event(id: operand)
        } catch {
            if let line = Int(operand) { return try log.event(line: line) }
            if TextFile.exists(operand) { return try EventOptions.file(operand) }
            throw error
        }
    }

    func next() throws {
        guard let log else {
            throw PeriluneError(
                "prompt.log", "no log is open",
                hint: "start the prompt with 'perilune repl --log FILE'")
        }
        try use(log.next())
        try write("\(eventLine)\n")
    }

    func load(_ path: String) throws {
        guard !path.isEmpty else { throw PeriluneError("prompt.load", ":load requires a file") }
        try session.reload(path)
        try write("delegate is \(path)\n")
    }

    func reload() throws {
        try session.reload()
        try write("delegate is \(session.script ?? "nil: no script is loaded")\n")
    }

    func explain() async throws {
        let explanation = try await session.explain()
        var text = ExplainText(explanation, style: terminal.style)
        text.width = terminal.width
        let id = explanation.results.records.first?.event ?? "event"
        try write(text.text(of: subject ?? id))
    }

    /// Prints every field below a path, with its value.
    func fields(_ path: String) throws {
        let event = Redaction.redact(try Value(spellingNumbers: session.event.json))
        let wanted = path.hasPrefix("event.") ? String(path.dropFirst(6)) : path
        let lines = FieldList(event).lines.filter { $0.hasPrefix(wanted) }
        if lines.isEmpty { throw PeriluneError("prompt.field", "the event has no field '\(path)'") }
        try write(lines.map { "event.\($0)\n" }.joined())
    }

    func help() throws {
        var text = "event      the event to process        commander  decides the event\n"
        text += "delegate   the script's table          _          the last value shown\n"
        text +=
            "Modules are available by name (json, log, crm …). Tab completes, ↑ recalls lines.\n"
        for command in PromptCommand.all {
            let head = ":\(command.name) \(command.operand)"
            text += head + String(repeating: " ", count: max(1, 28 - head.count))
            text += command.summary + "\n"
        }
        try write(text)
    }
}
