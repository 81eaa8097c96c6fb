/// How the metadata orders the categories of a chart, instead of as the rows do.
public struct CategorySort: Sendable, Hashable {
    /// The order of the categories that ``list`` does not name.
    package var by = Key.data
    /// Whether the order is reversed; ``list`` stays first.
    package var isDescending = false
    /// Categories by name, before all others.
    package var list: [String] = []
    /// The number of categories to show; the others are combined.
    package var top: Int?
    /// The name of the combined category.
    package var other = "Other"

    package init() {}

    /// The order of categories.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        case data = "Data"
        case name = "Name"
        /// By name, with numbers in it sorted by value: `Week 9` before `Week 10`.
        case natural = "Natural"
        /// By the first value, summed over all series.
        case value = "Value"
    }
}
