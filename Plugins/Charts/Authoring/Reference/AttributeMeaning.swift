/// The allowed values and the effect of an attribute of metadata, for the reference and for schemas.
struct AttributeMeaning {
    enum Values {
        case text, number, truth, expression
        case whole(ClosedRange<Int>)
        /// Names that are read in any case.
        case choice([String])
        /// Names, with this between them.
        case list(separator: Character)
    }

    let values: Values
    let summary: String

    /// The meaning of an attribute of a node; `nil` if none is declared.
    init?(_ attribute: String, of kind: NodeKind) {
        guard let (values, summary) = Self.special(attribute, kind) ?? Self.general[attribute]
        else { return nil }
        (self.values, self.summary) = (values, summary)
    }

    private static func names<Choice: CaseIterable & RawRepresentable<String>>(
        _ type: Choice.Type
    ) -> Values {
        .choice(Choice.allCases.map(\.rawValue))
    }

    private static let sequence = Values.whole(1...100_000)

    /// Attributes that mean something else in one kind of node.
    private static func special(_ attribute: String, _ kind: NodeKind) -> (Values, String)? {
        switch (kind, attribute) {
        case (.category, "Top"):
            (
                .whole(1...100_000),
                "Shows only so many categories; the others are combined into one."
            )
        case (.category, "Scale"):
            (names(Chart.Scale.self), "How categories lie along the axis.")
        case (.value, "Scale"):
            (
                .choice([Chart.Scale.log, .symmetricLog].map(\.rawValue)),
                "Makes the axis logarithmic; `SymmetricLog` also below zero."
            )
        case (.dashboardLayout, "Scale"):
            (
                names(DashboardLayout.Scale.self),
                "The unit of places and sizes; without it, percent."
            )
        case (.gridColumn, "Type"): (names(DataGrid.Kind.self), "What the column shows.")
        case (.gridColumn, "Value"):
            (.expression, "The column of the query; of a variance an expression.")
        case (.gridColumn, "Color"):
            (
                .expression,
                "Computes the name of the color of a row, such as `if(A > B, 'green', 'red')`."
            )
        case (.choice, "Value"): (.text, "The value that expressions get.")
        case (.variable, "Value"):
            (.text, "The value before a user changes it; of a date `date(2024,3,31)`.")
        case (.variable, "Min"), (.variable, "Max"):
            (
                .text,
                "The \(attribute == "Min" ? "least" : "greatest") value; of a date `date(2024,3,31)`."
            )
        case (.variable, "Name"): (.text, "The name in expressions, which begins with `$`.")
        case (.whatIfColumn, "Name"): (.text, "The column of the query that users change.")
        case (.whatIfColumn, "VariableType"):
            (.choice([Variable.Kind.integer, .float].map(\.rawValue)), "The type of the values.")
        case (.filterName, "Name"): (.text, "The name of a filter of the dashboard.")
        case (.variableName, "Name"): (.text, "The name of a variable.")
        case (.nodeTo, "Name"): (.text, "The name of the node that this one acts on.")
        case (.layout, "Name"): (.text, "The name of the item that is placed.")
        case (.node, "Name"): (.text, "The column of the query with the value of the node.")
        case (.node, "Expression"):
            (.expression, "Computes the node from other nodes; a node without it is an input.")
        case (.filter, "Column"): (.text, "The column that the filter restricts.")
        default: nil
        }
    }

