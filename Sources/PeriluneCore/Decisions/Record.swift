/// The outcome and the effects of one event: one JSON object of the decision log.
public struct Record: Hashable, Sendable {
    /// The event's id.
    public var event: String
    /// The event's type.
    public var type: String
    /// The outcome.
    public var outcome: Outcome
    /// The delegate or default handler that took the event; `nil` if none did.
    public var by: String?
    /// The version of the script, if the host records versions.
    public var version: String?
    /// Why it was rejected.
    public var reason: String?
    /// The link that a delegate named instead of the event's own, even if nothing took it.
    public var redirect: String?
    /// How each part ended, if the event has several; `outcome` is the worst of them.
    public var parts: [Part] = []
    /// The effects, in order.
    public var effects: [Effect]
    /// The number of emitted values.
    public var emitted: Int
    /// How many of them were emitted to each named output.
    public var outputs: [String: Int] = [:]
    /// The first error, even if another delegate or the default handler took the event.
    public var error: PeriluneError?

    /// Makes a record.
    public init(
        event: String, type: String, outcome: Outcome, by: String? = nil, reason: String? = nil,
        effects: [Effect] = [], emitted: Int = 0, error: PeriluneError? = nil
    ) {
        self.event = event
        self.type = type
        self.outcome = outcome
        self.by = by
        self.reason = reason
        self.effects = effects
        self.emitted = emitted
        self.error = error
    }

    /// Appends the record as one object without secrets, and without a line end.
    public func write(to writer: inout JSONWriter) {
        Self.write(
            event: event, type: type, outcome, by: by, version: version, reason: reason,
            redirect: redirect, parts: parts, effects: effects, emitted: emitted, outputs: outputs,
            error: error, to: &writer)
    }

    /// Appends a record from its members, for callers that need only the JSON.
    package static func write(
        event: String, type: String, _ outcome: Outcome, by: String?, version: String?,
        reason: String?, redirect: String?, parts: [Part], effects: [Effect], emitted: Int,
        outputs: [String: Int], error: PeriluneError?, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.name(plain: "event")
        writer.write(Redaction.redact(event))
        write(type: type, outcome, by: by, version: version, to: &writer)
        if let reason { writer.write("reason", reason) }
        if let redirect { writer.write("redirect", redirect) }
        if !parts.isEmpty {
            writer.name("parts")
            writer.beginArray()
            for part in parts { part.write(to: &writer) }
            writer.endArray()
        }
        writer.name(plain: "effects")
        writer.beginArray()
        for effect in effects { effect.write(to: &writer) }
        writer.endArray()
        writer.name(plain: "emitted")
        writer.write(integer: Int64(emitted))
        if !outputs.isEmpty {
            let counts = outputs.sorted { $0.key < $1.key }.map { name, count in
                (name, Value.integer(Int64(count)))
            }
            writer.write("outputs", .object(.init(counts)))
        }
        if let error {
            writer.name("error")
            error.write(to: &writer)
        }
        writer.endObject()
    }

    /// Appends the members that depend only on the event's type and how it ended.
    static func write(
        type: String, _ outcome: Outcome, by: String?, version: String?, to writer: inout JSONWriter
    ) {
        writer.name(plain: "type")
        writer.write(Redaction.redact(type))
        writer.name(plain: "outcome")
        writer.write(outcome.rawValue)
        if let by { writer.write("by", by) }
        if let version { writer.write("version", version) }
    }

    /// The record as JSON text.
    public var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }
}

extension PeriluneError {
    /// Appends the error as one object: code, message, file, line, column, traceback, hint.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write("code", code.rawValue)
        writer.write("message", message)
        if let file = place.file { writer.write("file", file) }
        if let line = place.line { writer.write("line", .integer(Int64(line))) }
        if let column = place.column { writer.write("column", .integer(Int64(column))) }
        if !traceback.isEmpty { writer.write("traceback", .array(traceback.map { .string($0) })) }
        if let hint { writer.write("hint", hint) }
        writer.endObject()
    }
}
