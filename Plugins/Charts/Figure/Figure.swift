/// A chart with everything resolved - rows read, expressions evaluated, texts formatted - and nothing laid
/// out yet: what stands between metadata and data on one side and drawing on the other.
package struct Figure: Sendable {
    /// The name by which scripts and layouts know it.
    package var name: String
    /// Written above the chart; empty for none.
    package var title: String
    /// The chart itself, or the message in its place.
    package var content: Content
    /// Written small below: what is not shown, and why.
    package var notes: [String]
    /// A line below the title.
    package var subtitle = ""
    /// The source of the data, shown in the last line.
    package var source = ""
    /// The parts of the chart that are shown, and how they are arranged.
    package var display = Display()
    /// The drill path, outermost first: drill levels and hierarchy levels.
    package var breadcrumbs: [String]
    /// The name of the level above all breadcrumbs; `nil` without a drill-down.
    package var topLevel: String?

    package init(
        name: String, title: String, content: Content, notes: [String] = [],
        breadcrumbs: [String] = []
    ) {
        self.name = name
        self.title = title
        self.content = content
        self.notes = notes
        self.breadcrumbs = breadcrumbs
    }

    /// The name of the first level of a drill-down, as on the page.
    static let top = "All"

    /// The content of the figure, by its layout.
    package enum Content: Sendable {
        case plot(Plot)
        case pie(Plot)
        case bullet(Plot, isVertical: Bool)
        case treemap(Treemap)
        case heatMap(Plot)
        case indicator(Indicator)
        case multiples(Multiples)
        case grid(Grid)
        case diagram(DiagramPicture)
        case panel(Panel)
        /// Instead of a chart: `no data`, or what is wrong.
        case message(String)
    }
}

/// Categories and layers of series: column, bar, line, area, scatter, bubble, and what they overlay.
package struct Plot: Sendable {
    /// The labels along the category axis, in order; all other arrays by category have as many elements.
    package var categories: [Label]
    /// The title of the category axis; empty for none.
    package var categoryTitle: String
    /// Where categories are numbers or dates on a continuous axis (scatter): one for each category.
    package var positions: [Double]?
    /// The format of numbers on that axis; `nil` if it shows the labels of categories.
    package var positionFormat: NumberFormat?
    /// The names at the positions 0, 1, 2 and so on, if several points share a name.
    package var positionNames: [Label]?
    /// The time axis, if positions are times in seconds since 1970.
    package var time: TimeAxis?
    /// The bins of a histogram: one for each category.
    package var bins: Bins?
    /// Whether hexagons show how many points there are, instead of the points.
    package var isInHexagons = false
    /// The categories of a waterfall that show the sum of the previous ones.
    package var totals: Set<Int> = []
    /// Whether positions are on a logarithmic axis; all are positive then.
    package var hasLogarithmicPositions = false
    /// Whether positions are on an axis that is logarithmic on both sides of zero.
    package var hasSymmetricPositions = false
    /// The layers, which share the categories.
    package var layers: [Layer]
    /// Whether the second layer has a value axis of its own.
    package var hasDualAxis: Bool
    /// A line at this value; `nil` for none.
    package var reference: Double?
    /// From this value on the plot is coloured; `nil` for none.
    package var upperThreshold: Double?
    /// Up to this value the plot is coloured; `nil` for none.
    package var lowerThreshold: Double?
    /// The labels of the reference and the thresholds.
    package var levelNames = ReferenceLabels()
    /// The range of the value axis, if several plots share it.
    package var sharedValueDomain: ClosedRange<Double>?
    /// The smallest number on a symmetric axis that several plots share.
    package var sharedSmallestValue: Double?
    /// The index of the category from which on values are a forecast.
    package var predictiveStart: Int?
    /// The selection of the user, by the indices of categories and series.
    package var selection: Selection
    /// The style numbers of categories, if each has its own, as in a pie.
    package var categoryStyles: [Int?] = []
    /// The part of the categories that is shown, 0 to 1.
    package var range: ClosedRange<Double>
    /// Whether the query has put the categories in order: else a pie begins with the largest.
    package var isSorted: Bool

    package init(
        categories: [Label], categoryTitle: String = "", positions: [Double]? = nil,
        layers: [Layer], hasDualAxis: Bool = false, reference: Double? = nil,
        upperThreshold: Double? = nil, lowerThreshold: Double? = nil, predictiveStart: Int? = nil,
        selection: Selection = Selection(), range: ClosedRange<Double> = 0...1,
        isSorted: Bool = false
    ) {
        self.categories = categories
        self.categoryTitle = categoryTitle
        self.positions = positions
        self.layers = layers
        self.hasDualAxis = hasDualAxis
        self.reference = reference
        self.upperThreshold = upperThreshold
        self.lowerThreshold = lowerThreshold
        self.predictiveStart = predictiveStart
        self.selection = selection
        self.range = range
        self.isSorted = isSorted
    }

    /// The names of the reference and the thresholds, which are written before their numbers; `nil` writes the number alone.
    package struct ReferenceLabels: Sendable, Hashable {
        package var reference: String?
        package var upper: String?
        package var lower: String?

        package init() {}
    }

    /// Marks of one kind over all categories.
    package struct Layer: Sendable {
        /// The kind of its marks.
        package var kind: Kind
        /// The name of a series without a label; empty for the title of its first value.
        package var title: String
        /// The series, in the order of all arrays by series.
        package var series: [Series]
        /// By ValueSequence: a bubble has a height and a size, a bullet has four.
        package var values: [Values]
        /// How the marks of a category are stacked; `nil` if they are not.
        package var stacking: Stacking?
        /// The title of its axis, if that differs from the title of its first value.
        package var axisTitle: String?
        /// `outliers[series][category]`: the numbers beyond the whiskers of a box.
        package var outliers: [[[Double]]] = []

        package init(
            kind: Kind, title: String = "", series: [Series], values: [Values],
            stacking: Stacking? = nil
        ) {
            self.kind = kind
            self.title = title
            self.series = series
            self.values = values
            self.stacking = stacking
        }
    }

    /// A kind of mark; ``Theme/shapes`` has the shapes by its raw value.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case column, bar, line, area, scatter, bubble, pie, donut, bullet, waterfall, box, candle
    }

    /// How the marks of a category are stacked; positive and negative values are stacked separately.
    package enum Stacking: Sendable {
        case sum
        /// As parts of the sum of their magnitudes, which the axis writes in this format.
        case share(NumberFormat)

        var isShare: Bool { if case .share = self { true } else { false } }
    }

    /// Intervals of equal length, for a histogram: each contains its lower end, and not its upper one.
    package struct Bins: Sendable, Hashable {
        /// The lower end of the first bin.
        package var start: Double
        /// The length of a bin, above 0.
        package var width: Double
        /// The decimals of the ends.
        package var decimals = 0

        /// The lower end of a bin.
        package func edge(_ bin: Int) -> Double { start + Double(bin) * width }
    }

    /// A series of a layer: its label, and how it is shown.
    package struct Series: Sendable, Hashable {
        /// Empty where a chart has only one.
        package var label: String
        /// Whether it is shown: a tap on the legend hides it.
        package var isVisible: Bool
        /// The style number of its name in the whole dashboard; `nil` for the number of its position.
        package var styleNumber: Int?

        package init(_ label: String, isVisible: Bool = true, styleNumber: Int? = nil) {
            self.label = label
            self.isVisible = isVisible
            self.styleNumber = styleNumber
        }
    }

    /// A number for each series and category.
    package struct Values: Sendable {
        /// The title of the value axis, or of the value in a tooltip.
        package var title: String
        /// The numbers as `cells[series][category]`; NaN for missing ones.
        package var cells: [[Double]]
        /// The format of the numbers.
        package var format: NumberFormat
        /// Whether its axis is logarithmic: all cells are above zero.
        package var isLogarithmic = false
        /// Whether its axis is logarithmic on both sides of zero, which cells may be.
        package var isSymmetric = false
        /// Whether cells count rows: between two of them there is nothing.
        package var areCounts = false

        package init(title: String, cells: [[Double]], format: NumberFormat = .plain) {
            self.title = title
            self.cells = cells
            self.format = format
        }
    }
}

