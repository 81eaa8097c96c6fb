/// Something that a delegate makes happen outside itself: a navigation, a CRM request, a mail.
///
/// The identity is event id, who caused it, and the number of the effect: an effect that may have
/// happened is repeated under the same identity, or answered from the ledger.
public struct Effect: Hashable, Sendable {
    /// `event/delegate/number`.
    public let id: String
    /// `navigate`, `publish`, `snapshot`, `share`, `chart.<action>`, `crm.<operation>`, or a kind of a plugin.
    public let kind: String
    /// What it does, in the order of the record.
    public let details: Value.Members

    /// Makes an effect.
    public init(id: String, kind: String, details: Value.Members) {
        self.id = id
        self.kind = kind
        self.details = details
    }

    /// Appends the effect as one object, without its secrets.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write("id", id)
        writer.write("kind", kind)
        for member in Redaction.redact(details).pairs { writer.write(member.name, member.value) }
        writer.endObject()
    }
}