    private static let general: [String: (Values, String)] = [
        "Aggregate": (
            names(Aggregate.self), "How the rows of a category and series become one number."
        ),
        "BinWidth": (.number, "The length of the intervals of a histogram."),
        "ByCategory": (.truth, "Drills down by category only, whatever series is tapped."),
        "CategoryColumn": (.text, "The column with the categories of the level."),
        "ChartName": (.text, "The chart in `<Charts>` that each row shows."),
        "ChartSequence": (sequence, "The place in a group, from 1."),
        "ChartType": (names(Chart.Kind.self), "The kind of chart."),
        "Charts": (.list(separator: ","), "The charts that show more of the node."),
        "Column": (.text, "The column of the query."),
        "ColumnSequence": (sequence, "The place of the column, from 1."),
        "ContentHeight": (.number, "The height of the content in points."),
        "ContentWidth": (.number, "The width of the content in points."),
        "CurrencyCode": (.text, "The currency of `Format=\"Currency\"`, such as `EUR`."),
        "Decimals": (.whole(0...9), "How many decimals users can set."),
        "Default": (.truth, "Selects the node at first."),
        "Descending": (.truth, "Reverses `Sort`."),
        "DirectLabels": (
            .truth, "Writes names at the ends of up to 8 lines instead of a legend, if they fit."
        ),
        "Display": (.text, "The text that users read instead of the value."),
        "DisplayName": (.text, "The name that users read."),
        "DualAxisEnabled": (.truth, "Gives the second layer an axis of its own."),
        "Expression": (
            .expression, "Computes the value from the columns of the query and variables."
        ),
        "FilterType": (names(Filter.Kind.self), "Whether users choose values, or a range."),
        "Format": (.choice(DashboardReader.formats), "How values are written."),
        "Header": (.text, "The heading of the column."),
        "Height": (.number, "The height."),
        "Hexagons": (
            .truth,
            "Draws the points of a scatter or bubble chart as hexagons whose color shows how many there are."
        ),
        "IsHeaderColumn": (.truth, "Whether the column names the rows."),
        "IsLegendHidden": (.truth, "Leaves the legend out."),
        "IsThumbnail": (.truth, "Draws the marks alone, for a small picture."),
        "IsTitleHidden": (.truth, "Leaves the title out."),
        "Left": (.number, "The distance from the left edge."),
        "LowerIsBetter": (.truth, "Whether a smaller number is an improvement."),
        "LowerLabel": (.text, "The text at the lower threshold."),
        "LowerThreshold": (.number, "Numbers below it are marked."),
        "MAKitVersion": (.text, "The version of the format; it has no effect."),
        "Max": (.number, "The greatest value that users can set."),
        "Min": (.number, "The least value that users can set."),
        "Name": (.text, "The name, by which scripts, layouts and addresses know it."),
        "Order": (.list(separator: "|"), "The first categories, in this order."),
        "Other": (.text, "The name of the category that stands for those after `Top`."),
        "ParentNode": (.list(separator: ","), "The nodes that this one belongs to."),
        "PredictiveStartCategory": (.text, "The category from which values are a forecast."),
        "Query": (.text, "The query that provides the rows."),
        "ReferenceLabel": (.text, "The text at the reference line."),
        "ReferenceValue": (.number, "A line at this number."),
        "RowHeight": (.number, "The height of horizontal bars and bullets, in points."),
        "RowSpacing": (.number, "The space between horizontal bars or bullets, in points."),
        "Selection": (.whole(0...100_000), "The choice that is selected at first, from 0."),
        "Sequence": (sequence, "The place, from 1."),
        "ShowsGridLabel": (.truth, "Whether lines of the grid have numbers."),
        "ShowsHorizontalAxis": (.truth, "Whether the horizontal axis has labels."),
        "ShowsHorizontalAxisTitle": (.truth, "Whether the horizontal axis has a title."),
        "ShowsSeriesLabels": (
            .truth, "Whether slices of a pie have names beside them, instead of a legend."
        ),
        "ShowsVerticalAxis": (.truth, "Whether the vertical axis has labels."),
        "ShowsVerticalAxisTitle": (.truth, "Whether the vertical axis has a title."),
        "ShowsXAxisAtTop": (.truth, "Draws the horizontal axis above the plot."),
        "Sort": (
            names(CategorySort.Key.self),
            "The order of the categories; without it, that of the rows."
        ),
        "Source": (.text, "Where the data comes from, written below the chart."),
        "SourceQuery": (.text, "The query whose rows have the values to choose from."),
        "Step": (.number, "The distance between values that users can set."),
        "Subtitle": (.text, "A second title."),
        "Text": (.text, "The name that users read."),
        "Title": (.text, "The title."),
        "Top": (.number, "The distance from the upper edge."),
        "Totals": (.list(separator: "|"), "The categories of a waterfall that are sums."),
        "UpperLabel": (.text, "The text at the upper threshold."),
        "UpperThreshold": (.number, "Numbers above it are marked."),
        "Value": (.number, "The value before a user changes it, where the rows have none."),
        "ValueSequence": (
            sequence, "What the value is for, from 1: of a bubble, 1 is the height and 2 the size."
        ),
        "VariableType": (names(Variable.Kind.self), "The type of the variable."),
        "Weight": (.expression, "The weight of each row in `Aggregate=\"WeightedMean\"`."),
        "Width": (.number, "The width."),
    ]
}

extension AttributeMeaning.Values {
    /// The allowed values as text, for a table.
    var shown: String {
        switch self {
        case .text: "text"
        case .number: "number"
        case .truth: "`1` or `0`"
        case .expression: "expression"
        case .whole(let range): "integer from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): names.map { "`\($0)`" }.joined(separator: ", ")
        case .list(let separator):
            "names with `\(separator == "|" ? "\\|" : String(separator))` between them"
        }
    }
}
