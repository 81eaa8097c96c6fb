package import PeriluneJSON

/// The differences between the results of two versions for one event.
package struct EventDifference: Hashable, Sendable {
    /// The log as the user named it.
    package let log: String
    /// The line of the log, from 1; for a published event, that of the event that caused it.
    package let line: Int
    /// The event's id.
    package let event: String
    /// The event's type.
    package let type: String
    /// The decider in each version.
    package let by: Versions<String>
    /// The fields that differ, each once.
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

/// A field that differs, with both values; `nil` if a version has no such field.
package struct FieldDifference: Hashable, Sendable {
    /// The name of the field, or a path inside it.
    ///
    /// The names are `outcome`, `by`, `reason`, `redirect`, `parts`, `error`, `published`, `effects` and `emitted`;
    /// paths are, for example, `emitted.region`, `outputs.errors.region` and `effects.crm.create.subject`.
    package let field: String
    package let old: JSONTree?
    package let new: JSONTree?

    package init(_ field: String, old: JSONTree?, new: JSONTree?) {
        self.field = field
        self.old = old
        self.new = new
    }
}
