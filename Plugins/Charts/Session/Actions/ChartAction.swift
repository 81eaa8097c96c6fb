/// What a person or a script does to a dashboard.
///
/// Categories and series are named by their key: the text of the value, whatever its format shows; a date is
/// `2010-09-01`, a number has no separators.
public enum ChartAction: Sendable, Hashable {
    /// Adds to what is selected; items replace it.
    case select(Target)
    /// Removes a selection.
    case deselect(Target)
    /// A double tap: drills down if possible.
    case tap(Target)
    /// A level down, into a category, a series or both.
    case drill(category: String?, series: String?)
    /// Up to a level of the drill path, from 0.
    case drillUp(to: Int)
    /// Shows a level of a zooming chart, from 0, the coarsest.
    case level(Int)
    /// Sets a filter of the dashboard; `nil` removes it.
    case filter(String, FilterChoice?)
    /// Sets a variable of the dashboard.
    case variable(String, VariableValue)
    /// Sets a what-if column, in the units of its data, for the rows of one category.
    case whatIf(category: String, column: String, value: Double)
    /// Sorts categories by a value or a series; `nil` restores the original order.
    case sort(column: String?, ascending: Bool)
    /// The part of the categories that is shown: lower less than upper, from 0 to 1.
    case range(lower: Double, upper: Double)
    /// Hides a series, or shows it again.
    case show(series: String, Bool)
    /// Sets a node of an influence diagram: a number, or relative as `+10%`.
    case node(String, value: String)
    /// Resets an item to the state of the data; without an item, the whole dashboard.
    case reset
    /// Queries the rows again.
    case refresh

    /// The target of a selection or a double tap.
    public enum Target: Sendable, Hashable {
        /// A category, with all its series.
        case category(String)
        /// A series, in all categories.
        case series(String)
        /// A single item: a series of a category.
        case item(category: String, series: String)
        /// Several items, as selected by a rectangle.
        case items(categories: [String], items: [Item])
        /// A node of an influence diagram.
        case node(String)
    }

    /// A single item: a series of a category.
    public struct Item: Sendable, Hashable {
        /// The key of the category.
        public var category: String
        /// The key of the series; empty in a chart without series.
        public var series: String

        /// Names an item.
        public init(category: String, series: String) {
            self.category = category
            self.series = series
        }
    }

    /// The choice of a filter.
    public enum FilterChoice: Sendable, Hashable {
        /// Values of a pick list.
        case among([String])
        /// A range including both ends, in the units of its column; a date is in microseconds since 1970.
        case between(Double, Double)
    }

    /// The value of a variable.
    public enum VariableValue: Sendable, Hashable {
        /// A number; 0 or 1 for a boolean, the place from 0 for a choice.
        case number(Double)
        /// The value or the text of a choice, `true` or `false`, a date such as `2010-09-01`.
        case text(String)
    }
}

extension ChartAction {
    /// The last part of the event's type, after `chart.`.
    package var kind: String {
        switch self {
        case .select(let target): "selection.\(target.kind)"
        case .deselect(let target): "deselection.\(target.kind)"
        case .tap(let target): "tap.\(target.kind)"
        case .drill, .drillUp: "drill"
        case .level: "level"
        case .filter: "filter"
        case .variable: "variable"
        case .whatIf: "whatif"
        case .sort: "sort"
        case .range: "range"
        case .show: "legend"
        case .node: "node"
        case .reset: "reset"
        case .refresh: "refresh"
        }
    }
}

extension ChartAction {
    /// Whether the action changes the level, and so has no effect if there is no such level.
    var changesLevel: Bool {
        switch self {
        case .drill, .drillUp, .level: true
        default: false
        }
    }
}

extension ChartAction.Target {
    /// The last part of the type of events about the target.
    package var kind: String {
        switch self {
        case .category: "category"
        case .series: "series"
        case .item: "item"
        case .items: "items"
        case .node: "node"
        }
    }
}
