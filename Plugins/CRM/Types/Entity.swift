/// A record: its table, its identity, and the attributes that are known or to be set.
///
/// Late bound by logical names; ``EarlyBoundEntity`` gives the attributes Swift names and types.
public struct Entity: Hashable, Sendable {
    /// The table, such as `account`.
    public var logicalName: String
    /// `nil` before CRM gave it one.
    public var id: GUID?
    /// Values by logical name.
    public var attributes: AttributeCollection
    /// The values of this record as CRM displays them: `statuscode` → `In Progress`.
    public var formattedValues: [String: String]
    /// Records that are created or returned with this one.
    public var relatedEntities: [RelatedEntities]
    /// The alternate key that identifies it instead of the id.
    public var keyAttributes: AttributeCollection
    /// The version for optimistic concurrency.
    public var rowVersion: String?
    /// The change by a client, if it is stated.
    public var entityState: State?

    /// The change of a record by a client.
    public enum State: String, Sendable {
        case unchanged = "Unchanged"
        case created = "Created"
        case changed = "Changed"
    }

    /// Related records by their relationship.
    public struct RelatedEntities: Hashable, Sendable {
        /// The relationship.
        public var relationship: Relationship
        /// The records at its other end.
        public var entities: EntityCollection

        /// Makes a pair.
        public init(_ relationship: Relationship, _ entities: EntityCollection) {
            self.relationship = relationship
            self.entities = entities
        }
    }

    /// Makes a record.
    public init(
        _ logicalName: String, id: GUID? = nil, _ attributes: AttributeCollection = [:]
    ) {
        self.logicalName = logicalName
        self.id = id
        self.attributes = attributes
        formattedValues = [:]
        relatedEntities = []
        keyAttributes = [:]
    }

    /// The value of an attribute; setting `nil` removes it, `.null` clears it in CRM.
    public subscript(name: String) -> CRMValue? {
        get { attributes[name] }
        set { attributes[name] = newValue }
    }

    /// The value of an attribute as a type; `nil` for null, another type, or a missing attribute.
    public subscript<T: CRMConvertible>(name: String, as type: T.Type) -> T? {
        attributes[name].flatMap { T(crm: $0) }
    }

    /// A reference to this record; `nil` if it has no id.
    public var reference: EntityReference? {
        id.map { EntityReference(logicalName, $0) }
    }

    /// The record as an early-bound type, as `toEntity` in Microsoft's SDK; `nil` if it belongs to another table.
    public func toEntity<T: EarlyBoundEntity>(_ type: T.Type) -> T? {
        logicalName == T.logicalName ? T(entity: self) : nil
    }
}

/// A record whose attributes have Swift names and types: what `perilune crm generate` writes.
public protocol EarlyBoundEntity: Sendable {
    /// The table.
    static var logicalName: String { get }
    /// The record.
    var entity: Entity { get set }
    /// Wraps a record.
    init(entity: Entity)
}

extension EarlyBoundEntity {
    /// A new record.
    public init() { self.init(entity: Entity(Self.logicalName)) }

    /// The identity.
    public var id: GUID? {
        get { entity.id }
        set { entity.id = newValue }
    }

    /// Setting `nil` clears the attribute in CRM, as in Microsoft's SDK; to leave it alone, remove it from
    /// `entity.attributes`.
    public subscript<T: CRMConvertible>(attribute name: String) -> T? {
        get { entity[name, as: T.self] }
        set { entity[name] = newValue?.crm ?? .null }
    }
}
