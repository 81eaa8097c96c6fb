/// References as the flat collection of QualifyLead and Associate, not as an array.
public struct EntityReferenceCollection: Hashable, Sendable, CRMConvertible {
    /// The references.
    public var references: [EntityReference]

    /// Makes a collection.
    public init(_ references: [EntityReference] = []) { self.references = references }

    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .entityReferenceCollection }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .references(let references) = value else { return nil }
        self.init(references)
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .references(references) }
}