/// The label of a category.
package struct Label: Sendable, Hashable {
    /// The text in the format of the category; it need not be unique.
    package var text: String

    package init(_ text: String) { self.text = text }
}

/// How the numbers of a value are formatted, in the session's locale.
package struct NumberFormat: Sendable {
    /// In full, for labels and tables: never shortened.
    package var full: @Sendable (Double) -> String
    /// Formats a number on an axis with this many decimals, shortened by the unit.
    package var axis: @Sendable (Double, AxisUnit) -> String
    /// A share in whole hundredths, with the percent sign.
    package var percent: @Sendable (Int) -> String

    package init(
        full: @escaping @Sendable (Double) -> String,
        axis: @escaping @Sendable (Double, AxisUnit) -> String,
        percent: @escaping @Sendable (Int) -> String = { "\($0)%" }
    ) {
        self.full = full
        self.axis = axis
        self.percent = percent
    }

    /// Decimals, and the power of ten that all labels of an axis are divided by.
    package struct AxisUnit: Sendable, Hashable {
        /// The decimals after the division, at least 0.
        package var decimals: Int
        /// 0, 3 (k), 6 (M), 9 (G) or 12 (T); of very small numbers a negative one, such as -7.
        package var power: Int

        package init(decimals: Int, power: Int = 0) {
            self.decimals = decimals
            self.power = power
        }
    }

    /// With a point and without grouping.
    package static let plain = NumberFormat(
        full: { $0.rounded() == $0 && abs($0) < 1e15 ? "\(Int64($0))" : "\($0)" },
        axis: { value, unit in
            let scaled = value / tenTo(unit.power)
            guard abs(scaled) < 1e15 else { return "\(scaled)" }
            let suffix =
                unit.power < 0
                ? "e\(unit.power)"
                : [3: "\u{a0}k", 6: "\u{a0}M", 9: "\u{a0}G", 12: "\u{a0}T"][unit.power] ?? ""
            return fixed(scaled, decimals: unit.decimals) + suffix
        })

    /// A number with so many decimals, at most 12; never `-0`.
    private static func fixed(_ value: Double, decimals: Int) -> String {
        let whole = abs(value).rounded(.down)
        let fraction = ((abs(value) - whole) * tenTo(decimals)).rounded()
        let carries = fraction >= tenTo(decimals)
        let digits = "\(Int64(carries ? 0 : fraction))"
        let isZero = whole == 0 && fraction == 0
        let text = (value < 0 && !isZero ? "-" : "") + "\(Int64(whole) + (carries ? 1 : 0))"
        guard decimals > 0 else { return text }
        return text + "." + String(repeating: "0", count: max(0, decimals - digits.count)) + digits
    }

    private static func tenTo(_ power: Int) -> Double {
        guard power >= 0 else { return 1 / tenTo(-power) }
        return (0..<power).reduce(1) { product, _ in product * 10 }
    }
}
