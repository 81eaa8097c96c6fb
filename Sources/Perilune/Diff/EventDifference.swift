package import PeriluneJSON

/// What two versions of a host did differently with one event.
package struct EventDifference: Hashable, Sendable {
    /// The log as the user named it.
    package let log: String
    /// The line of the log, from 1; a published event has that of the event it came of.
    package let line: Int
    /// The event's id.
    package let event: String
    /// The event's type.
    package let type: String
    /// By whom each version had it decided.
    package let by: Versions<String>
    /// What differs, each field once.
    package let fields: [FieldDifference]

    /// A name for each version; `nil` if no delegate took the event, or if it was not published.
    package struct Versions<Content: Hashable & Sendable>: Hashable, Sendable {
        package let old: Content?
        package let new: Content?

        package init(old: Content?, new: Content?) {
            self.old = old
            self.new = new
        }
    }

    package init(
        log: String, line: Int, event: String, type: String, by: Versions<String>,
        fields: [FieldDifference]
    ) {
        self.log = log
        self.line = line
        self.event = event
        self.type = type
        self.by = by
        self.fields = fields
    }
}

/// One field that differs, with both values; `nil` where there is none.
package struct FieldDifference: Hashable, Sendable {
    /// `outcome`, `by`, `reason`, `redirect`, `parts`, `error`, `published`, `effects`, `emitted`, or a path inside of these such as
    /// `emitted.region`, `outputs.errors.region` and `effects.crm.create.subject`.
    package let field: String
    package let old: JSONTree?
    package let new: JSONTree?

    package init(_ field: String, old: JSONTree?, new: JSONTree?) {
        self.field = field
        self.old = old
        self.new = new
    }
}
