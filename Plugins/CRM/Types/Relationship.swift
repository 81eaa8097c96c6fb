/// A relationship by its schema name.
public struct Relationship: Hashable, Sendable {
    /// The schema name, such as `contact_customer_accounts`.
    public var schemaName: String
    /// The role of this record, if a table is related to itself.
    public var primaryEntityRole: Role?

    /// An end of a relationship.
    public enum Role: String, Sendable {
        /// The end that holds the lookup.
        case referencing = "Referencing"
        /// The end that the lookup points at.
        case referenced = "Referenced"
    }

    /// Makes a relationship.
    public init(_ schemaName: String, role: Role? = nil) {
        self.schemaName = schemaName
        primaryEntityRole = role
    }
}

/// The related records that Retrieve returns with the record: one query per relationship.
public struct RelationshipQueryCollection: Hashable, Sendable {
    /// Relationship and query, in order.
    public var queries: [Element]

    /// A relationship and the query for its records.
    public struct Element: Hashable, Sendable {
        /// The relationship.
        public var relationship: Relationship
        /// The query.
        public var query: QueryBase

        /// Makes an element.
        public init(_ relationship: Relationship, _ query: QueryBase) {
            self.relationship = relationship
            self.query = query
        }
    }

    /// Makes a collection.
    public init(_ queries: [Element] = []) { self.queries = queries }
}
