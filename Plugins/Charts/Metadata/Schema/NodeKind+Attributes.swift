extension NodeKind {
    /// An attribute that a node may have.
    struct Attribute {
        var name: String
        /// Other spellings that the guide's own examples use.
        var aliases: [String] = []
        var isRequired = false

        static func needed(_ name: String, or aliases: String...) -> Attribute {
            Attribute(name: name, aliases: aliases, isRequired: true)
        }

        static func may(_ names: String...) -> [Attribute] { names.map { Attribute(name: $0) } }

        /// The display name of a node.
        static let displayName = Attribute(
            name: "DisplayName", aliases: ["Description", "Label"])
    }

    var attributes: [Attribute] {
        switch self {
        case .mobileAnalytic: Attribute.may("MAKitVersion")
        case .chart:
            Self.chartAttributes + [.init(name: "Query", aliases: ["Table"])]
                + Attribute.may("ByCategory")
        case .gridChart: Self.chartAttributes
        case .treeMapLevel, .layer: Self.chartAttributes + [.needed("Query", or: "Table")]
        case .drillDownGroup, .treeMapGroup, .daPanel: [.needed("Name")] + Attribute.may("Title")
        case .overlayGroup:
            [.needed("Name")] + Attribute.may("Title", "Subtitle", "Source", "DualAxisEnabled")
        case .category:
            [.displayName]
                + Attribute.may(
                    "Column", "Format", "CurrencyCode", "Sort", "Descending", "Order", "Top",
                    "Other", "Scale", "BinWidth", "Totals", "Hexagons")
        case .display:
            Attribute.may(
                "IsTitleHidden", "IsLegendHidden", "IsThumbnail", "ShowsHorizontalAxis",
                "ShowsVerticalAxis", "ShowsHorizontalAxisTitle", "ShowsVerticalAxisTitle",
                "ShowsGridLabel", "ShowsXAxisAtTop", "ShowsSeriesLabels", "DirectLabels",
                "RowHeight", "RowSpacing")
        case .series, .facet: [.displayName] + Attribute.may("Column", "Format", "CurrencyCode")
        case .value:
            [.needed("Expression"), .displayName]
                + Attribute.may(
                    "Format", "ValueSequence", "CurrencyCode", "Aggregate", "Weight",
                    "Scale", "LowerIsBetter")
        case .zoomingLevel:
            [.needed("Query", or: "Table"), .needed("CategoryColumn")] + Attribute.may("Title")
        case .whatIfColumn:
            [.needed("Name"), .needed("VariableType", or: "Type"), .displayName]
                + [.needed("Min"), .needed("Max")] + Attribute.may("Value", "Step", "Decimals")
        case .filterName, .nodeTo: [.needed("Name")]
        case .variableName: [.needed("Name")] + Attribute.may("Sequence")
        case .dataGrid: [.needed("Name"), .needed("Query", or: "Table")] + Attribute.may("Title")
        case .gridColumn:
            [.needed("Type"), .needed("Value")]
                + Attribute.may(
                    "Header", "Format", "CurrencyCode", "IsHeaderColumn", "ColumnSequence",
                    "ChartName", "Color")
        case .variable:
            [.needed("Name"), .needed("VariableType", or: "Type"), .displayName]
                + Attribute.may("Value", "Selection", "Min", "Max", "Step", "Decimals")
        case .choice: [.needed("Value")] + Attribute.may("Display")
        case .filter:
            [.needed("Name"), .needed("FilterType", or: "Type"), .needed("Column")]
                + [.needed("SourceQuery")] + Attribute.may("Sequence")
        case .dashboardLayout: Attribute.may("Scale")
        case .landscape, .portrait: Attribute.may("ContentWidth", "ContentHeight")
        case .layout:
            [
                .needed("Name"), .needed("Top"), .needed("Left"), .needed("Width"),
                .needed("Height"),
            ]
        case .diagram: [.needed("Name"), .needed("Query", or: "Table")]
        case .node:
            [.needed("Name"), .needed("Text"), .init(name: "Charts", aliases: ["Chart"])]
                + Attribute.may("ParentNode", "Expression", "Format", "Default")
        case .dashboard, .values, .zoomingLevels, .whatIfColumns, .chartFilters, .gridColumns,
            .gridCharts, .variables, .choices, .filters:
            []
        }
    }

    private static let chartAttributes =
        [.needed("Name"), .needed("ChartType", or: "Type")]
        + Attribute.may(
            "Title", "Subtitle", "Source", "ChartSequence", "ReferenceValue", "ReferenceLabel",
            "UpperThreshold", "UpperLabel", "LowerThreshold", "LowerLabel",
            "PredictiveStartCategory")
}
