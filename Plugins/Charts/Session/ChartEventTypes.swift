import PeriluneCore

/// The events of dashboards, for those who write rules about them.
enum ChartEventTypes {
    static let all = [
        EventType("chart.selection.*", "Categories, series, items or a node were selected."),
        EventType("chart.deselection.*", "A selection was taken back."),
        EventType("chart.tap.*", "A category, a series, an item or a node was tapped twice."),
        EventType("chart.drill", "Somebody drilled down or up."),
        EventType("chart.level", "Another zooming level is on show."),
        EventType("chart.range", "Another part of the categories is on show."),
        EventType("chart.sort", "Categories are in another order."),
        EventType("chart.filter", "A filter was set."),
        EventType("chart.variable", "A variable was set."),
        EventType("chart.whatif", "A what-if value was set."),
        EventType("chart.legend", "A series was hidden or shown again."),
        EventType("chart.node", "The value of a node was set."),
        EventType("chart.reset", "Everything is as the data say again."),
        EventType("chart.refresh", "The rows were asked for anew."),
        EventType("chart.will.*", "Somebody is about to do one of these; it can be refused."),
        EventType("chart.query", "A dashboard asks for the rows of a query."),
    ]
}
