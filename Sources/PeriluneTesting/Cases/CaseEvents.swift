internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON

/// Makes the events of a case.
struct CaseEvents {
    /// The folder that log names are relative to.
    let folder: String
    /// The default time of events.
    let time: String?
    /// Makes an event from a link.
    let link: @Sendable (TestLink) -> Event
    /// Finds the codec of a log by its name, with options.
    let codec: @Sendable (String, Value) throws(PeriluneError) -> (any Codec)?
    let filesRead: FilesRead

    /// The events of a case: a list, or events selected from a log.
    func events(_ value: Value) throws(PeriluneError) -> [Event] {
        if let elements = value.elements {
            var events: [Event] = []
            for (index, element) in elements.enumerated() {
                events.append(try event(element, number: index + 1))
            }
            return events
        }
        if value["log"] != nil { return try LoggedEvents(value, self).events() }
        throw PeriluneError(
            "test.events", "events must be a list, or { log = \"FILE\", where = {…}, limit = N }")
    }

    /// Makes an event from a link `{ url, view }` or from an event whose required attributes may be missing.
    func event(_ value: Value, number: Int) throws(PeriluneError) -> Event {
        if let url = value.string { return link(.init(url: url, id: String(number), time: time)) }
        guard var members = value.object else {
            throw PeriluneError(
                "test.events", "event \(number) must be a link or a table, got \(value.shown)",
                hint: "write a link, or a table with url or type")
        }
        if members["type"] == nil, let url = members["url"]?.string {
            return link(
                .init(
                    url: url, id: members["id"]?.string ?? String(number),
                    source: members["source"]?.string ?? "test",
                    time: members["time"]?.string ?? time, view: members["view"]?.string))
        }
        if members["type"] == nil, let log = members["log"]?.string {
            throw PeriluneError(
                "test.events", "event \(number) names a log, which cannot be part of a list",
                hint: "write events = { log = \"\(log)\" }, without a list around it")
        }
        guard members["type"]?.string != nil else {
            throw PeriluneError(
                "test.events", "event \(number) has neither type nor url",
                hint: "write { type = \"crm.lead.update\", data = {…} }, or { url = \"mstr://…\" }")
        }
        if members["specversion"] == nil { members["specversion"] = "1.0" }
        if members["id"] == nil { members["id"] = .string(String(number)) }
        if members["source"] == nil { members["source"] = "test" }
        if members["time"] == nil, let time { members["time"] = .string(time) }
        var writer = JSONWriter()
        writer.write(.object(members))
        return Event(json: writer.bytes)
    }
}
