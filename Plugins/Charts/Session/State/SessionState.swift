/// The changes that users and scripts have made to a dashboard since it was opened: a value that can be compared,
/// saved and restored.
package struct SessionState: Sendable, Hashable {
    /// The states by the name of the chart, group, grid or diagram.
    package var items: [String: ItemState] = [:]
    /// What is chosen of filters, by their names; a filter that is off is not among them.
    package var filters: [String: ChartAction.FilterChoice] = [:]
    /// The values of variables by their names with `$`.
    package var variables: [String: ChartAction.VariableValue] = [:]

    package init() {}

    /// The state of an item; the default state for untouched ones.
    package subscript(item: String) -> ItemState {
        get { items[item] ?? ItemState() }
        set { items[item] = newValue == ItemState() ? nil : newValue }
    }
}

/// The state of a chart, group, grid or diagram.
package struct ItemState: Sendable, Hashable {
    /// The drill path, outermost first.
    package var drills: [Drill] = []
    /// The level of a zooming chart, from 0, the coarsest.
    package var level = 0
    /// The keys of categories that are selected with all their series.
    package var categories: Set<String> = []
    /// The keys of series that are selected in all categories.
    package var series: Set<String> = []
    /// Single marks that are selected.
    package var selected: Set<ChartAction.Item> = []
    /// The keys of series that users have hidden.
    package var hiddenSeries: Set<String> = []
    /// The start of the visible part of the categories, from 0 to 1.
    package var lower = 0.0
    /// The end of the visible part of the categories, from 0 to 1.
    package var upper = 1.0
    /// What-if values by category, then by column.
    package var whatIf: [String: [String: Double]] = [:]
    /// The order chosen by the user; `nil` for that of the metadata.
    package var sort: Sort?
    /// What nodes were set to, in order: a later change may rest on an earlier one.
    package var nodes: [NodeChange] = []
    /// The name of the node of a diagram that is selected; `nil` for none.
    package var selectedNode: String?

    package init() {}

    /// A step down, into a category, a series or both, by their keys.
    package struct Drill: Sendable, Hashable {
        package var category: String?
        package var series: String?
    }

    /// An order of categories, by a value or a series.
    package struct Sort: Sendable, Hashable {
        package var column: String
        package var isAscending: Bool
    }

    /// What a node was set to, as the user wrote it: a number, or relative as `+10%`.
    package struct NodeChange: Sendable, Hashable {
        package var node: String
        package var value: String
    }

    /// Clears the selection, which belongs to one level.
    mutating func forgetSelection() {
        categories = []
        series = []
        selected = []
        lower = 0
        upper = 1
    }
}
