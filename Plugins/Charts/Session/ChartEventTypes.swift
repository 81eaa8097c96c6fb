import PeriluneCore

/// The events of dashboards, with descriptions for authors of rules.
enum ChartEventTypes {
    static let all = [
        EventType("chart.selection.*", "Categories, series, items or a node were selected."),
        EventType("chart.deselection.*", "A selection was removed."),
        EventType("chart.tap.*", "A category, a series, an item or a node was double-tapped."),
        EventType("chart.drill", "The user drilled down or up."),
        EventType("chart.level", "A zooming chart shows another level."),
        EventType("chart.range", "A chart shows another part of its categories."),
        EventType("chart.sort", "The categories were sorted."),
        EventType("chart.filter", "A filter was set."),
        EventType("chart.variable", "A variable was set."),
        EventType("chart.whatif", "A what-if value was set."),
        EventType("chart.legend", "A series was hidden or shown again."),
        EventType("chart.node", "The value of a node was set."),
        EventType("chart.reset", "A chart or a dashboard was reset."),
        EventType("chart.refresh", "The queries ran again."),
        EventType("chart.will.*", "The user is about to do one of these; a script may reject it."),
        EventType("chart.query", "A dashboard requests the rows of a query."),
        EventType("chart.format", "A dashboard asks how values are written."),
        EventType("chart.error", "Something is wrong with a chart."),
        EventType("chart.rows", "A dashboard asks which rows of a query a user may see."),
    ]
}
