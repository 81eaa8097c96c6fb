/// What a person or a script does to a dashboard.
///
/// Categories and series are named by their key: the text of the value, whatever its format shows.
package enum ChartAction: Sendable, Hashable {
    case select(Target)
    case deselect(Target)
    /// A double tap: what there is to drill into is drilled into.
    case tap(Target)
    case drill(category: String?, series: String?)
    /// To a level of the way down, from 0.
    case drillUp(to: Int)
    /// Of a zooming chart, from 0, the coarsest.
    case level(Int)
    case filter(String, FilterChoice?)
    case variable(String, VariableValue)
    /// For the rows of one category.
    case whatIf(category: String, column: String, value: Double)
    case sort(column: String?, ascending: Bool)
    /// The part of the categories that is shown, 0 to 1.
    case range(lower: Double, upper: Double)
    case show(series: String, Bool)
    /// A number, or relative as `+10%`.
    case node(String, value: String)
    /// Everything back to what the data say: what-if values, or the nodes of a diagram.
    case reset
    /// The rows are asked for anew.
    case refresh

    package enum Target: Sendable, Hashable {
        case category(String)
        case series(String)
        case item(category: String, series: String)
        /// Several at once, as a rectangle selects them.
        case items(categories: [String], items: [Item])
        case node(String)
    }

    package struct Item: Sendable, Hashable {
        package var category: String
        package var series: String

        package init(category: String, series: String) {
            self.category = category
            self.series = series
        }
    }

    /// What is chosen of a filter.
    package enum FilterChoice: Sendable, Hashable {
        case among([String])
        case between(Double, Double)
    }

    /// What a variable is set to, before it is known what kind of variable it is.
    package enum VariableValue: Sendable, Hashable {
        case number(Double)
        case text(String)
    }
}

extension ChartAction {
    /// The last part of the event's type, behind `chart.`.
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
    /// Whether it goes to another level, and is nothing where there is none.
    var changesLevel: Bool {
        switch self {
        case .drill, .drillUp, .level: true
        default: false
        }
    }
}

extension ChartAction.Target {
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
