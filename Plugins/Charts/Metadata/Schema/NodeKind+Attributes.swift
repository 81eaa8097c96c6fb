extension NodeKind {
    /// An attribute that a node may have.
    struct Attribute {
        var name: String
        /// Other spellings that the guide's own examples use.
        var aliases: [String] = []
        var isRequired = false

        static func required(_ name: String, or aliases: String...) -> Attribute {
            Attribute(name: name, aliases: aliases, isRequired: true)
        }

        static func optional(_ names: String...) -> [Attribute] {
            names.map { Attribute(name: $0) }
        }

        /// The display name of a node.
        static let displayName = Attribute(
            name: "DisplayName", aliases: ["Description", "Label"])
    }

    var attributes: [Attribute] {
        switch self {
        case .mobileAnalytic: Attribute.optional("MAKitVersion")
        case .chart:
            Self.chartAttributes + [.init(name: "Query", aliases: ["Table"])]
                + Attribute.optional("ByCategory")
        case .gridChart: Self.chartAttributes
        case .treeMapLevel, .layer: Self.chartAttributes + [.required("Query", or: "Table")]
        case .drillDownGroup, .treeMapGroup, .daPanel:
            [.required("Name")] + Attribute.optional("Title")
        case .overlayGroup:
            [.required("Name")]
                + Attribute.optional("Title", "Subtitle", "Source", "DualAxisEnabled")
        case .category:
            [.displayName]
                + Attribute.optional(
                    "Column", "Format", "CurrencyCode", "Sort", "Descending", "Order", "Top",
                    "Other", "Scale", "BinWidth", "Totals", "Hexagons")
        case .display:
            Attribute.optional(
                "IsTitleHidden", "IsLegendHidden", "IsThumbnail", "ShowsHorizontalAxis",
                "ShowsVerticalAxis", "ShowsHorizontalAxisTitle", "ShowsVerticalAxisTitle",
                "ShowsGridLabel", "ShowsXAxisAtTop", "ShowsSeriesLabels", "DirectLabels",
                "RowHeight", "RowSpacing")
        case .series, .facet:
            [.displayName] + Attribute.optional("Column", "Format", "CurrencyCode")
        case .value:
            [.required("Expression"), .displayName]
                + Attribute.optional(
                    "Format", "ValueSequence", "CurrencyCode", "Aggregate", "Weight",
                    "Scale", "LowerIsBetter")
        case .zoomingLevel:
            [.required("Query", or: "Table"), .required("CategoryColumn")]
                + Attribute.optional("Title")
        case .whatIfColumn:
            [.required("Name"), .required("VariableType", or: "Type"), .displayName]
                + [.required("Min"), .required("Max")]
                + Attribute.optional("Value", "Step", "Decimals")
        case .filterName, .nodeTo: [.required("Name")]
        case .variableName: [.required("Name")] + Attribute.optional("Sequence")
        case .dataGrid:
            [.required("Name"), .required("Query", or: "Table")] + Attribute.optional("Title")
        case .gridColumn:
            [.required("Type"), .required("Value")]
                + Attribute.optional(
                    "Header", "Format", "CurrencyCode", "IsHeaderColumn", "ColumnSequence",
                    "ChartName", "Color")
        case .variable:
            [.required("Name"), .required("VariableType", or: "Type"), .displayName]
                + Attribute.optional("Value", "Selection", "Min", "Max", "Step", "Decimals")
        case .choice: [.required("Value")] + Attribute.optional("Display")
        case .filter:
            [.required("Name"), .required("FilterType", or: "Type"), .required("Column")]
                + [.required("SourceQuery")] + Attribute.optional("Sequence")
        case .dashboardLayout: Attribute.optional("Scale")
        case .landscape, .portrait: Attribute.optional("ContentWidth", "ContentHeight")
        case .layout:
            [
                .required("Name"), .required("Top"), .required("Left"), .required("Width"),
                .required("Height"),
            ]
        case .diagram: [.required("Name"), .required("Query", or: "Table")]
        case .node:
            [.required("Name"), .required("Text"), .init(name: "Charts", aliases: ["Chart"])]
                + Attribute.optional("ParentNode", "Expression", "Format", "Default")
        case .dashboard, .values, .zoomingLevels, .whatIfColumns, .chartFilters, .gridColumns,
            .gridCharts, .variables, .choices, .filters:
            []
        }
    }

    private static let chartAttributes =
        [.required("Name"), .required("ChartType", or: "Type")]
        + Attribute.optional(
            "Title", "Subtitle", "Source", "ChartSequence", "ReferenceValue", "ReferenceLabel",
            "UpperThreshold", "UpperLabel", "LowerThreshold", "LowerLabel",
            "PredictiveStartCategory")
}
