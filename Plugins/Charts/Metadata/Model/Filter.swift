/// A filter that users can apply to all charts that name it.
public struct Filter: Sendable, Hashable {
    /// The key of the argument that queries get.
    package var name: String
    /// Whether values are chosen, or a range.
    package var kind: Kind
    /// The query whose rows show what there is to choose from.
    package var sourceQuery: String?
    /// The column of the query that the choices come from.
    package var column: String?
    /// Its position among the filters; `nil` if the metadata does not state it.
    package var sequence: Int?
    package var place = MetadataPlace()

    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// The kind of choice.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// From one number to another.
        case range
        /// Any of the values that there are.
        case picklist
    }
}
