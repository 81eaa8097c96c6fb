/// An action of a delegate outside Perilune: a navigation, a CRM request, a mail.
///
/// The identity consists of the event's id, the name of whoever caused the effect, and its number. An effect that may
/// have happened is repeated under the same identity, or answered from the ledger.
public struct Effect: Sendable {
    /// `event/delegate/number`.
    public var id: String { identity.text }
    /// `navigate`, `publish`, `snapshot`, `share`, `chart.<action>`, `crm.<operation>`, or a kind of a plugin.
    public let kind: String
    /// The members of the effect, in the order of the record.
    public var details: Value.Members {
        switch content {
        case .members(let members): members
        case .described(let description): description.members
        }
    }

    private let identity: EffectIdentity
    private let content: Content

    private enum Content: Sendable {
        case members(Value.Members)
        case described(any EffectDescription)
    }

    /// Makes an effect.
    public init(id: String, kind: String, details: Value.Members) {
        self.init(EffectIdentity(id), kind: kind, details: details)
    }

    init(_ identity: EffectIdentity, kind: String, details: Value.Members) {
        self.identity = identity
        self.kind = kind
        content = .members(details)
    }

    init(_ identity: EffectIdentity, kind: String, _ description: any EffectDescription) {
        self.identity = identity
        self.kind = kind
        content = .described(description)
    }

    /// Appends the effect as one object, without its secrets.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(plain: "id")
        identity.write(to: &writer)
        writer.name(plain: "kind")
        writer.write(kind)
        switch content {
        case .members(let members): Self.write(members, to: &writer)
        case .described(let description): description.write(to: &writer)
        }
        writer.endObject()
    }

    /// Appends the members of an effect without their secrets.
    package static func write(_ details: Value.Members, to writer: inout JSONWriter) {
        for member in Redaction.redact(details).pairs { writer.write(member.name, member.value) }
    }
}

extension Effect: Hashable {
    /// Two effects are equal if identity, kind and details are.
    public static func == (left: Effect, right: Effect) -> Bool {
        left.kind == right.kind && left.id == right.id && left.details == right.details
    }

    /// Hashes identity and kind.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(kind)
    }
}

/// What an effect does, computed when it is first read or written: most effects are never read.
package protocol EffectDescription: AnyObject, Sendable {
    /// The details of the effect.
    var members: Value.Members { get }
    /// Appends the members to an object that is open, without their secrets: the same as ``members`` give.
    func write(to writer: inout JSONWriter)
}
