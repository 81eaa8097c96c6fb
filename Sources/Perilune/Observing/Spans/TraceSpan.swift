internal import PeriluneCore

/// A span of a trace.
struct TraceSpan: Sendable {
    var context: TraceContext
    /// The span that caused it; 0 for none.
    var parent: UInt64 = 0
    /// The batch in which an event was processed, if it belongs to another trace.
    var link: TraceContext?
    var name: String
    /// Whether it processes a message from another system.
    var isConsumer = false
    /// Microseconds since 1970.
    var start: Int64
    var end: Int64
    var attributes: [(name: String, value: Value)] = []
    /// The error; `nil` if there was none.
    var error: String?
}

/// The span of an event that is in progress.
final class EventSpan {
    let context: TraceContext
    let parent: UInt64
    let link: TraceContext?
    let start: Int64
    /// The type of the event, if the span is kept.
    private(set) var type: String?
    private(set) var attributes: [(name: String, value: Value)] = []
    private(set) var error: String?
    private var isNoted = false

    init(_ context: TraceContext, parent: UInt64, link: TraceContext?, start: Int64) {
        self.context = context
        self.parent = parent
        self.link = link
        self.start = start
    }

    /// Adds an event that has ended: first the event itself, then those that it published.
    func eventEnded(
        _ ending: Ending, by delegate: String?, _ event: any EventContent, _ error: PeriluneError?
    ) {
        let isFirst = !isNoted
        isNoted = true
        guard context.isSampled || ending.outcome == .failed else { return }
        if isFirst || type == nil {
            let type = Redaction.redact(event.type)
            self.type = type
            attributes = [
                ("cloudevents.event_id", .string(Redaction.redact(event.id))),
                ("cloudevents.event_source", .string(Redaction.redact(event.source))),
                ("cloudevents.event_type", .string(type)),
                ("perilune.outcome", .string(ending.outcome.rawValue)),
            ]
            if let delegate { attributes.append(("perilune.delegate", .string(delegate))) }
        }
        if ending.outcome == .failed, let error, self.error == nil {
            attributes.append(("error.type", .string(error.code.rawValue)))
            self.error = error.message
        }
    }
}
