/// What a person or a script has done to a dashboard since it was opened: a value that can be kept, compared,
/// saved and taken up again.
package struct SessionState: Sendable, Hashable {
    /// By the name of the chart, group, grid or diagram.
    package var items: [String: ItemState] = [:]
    package var filters: [String: ChartAction.FilterChoice] = [:]
    package var variables: [String: ChartAction.VariableValue] = [:]

    package init() {}

    /// The state of an item; untouched ones are as they were opened.
    package subscript(item: String) -> ItemState {
        get { items[item] ?? ItemState() }
        set { items[item] = newValue == ItemState() ? nil : newValue }
    }
}

/// What was done to one chart, group, grid or diagram.
package struct ItemState: Sendable, Hashable {
    /// The way down, outermost first.
    package var drills: [Drill] = []
    /// Of a zooming chart, from 0, the coarsest.
    package var level = 0
    package var categories: Set<String> = []
    package var series: Set<String> = []
    package var selected: Set<ChartAction.Item> = []
    package var hiddenSeries: Set<String> = []
    package var lower = 0.0
    package var upper = 1.0
    /// By category, then by column.
    package var whatIf: [String: [String: Double]] = [:]
    package var sort: Sort?
    /// What nodes were set to, in order: a later change may rest on an earlier one.
    package var nodes: [NodeChange] = []
    package var selectedNode: String?

    package init() {}

    package struct Drill: Sendable, Hashable {
        package var category: String?
        package var series: String?
    }

    package struct Sort: Sendable, Hashable {
        package var column: String
        package var isAscending: Bool
    }

    package struct NodeChange: Sendable, Hashable {
        package var node: String
        package var value: String
    }

    /// Selections belong to a level: another one begins without.
    mutating func forgetSelection() {
        categories = []
        series = []
        selected = []
        lower = 0
        upper = 1
    }
}
