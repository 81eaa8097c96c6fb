internal import PeriluneCore

/// The validated table that a script passes to `commander:publish`.
package struct PublishedEvent {
    /// The members that are allowed.
    package static let members = ["type", "subject", "source", "time", "data"]
    /// The hint for a script that sets the id of a published event.
    package static let idHint =
        "the id of a published event is that of its effect; put an id of your own into data"

    /// The maximum length of a type, because types are compared with the interests of all delegates and written to
    /// each record.
    private static let longestType = 1024

    private let type: String
    private let subject: String?
    private let source: String?
    private let time: String?
    /// As the script gave it, so that numbers of an event keep their spelling and size.
    private let data: [UInt8]?

    init(_ argument: Value?, data: [UInt8]?) throws(PeriluneError) {
        guard let event = argument, let type = event["type"]?.string, !type.isEmpty else {
            throw PeriluneError(
                "event.type", "commander:publish requires a table with a type",
                hint: "write commander:publish{ type = \"crm.task.due\", data = { ... } }")
        }
        guard type.utf8.count <= Self.longestType else {
            throw PeriluneError(
                "event.type",
                "commander:publish: the type has \(type.utf8.count) bytes; the limit is \(Self.longestType)",
                hint: "a type names a kind of event, such as crm.task.due; put values into data")
        }
        for member in event.object?.pairs ?? [] where !Self.members.contains(member.name) {
            throw Self.unknown(member.name)
        }
        self.type = type
        subject = try Self.text("subject", event)
        source = try Self.text("source", event)
        time = try Self.time(event)
        self.data = data
    }

    func publish(by commander: Commander?) throws(PeriluneError) {
        try commander?.publish(
            type: type, subject: subject, source: source, time: time, dataJSON: data)
    }

    private static func unknown(_ name: String) -> PeriluneError {
        let near = NearestName.suggestion(for: name, in: members)
        return PeriluneError(
            "script.argument", "commander:publish: unknown member '\(name)'\(near)",
            hint: name == "id"
                ? idHint : "the members are \(members.joined(separator: ", "))")
    }

    private static func text(_ name: String, _ event: Value) throws(PeriluneError) -> String? {
        guard let value = event[name], value != .null else { return nil }
        guard let text = value.string else {
            throw PeriluneError("script.argument", "commander:publish: '\(name)' must be a string")
        }
        return text
    }

    private static func time(_ event: Value) throws(PeriluneError) -> String? {
        guard let value = event["time"], value != .null else { return nil }
        guard let text = value.string, Timestamp(text) != nil else {
            throw PeriluneError(
                "event.time",
                value.string.map {
                    "commander:publish: '\($0.prefix(64))' is not a valid RFC 3339 time"
                } ?? "commander:publish: 'time' must be a string, an RFC 3339 time",
                hint:
                    "write \"2026-11-21T16:00:00Z\", or time.text(seconds) with the result of time.parse"
            )
        }
        return text
    }
}
