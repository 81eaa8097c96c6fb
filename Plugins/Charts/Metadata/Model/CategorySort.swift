/// How the metadata orders the categories of a chart, instead of as the rows do.
public struct CategorySort: Sendable, Hashable {
    /// What orders the categories that ``list`` does not name.
    package var by = Key.data
    /// Whether the order is reversed; ``list`` stays first.
    package var isDescending = false
    /// Categories by name, before all others.
    package var list: [String] = []
    /// How many categories are shown; the others become one.
    package var top: Int?
    /// What the others are called.
    package var other = "Other"

    package init() {}

    /// What orders the categories.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        case data = "Data"
        case name = "Name"
        /// By name, with the numbers in it by size: `Week 9` before `Week 10`.
        case natural = "Natural"
        /// By the first value, that of all series together.
        case value = "Value"
    }
}
