import PeriluneCore

/// MAKit's delegate methods as functions of a script, and those for what MAKit tells nobody.
enum ChartDelegateFunctions {
    static let all: [DelegateFunction] =
        selections
        + [
            told("didDoubleTapOnCategory", "tap.category", "A category was tapped twice."),
            told("didDoubleTapOnSeries", "tap.series", "A series was tapped twice."),
            told("didDoubleTapOnDataItem", "tap.item", "A data item was tapped twice."),
            asked("willChangeDrillDownLevel", "drill", "Somebody drills down or up."),
            told("didChangeDrillDownLevel", "drill", "Another level of a drill-down is on show."),
            told("categoryLevelChanged", "level", "Another zooming level is on show."),
            told("didUpdateRange", "range", "Another part of the categories is on show."),
            told("didSort", "sort", "Categories are in another order."),
            asked("willFilter", "filter", "Somebody sets a filter."),
            told("didFilter", "filter", "A filter was set."),
            asked("willChangeVariable", "variable", "Somebody sets a variable."),
            told("didChangeVariable", "variable", "A variable was set."),
            told("didChangeWhatIf", "whatif", "A what-if value was set."),
            asked("willRefresh", "refresh", "The rows are about to be asked for anew."),
            told("didRefresh", "refresh", "The rows were asked for anew."),
            told("didSelectOnMetricNode", "selection.node", "A node of a diagram was selected."),
            told("didDoubleTapOnMetricNode", "tap.node", "A node was tapped twice."),
            asked("willChangeValueOnMetricNode", "node", "Somebody sets the value of a node."),
            told("didChangeValueOnMetricNode", "node", "The value of a node was set."),
            DelegateFunction(
                "executeQuery", for: "chart.query", .answers,
                "Answers the rows of a query: a list of tables."),
        ]

    private static let selections =
        ["category": "Category", "series": "Series", "item": "DataItem"]
        .sorted { $0.key < $1.key }
        .flatMap { kind, name in
            [
                asked("willSelect\(name)", "selection.\(kind)", "Somebody selects it."),
                told("didSelect\(name)", "selection.\(kind)", "It was selected."),
                asked("willDeselect\(name)", "deselection.\(kind)", "Somebody deselects it."),
                told("didDeselect\(name)", "deselection.\(kind)", "It was deselected."),
            ]
        } + [
            asked("willSelectItems", "selection.items", "Somebody selects a rectangle."),
            told("didSelectItems", "selection.items", "What a rectangle holds was selected."),
        ]

    private static func asked(_ name: String, _ kind: String, _ summary: String) -> DelegateFunction
    {
        DelegateFunction(
            name, for: "chart.will.\(kind)", .asked, summary + " Answer false to refuse.")
    }

    private static func told(_ name: String, _ kind: String, _ summary: String) -> DelegateFunction
    {
        DelegateFunction(name, for: "chart.\(kind)", .told, summary)
    }
}
