package import PeriluneCore

/// By whom and for which event something is done: what a commander needs on the other side.
///
/// `event` and `source` identify the event and are empty if there is none, and `actor` names the delegate. `depth` counts the
/// events that led to this one by being published, up to `maximumDepth`. With `isDryRun`, effects must not happen.
package struct CallContext: Sendable {
    package var event = ""
    package var source = ""
    package var actor = ""
    package var depth = 0
    package var maximumDepth = 8
    package var isDryRun = false

    package init(_ commander: Commander) {
        event = commander.eventID ?? ""
        source = commander.eventSource ?? ""
        actor = commander.actorName
        depth = commander.depth
        maximumDepth = commander.maximumDepth
        isDryRun = commander.isDryRun
    }

    init(_ form: Form) throws(PeriluneError) {
        event = try form.text("event", most: 1 << 20)
        source = try form.text("source", most: 1 << 20)
        actor = try form.text("actor")
        depth = Int(try form.integer("depth", in: 0...1000))
        maximumDepth = Int(try form.integer("maximumDepth", in: 0...1000))
        isDryRun = try form.flag("dryRun")
    }

    /// Adds the members that the other side reads its context from.
    package func write(to members: inout Value.Members) {
        members["event"] = .string(event)
        members["source"] = .string(source)
        members["actor"] = .string(actor)
        members["depth"] = .integer(Int64(depth))
        members["maximumDepth"] = .integer(Int64(maximumDepth))
        members["dryRun"] = .bool(isDryRun)
    }
}
