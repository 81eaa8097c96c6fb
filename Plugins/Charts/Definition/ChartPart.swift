/// Something that a ``Chart`` consists of: its category, series, values.
///
/// A type of your own can add several parts that belong together.
public protocol ChartPart: Sendable {
    /// Adds the part.
    func add(to chart: inout Chart)
}

/// The column with the positions along the axis of a chart.
public struct Category: ChartPart {
    /// The axis that the modifiers of this type change.
    package var axis: Chart.Axis

    /// A category; of a chart with zooming levels, each level has its own column.
    public init(_ column: String? = nil, _ displayName: String = "", format: ValueFormat = .general)
    {
        axis = Chart.Axis(column, displayName, format)
    }

    /// Adds the category.
    public func add(to chart: inout Chart) { chart.category = axis }

    /// Orders the categories, instead of as the rows do.
    public func sorted(by key: CategorySort.Key, descending: Bool = false) -> Category {
        with { ($0.sort.by, $0.sort.isDescending) = (key, descending) }
    }

    /// Puts these categories first.
    ///
    /// Names contain no `|`.
    public func ordered(_ names: [String]) -> Category { with { $0.sort.list = names } }

    /// Shows only so many categories, the largest unless an order is set; the others are combined.
    public func top(_ count: Int, other: String = "Other") -> Category {
        with {
            if $0.sort.by == .data, $0.sort.list.isEmpty {
                ($0.sort.by, $0.sort.isDescending) = (.value, true)
            }
            ($0.sort.top, $0.sort.other) = (count, other)
        }
    }

    /// Sets how categories are placed along the axis.
    public func scale(_ scale: Chart.Scale) -> Category { with { $0.scale = scale } }

    /// The length of the intervals of a histogram.
    public func binWidth(_ width: Double) -> Category { with { $0.binWidth = width } }

    /// The categories of a waterfall that are sums.
    ///
    /// Names contain no `|`.
    public func totals(_ names: [String]) -> Category { with { $0.totals = names } }

    /// Draws the points of a scatter chart as hexagons whose colour shows how many there are; of a bubble chart,
    /// it shows the sum of their sizes.
    public func inHexagons() -> Category { with { $0.isInHexagons = true } }

    private func with(_ change: (inout Chart.Axis) -> Void) -> Category {
        var copy = self
        change(&copy.axis)
        return copy
    }
}

/// The column with the groups of a chart, which differ by colour.
public struct Series: ChartPart {
    /// The column with its title and format, which the chart gets.
    package var axis: Chart.Axis

    /// A series.
    public init(_ column: String, _ displayName: String = "", format: ValueFormat = .general) {
        axis = Chart.Axis(column, displayName, format)
    }

    /// Adds the series.
    public func add(to chart: inout Chart) { chart.series = axis }
}

/// The column whose values get a plot each.
public struct Facet: ChartPart {
    /// The column with its title and format, which the chart gets.
    package var axis: Chart.Axis

    /// A facet.
    public init(_ column: String, _ displayName: String = "", format: ValueFormat = .general) {
        axis = Chart.Axis(column, displayName, format)
    }

    /// Adds the facet.
    public func add(to chart: inout Chart) { chart.facet = axis }
}

extension Chart.Axis {
    fileprivate init(_ column: String?, _ displayName: String, _ format: ValueFormat) {
        self.init(column: column)
        self.displayName = displayName
        (self.format, currencyCode) = format.attributes
    }
}

/// What a ``Chart`` measures.
///
/// `PeriluneCore.Value` is a value of JSON.
public typealias ChartValue = Chart.Value

extension Chart.Value: ChartPart {
    /// A value.
    ///
    /// - Parameters:
    ///   - expression: Computes it from the columns of the query, and variables.
    ///   - displayName: The name that users read.
    ///   - format: How it is written.
    ///   - aggregate: How the rows of a category and series become one number.
    ///   - weight: The expression that weighs each row in ``Aggregate/weightedMean``.
    ///   - isLogarithmic: Whether its axis is logarithmic.
    ///   - isSymmetric: Whether a logarithmic axis goes on below zero.
    ///   - isLowerBetter: Whether a smaller number is an improvement.
    public init(
        _ expression: String, _ displayName: String = "", format: ValueFormat = .general,
        aggregate: Aggregate? = nil, weight: String? = nil, isLogarithmic: Bool = false,
        isSymmetric: Bool = false, isLowerBetter: Bool = false
    ) {
        self.init(expression: expression, sequence: 1)
        self.displayName = displayName
        (self.format, currencyCode) = format.attributes
        self.aggregate = aggregate
        self.weight = weight
        self.isLogarithmic = isLogarithmic || isSymmetric
        self.isSymmetric = isSymmetric
        self.isLowerBetter = isLowerBetter
    }

    /// Appends the value to those of the chart; in a bubble chart the second one is the size.
    public func add(to chart: inout Chart) {
        var value = self
        value.sequence = chart.values.count + 1
        chart.values.append(value)
    }
}

/// A level of a ``Chart`` that users zoom: the same chart over other rows.
public typealias ZoomingLevel = Chart.ZoomingLevel

extension Chart.ZoomingLevel: ChartPart {
    /// A level; the first is the coarsest.
    public init(_ title: String = "", query: String, category: String) {
        self.init(query: query, categoryColumn: category)
        self.title = title
    }

    /// Adds the level.
    public func add(to chart: inout Chart) { chart.zoomingLevels.append(self) }
}

extension WhatIfColumn: ChartPart {
    /// A column with whole numbers.
    public init(
        _ name: String, _ displayName: String = "", value: Int? = nil, in range: ClosedRange<Int>,
        step: Int? = nil
    ) {
        self.init(
            name, displayName, value: value.map(Double.init),
            in: Double(range.lowerBound)...Double(range.upperBound), step: step.map(Double.init))
        isInteger = true
    }

    /// A column with any numbers.
    public init(
        _ name: String, _ displayName: String = "", value: Double? = nil,
        in range: ClosedRange<Double>, step: Double? = nil, decimals: Int? = nil
    ) {
        self.init(name: name)
        self.displayName = displayName
        self.value = value
        (minimum, maximum) = (range.lowerBound, range.upperBound)
        (self.step, self.decimals) = (step, decimals)
    }

    /// Adds the column.
    public func add(to chart: inout Chart) { chart.whatIfColumns.append(self) }
}
