import PeriluneCore

/// The methods of MAKit's delegates as functions of a script, and functions for events without such a method.
enum ChartDelegateFunctions {
    static let all: [DelegateFunction] =
        selections
        + [
            didFunction("didDoubleTapOnCategory", "tap.category", "A category was double-tapped."),
            didFunction("didDoubleTapOnSeries", "tap.series", "A series was double-tapped."),
            didFunction("didDoubleTapOnDataItem", "tap.item", "A data item was double-tapped."),
            willFunction(
                "willChangeDrillDownLevel", "drill", "The user is about to drill down or up."),
            didFunction("didChangeDrillDownLevel", "drill", "A drill-down shows another level."),
            didFunction("categoryLevelChanged", "level", "A zooming chart shows another level."),
            didFunction("didUpdateRange", "range", "A chart shows another part of its categories."),
            didFunction("didSort", "sort", "The categories were sorted."),
            willFunction("willFilter", "filter", "The user is about to set a filter."),
            didFunction("didFilter", "filter", "A filter was set."),
            willFunction("willChangeVariable", "variable", "The user is about to set a variable."),
            didFunction("didChangeVariable", "variable", "A variable was set."),
            didFunction("didChangeWhatIf", "whatif", "A what-if value was set."),
            willFunction("willRefresh", "refresh", "The queries are about to run again."),
            didFunction("didRefresh", "refresh", "The queries ran again."),
            didFunction(
                "didSelectOnMetricNode", "selection.node", "A node of a diagram was selected."),
            didFunction("didDoubleTapOnMetricNode", "tap.node", "A node was double-tapped."),
            willFunction(
                "willChangeValueOnMetricNode", "node",
                "The user is about to set the value of a node."),
            didFunction("didChangeValueOnMetricNode", "node", "The value of a node was set."),
            DelegateFunction(
                "executeQuery", for: "chart.query", .answers,
                "Returns the rows of a query, a list of tables."),
            DelegateFunction(
                "formatValues", for: "chart.format", .answers,
                "Returns how values with Format=\"Script\" are written: a list of texts, or prefix, suffix, decimals and factor."
            ),
            DelegateFunction(
                "handleError", for: "chart.error", .answers,
                "Is told of an error or a warning about a chart, once until a refresh; may return the text that stands in its place."
            ),
            DelegateFunction(
                "rowsFor", for: "chart.rows", .answers,
                "Returns which rows of a query visitor.user may see: true for all, or the values of columns."
            ),
        ]

    private static let selections =
        ["category": "Category", "series": "Series", "item": "DataItem"]
        .sorted { $0.key < $1.key }
        .flatMap { kind, name in
            [
                willFunction(
                    "willSelect\(name)", "selection.\(kind)", "The user is about to select it."),
                didFunction("didSelect\(name)", "selection.\(kind)", "It was selected."),
                willFunction(
                    "willDeselect\(name)", "deselection.\(kind)",
                    "The user is about to deselect it."),
                didFunction("didDeselect\(name)", "deselection.\(kind)", "It was deselected."),
            ]
        } + [
            willFunction(
                "willSelectItems", "selection.items", "The user is about to select a rectangle."),
            didFunction(
                "didSelectItems", "selection.items", "The items in a rectangle were selected."),
        ]

    private static func willFunction(
        _ name: String, _ kind: String, _ summary: String
    ) -> DelegateFunction {
        DelegateFunction(
            name, for: "chart.will.\(kind)", .asked,
            summary + " Return false to reject, and a reason if there is one.")
    }

    private static func didFunction(
        _ name: String, _ kind: String, _ summary: String
    ) -> DelegateFunction {
        DelegateFunction(name, for: "chart.\(kind)", .told, summary)
    }
}
