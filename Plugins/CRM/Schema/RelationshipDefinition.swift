/// A relationship between two tables.
public enum RelationshipDefinition: Sendable, Hashable {
    /// A lookup of one table points at another.
    case oneToMany(OneToMany)
    /// A table of its own joins two.
    case manyToMany(ManyToMany)

    /// The schema name.
    public var schemaName: String {
        switch self {
        case .oneToMany(let relationship): relationship.schemaName
        case .manyToMany(let relationship): relationship.schemaName
        }
    }
}

/// A lookup of one table points at another.
public struct OneToMany: Sendable, Hashable {
    /// Such as `contact_customer_accounts`; also the name of the collection in OData v2 and Web API.
    public var schemaName: String
    /// The table that the lookup refers to.
    public var referencedEntity: String
    /// The table with the lookup.
    public var referencingEntity: String
    /// The lookup.
    public var referencingAttribute: String
    /// The single-valued property of the Web API: the name of the lookup, followed by the target if the lookup has
    /// several.
    public var lookupProperty: String
    /// What happens to the records of the lookup when something happens to the other.
    public var cascade: Cascade

    /// Makes a relationship.
    public init(
        _ schemaName: String, from referencingEntity: String, _ referencingAttribute: String,
        to referencedEntity: String, lookupProperty: String? = nil, cascade: Cascade = Cascade()
    ) {
        self.schemaName = schemaName
        self.referencingEntity = referencingEntity
        self.referencingAttribute = referencingAttribute
        self.referencedEntity = referencedEntity
        self.lookupProperty = lookupProperty ?? referencingAttribute
        self.cascade = cascade
    }
}

/// What happens to the records with a lookup when the record that it refers to changes.
public struct Cascade: Sendable, Hashable {
    /// If that record gets another owner.
    public var assign: Action
    /// If it is deleted.
    public var delete: Action
    /// If it is merged into another one.
    public var merge: Action
    /// If it gets another parent.
    public var reparent: Action

    /// The effect on related records.
    public enum Action: String, Sendable {
        case none = "NoCascade"
        case cascade = "Cascade"
        case active = "Active"
        case userOwned = "UserOwned"
        case removeLink = "RemoveLink"
        case restrict = "Restrict"
    }

    /// Referential: deleting removes the link, merging re-points it.
    public init(
        assign: Action = .none, delete: Action = .removeLink, merge: Action = .none,
        reparent: Action = .none
    ) {
        self.assign = assign
        self.delete = delete
        self.merge = merge
        self.reparent = reparent
    }

    /// The records belong to the other one: actions on it are applied to them.
    public static let parental = Cascade(
        assign: .cascade, delete: .cascade, merge: .cascade, reparent: .cascade)
}

/// A table of its own joins two.
public struct ManyToMany: Sendable, Hashable {
    /// Such as `listcontact_association`; also the name of the collection in OData v2 and Web API.
    public var schemaName: String
    /// The table that joins.
    public var intersectEntity: String
    /// The first table and its column in the intersection.
    public var entity1: String
    /// Its column in the intersect table.
    public var attribute1: String
    /// The second table.
    public var entity2: String
    /// Its column in the intersect table.
    public var attribute2: String

    /// Makes a relationship.
    public init(
        _ schemaName: String, intersect: String, _ entity1: String, _ attribute1: String,
        _ entity2: String, _ attribute2: String
    ) {
        self.schemaName = schemaName
        intersectEntity = intersect
        self.entity1 = entity1
        self.attribute1 = attribute1
        self.entity2 = entity2
        self.attribute2 = attribute2
    }
}
