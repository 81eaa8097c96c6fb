extension Record {
    /// How one part of an event ended, if the event has several.
    public struct Part: Hashable, Sendable {
        /// The members that identify the part, such as `evt`.
        public var label: Value.Members
        /// How it ended.
        public var outcome: Outcome
        /// The delegate or default handler that took the part; `nil` if none did.
        public var by: String?
        /// Why it was rejected.
        public var reason: String?
        /// The link that a delegate named instead of the part's own.
        public var redirect: String?
        /// Whether it was not processed, because a part before it was rejected.
        public var isSkipped = false

        /// Makes the record of a part.
        public init(_ label: Value.Members, _ outcome: Outcome, by: String? = nil) {
            self.label = label
            self.outcome = outcome
            self.by = by
        }

        /// Appends the part as one object.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            for member in label.pairs { writer.write(member.name, member.value) }
            writer.write("outcome", outcome.rawValue)
            if let by { writer.write("by", by) }
            if let reason { writer.write("reason", reason) }
            if let redirect { writer.write("redirect", redirect) }
            if isSkipped { writer.write("skipped", true) }
            writer.endObject()
        }

        /// The part with its texts changed, to hide secrets.
        package func redacted(_ redact: (String) -> String) -> Part {
            var part = self
            part.label = Value.Members(
                label.pairs.map { member in
                    guard case .string(let text) = member.value else {
                        return (member.name, member.value)
                    }
                    return (member.name, .string(redact(text)))
                })
            part.reason = reason.map(redact)
            part.redirect = redirect.map(redact)
            return part
        }
    }
}
