import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLinks

/// The options for choosing one event, shared by all commands that need one.
enum EventOptions {
    static let all: [Option] =
        [
            .value(
                "event", "FILE", accepts: .file,
                "A file with one CloudEvent in JSON; - is standard input."),
            .value("view", "NAME", "The view in which the link was tapped."),
            .value(
                "log", "FILE", accepts: .file,
                "A log, plain, .gz, .zst, .bz2 or .xz; choose one with --id or --line."),
            .value("id", "ID", "The id of an event in the log."),
            .value("line", "N", accepts: .integer(1...Int.max), "The line of an event in the log."),
        ] + LogCodec.options

    private static let largest = 4 << 20

    /// The chosen event; `nil` if the options choose none.
    static func event(
        _ values: Values, _ terminal: Terminal, program: String
    ) throws -> ChosenEvent? {
        let operand = values.operands.first
        let named = [values.string("event"), values.string("log"), operand].compactMap(\.self)
        if named.count > 1 {
            throw UsageError(
                .unexpectedOperand, "a link, --event and --log cannot be combined",
                program: program)
        }
        if let operand, TextFile.exists(operand) {
            throw UsageError(
                .invalidOperand,
                "'\(operand)' is a file, not a link; use --event \(operand) for a single event, or --log \(operand) --id ID for an event of a log",
                program: program)
        }
        if let operand { return try link(operand, view: values.string("view")) }
        if let file = values.string("event") { return try self.file(file) }
        guard let log = values.string("log") else {
            if values.string("id") != nil || values.string("line") != nil {
                throw UsageError(
                    .missingOperand, "--id and --line require --log FILE", program: program)
            }
            return nil
        }
        if let id = values.string("id") { return try EventLog(values, log, terminal).event(id: id) }
        guard let line = values.integer("line") else {
            throw UsageError(
                .missingOperand, "--log requires --id ID or --line N", program: program)
        }
        return try EventLog(values, log, terminal).event(line: line)
    }

    static func link(_ url: String, view: String?) throws(PeriluneError) -> ChosenEvent {
        // The link is checked first, so that a mistake in it is reported.
        ChosenEvent(
            event: CommandPlugins.event(ofLink: url, view: view).stamped(.now),
            subject: try Link(url).description)
    }

    static func file(_ path: String) throws(PeriluneError) -> ChosenEvent {
        let bytes = try TextFile.read(
            path == "-" ? "/dev/stdin" : path, limit: largest, what: "event")
        // An event may have several lines, but only its first brace is not indented.
        let lines = bytes.split(separator: 0x0A)
        guard lines.count(where: { $0.first == UInt8(ascii: "{") }) < 2 else {
            throw PeriluneError(
                "event.file", "the file has several events", at: .init(file: path),
                hint: "choose one: --log \(path) with --line N or --id ID")
        }
        return ChosenEvent(event: Event(json: bytes), origin: EventLocation(log: path))
    }
}

/// The event that a command explains.
struct ChosenEvent {
    let event: Event
    /// The place from which the event was read.
    var origin = EventLocation()
    /// The name of the event in messages, with secrets masked; `nil` for its id.
    var subject: String?
    /// The events before it in the log.
    var replay: LogReplay?

    /// The normalized link as rules compare it, with secrets masked; `nil` if it equals the link, or the link is
    /// invalid.
    var canonicalLink: String? {
        guard let text = url,
            let link = CommandPlugins.editLink(text) ?? (try? Link(text)),
            let canonical = link.canonical, canonical != text
        else { return nil }
        return Redaction.redact(canonical)
    }

    /// The link to a document in a library; `nil` if the event has another link.
    var dossier: DossierLink? {
        url.flatMap { try? Link($0) }?.dossier
    }

    /// An error about the event, with its place in the log.
    func locating(_ error: PeriluneError) -> PeriluneError {
        var error = error
        error.place.file = origin.log
        error.place.line = origin.line + max(0, (error.place.line ?? 1) - 1)
        return error
    }

    private var url: String? { (try? Value(spellingNumbers: event.json)["data"])?["url"]?.string }
}

/// A log from which events are chosen.
final class EventLog {
    let log: String
    private let codec: (any Codec)?
    private let codecName: String
    /// The line of the last chosen event.
    private var line = 0

    init(_ values: Values, _ log: String, _ terminal: Terminal) throws {
        self.log = log
        codec = try LogCodec.chosen(values, terminal)
        codecName = LogCodec.name(values)
    }

    func event(id: String) throws(PeriluneError) -> ChosenEvent {
        do throws(PeriluneError) {
            return chosen(try LogSearch(log, codec: codec).line(where: "id", is: id))
        } catch {
            var error = error
            error.hint = hint(for: error)
            throw error
        }
    }

    /// The hint for an error of an event of the log.
    func hint(for error: PeriluneError) -> String? {
        LogHint.text(for: error, in: log, read: codecName)
    }

    func event(line: Int) throws(PeriluneError) -> ChosenEvent {
        chosen(try LogSearch(log, codec: codec).line(line))
    }

    /// The event after the last chosen one, or the first event.
    func next() throws(PeriluneError) -> ChosenEvent {
        chosen(try LogSearch(log, codec: codec).line(after: line))
    }

    private func chosen(_ found: LogSearch.Found) -> ChosenEvent {
        line = found.line
        return ChosenEvent(
            event: Event(json: found.json), origin: EventLocation(log: log, line: found.line),
            replay: LogReplay(log: log, events: found.before, codec: codec))
    }
}
