package import PeriluneCore

/// The context of a call: what a commander in the library needs.
///
/// `eventID` and `source` identify the event and are empty if there is none, and `actor` names the delegate. `depth` is
/// the number of published events that led to this one, up to `maximumDepth`. With `isDryRun`, effects must not be
/// carried out.
package struct CallContext: Sendable {
    package var eventID = ""
    package var source = ""
    package var actor = ""
    package var depth = 0
    package var maximumDepth = 8
    package var isDryRun = false

    package init(_ commander: Commander) {
        eventID = commander.eventID ?? ""
        source = commander.eventSource ?? ""
        actor = commander.actorName
        depth = commander.depth
        maximumDepth = commander.maximumDepth
        isDryRun = commander.isDryRun
    }

    init(_ form: Form) throws(PeriluneError) {
        eventID = try form.text("event", most: 1 << 20)
        source = try form.text("source", most: 1 << 20)
        actor = try form.text("actor")
        depth = Int(try form.integer("depth", in: 0...1000))
        maximumDepth = Int(try form.integer("maximumDepth", in: 0...1000))
        isDryRun = try form.flag("dryRun")
    }

    /// Adds the members of the context to a request.
    package func write(to members: inout Value.Members) {
        members["event"] = .string(eventID)
        members["source"] = .string(source)
        members["actor"] = .string(actor)
        members["depth"] = .integer(Int64(depth))
        members["maximumDepth"] = .integer(Int64(maximumDepth))
        members["dryRun"] = .bool(isDryRun)
    }
}
