/// A chart, a level of a drill-down or treemap group, or a layer of an overlay.
///
/// ```swift
/// let cups = Chart(.column, "Cups", query: "Cups", title: "Cups per week") {
///     Category("Shop")
///     Series("Drink")
///     ChartValue("Cups", format: .rounded(0), aggregate: .sum)
/// }
/// ```
public struct Chart: Sendable, Hashable {
    /// The name by which scripts, layouts and addresses know it.
    package var name: String
    /// Written above the chart; empty for none.
    package var title = ""
    /// The subtitle, and where the data comes from.
    package var caption = Caption()
    /// The visible parts.
    package var display = Display()
    /// The kind; `nil` if the metadata names none, or an unknown one.
    package var kind: Kind?
    /// The query that gives the rows; `nil` for a zooming chart, whose levels have one each.
    package var query: String?
    /// The place within a group, from 1.
    package var sequence: Int?
    /// `nil` for a layer, which shares the category of its group.
    package var category: Axis?
    /// The column whose values get a colour each; `nil` for one series.
    package var series: Axis?
    /// The column whose values get a plot each.
    package var facet: Axis?
    /// In the order of their `ValueSequence`.
    package var values: [Value] = []
    /// From coarse to fine, as in the file.
    package var zoomingLevels: [ZoomingLevel] = []
    /// The columns that users may change for a category.
    package var whatIfColumns: [WhatIfColumn] = []
    /// The filters that apply, by name.
    package var filters: [Reference] = []
    /// Whether a drill-down only uses the category, whatever series is selected.
    package var drillsByCategoryOnly = false
    // What a query may also tell beside its rows, which then counts.
    /// A line at this value, unless the query tells another; `nil` for none.
    package var referenceValue: Double?
    /// Numbers above it are marked, unless the query tells another; `nil` for none.
    package var upperThreshold: Double?
    /// Numbers below it are marked, unless the query tells another; `nil` for none.
    package var lowerThreshold: Double?
    /// The labels of the reference and the thresholds.
    package var levelNames = Plot.ReferenceLabels()
    /// The category from which on values are a forecast, as text.
    package var predictiveStart: String?
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }

    /// The kind of a chart: how its numbers are drawn.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case column = "Column"
        case stackedColumn = "StackedColumn"
        case percentColumn = "PercentColumn"
        case bar = "Bar"
        case stackedBar = "StackedBar"
        case percentBar = "PercentBar"
        case line = "Line"
        case area = "Area"
        case stackedArea = "StackedArea"
        case percentArea = "PercentArea"
        case pie = "Pie"
        case donut = "Donut"
        case histogram = "Histogram"
        case boxPlot = "BoxPlot"
        case waterfall = "Waterfall"
        case candlestick = "Candlestick"
        case heatMap = "HeatMap"
        case kpi = "KPI"
        case bubble = "Bubble"
        case scatter = "Scatter"
        case dataGrid = "DataGrid"
        case horizontalBullet = "HorizontalBullet"
        case verticalBullet = "VerticalBullet"
        case treeMap = "TreeMap"
    }

    /// How categories are placed along their axis.
    public enum Scale: String, Sendable, Hashable, CaseIterable {
        /// At equal distances.
        case category = "Category"
        case time = "Time"
        /// Equal distances are equal ratios.
        case log = "Log"
        /// Logarithmic on both sides of zero, and linear around it.
        case symmetricLog = "SymmetricLog"
    }

    /// A category or a series: a column, and how its values are written.
    package struct Axis: Sendable, Hashable {
        /// `nil` for the category of a zooming chart: each level has its own.
        package var column: String?
        /// The title of the axis; empty for none, or for the name of the column if a title is required.
        package var displayName = ""
        /// Empty for the usual one.
        package var format = ""
        /// The code of the format `Currency`; `nil` for the currency of the locale.
        package var currencyCode: String?
        /// The order of the values along the axis.
        package var sort = CategorySort()
        /// `nil` for the default of the chart and its column.
        package var scale: Scale?
        /// The width of the bins of a histogram; `nil` for a suitable default.
        package var binWidth: Double?
        /// The categories of a waterfall that show the sum of the previous ones.
        package var totals: [String] = []
        /// Whether hexagons show how many points of a scatter or bubble chart there are.
        package var isInHexagons = false
        package var place = MetadataPlace()

        package init(column: String?) { self.column = column }
    }

    /// A value: an expression over the columns of the query and the variables of the dashboard.
    public struct Value: Sendable, Hashable {
        /// An expression of the dialect ``Expression/Dialect/chart``.
        package var expression: String
        /// The role of the value: for a bubble, 1 is the height and 2 the size.
        package var sequence: Int
        /// The title of the value; empty for none.
        package var displayName = ""
        /// The name of a format, see ``ValueFormat``; empty for the usual one.
        package var format = ""
        /// The code of the format `Currency`; `nil` for the currency of the locale.
        package var currencyCode: String?
        /// How rows of one category and series are combined; `nil` if the metadata does not define it.
        package var aggregate: Aggregate?
        /// The expression by which a weighted mean weighs each row.
        package var weight: String?
        /// Whether the axis is logarithmic.
        package var isLogarithmic = false
        /// Whether its axis is also to be logarithmic below zero.
        package var isSymmetric = false
        /// Whether a smaller number is an improvement, such as of costs.
        package var isLowerBetter = false
        package var place = MetadataPlace()

        package init(expression: String, sequence: Int) {
            self.expression = expression
            self.sequence = sequence
        }
    }

    /// A level of semantic zooming: the same chart over other rows.
    public struct ZoomingLevel: Sendable, Hashable {
        /// The query that gives the rows of the level.
        package var query: String
        /// The column with the categories of the level.
        package var categoryColumn: String
        /// The name of the level; empty for that of its query.
        package var title = ""
        package var place = MetadataPlace()

        package init(query: String, categoryColumn: String) {
            self.query = query
            self.categoryColumn = categoryColumn
        }
    }

    /// The texts above and below a chart, except its title.
    package struct Caption: Sendable, Hashable {
        /// A second title, below the first; empty for none.
        package var subtitle = ""
        /// The source of the data.
        package var source = ""
    }

    /// A reference to another element by its name, with the place of the reference.
    package struct Reference: Sendable, Hashable {
        /// The name as it is written; nothing need have it.
        package var name: String
        package var place = MetadataPlace()

        package init(_ name: String) { self.name = name }
    }
}

extension Chart {
    /// The value of a `ValueSequence`.
    package func value(sequence: Int) -> Value? { values.first { $0.sequence == sequence } }

    /// Whether it has levels; if so, ``query`` is `nil`, and each level has its own query.
    package var isZooming: Bool { !zoomingLevels.isEmpty }

    /// All queries that it uses, in order.
    package var queries: [String] { (query.map { [$0] } ?? []) + zoomingLevels.map(\.query) }
}
