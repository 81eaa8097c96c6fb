import PeriluneCore

@testable import ChartsPlugin

/// The EVA diagram of the guide, and its data.
enum ValueDriver {
    /// How the after-tax profit is computed: the guide and its code examples differ.
    enum Formula: String {
        case guide = "EBIT*(1-IncomeTax)"
        case examples = "EBIT*IncomeTax"
    }

    private static let nodes:
        [(name: String, expression: String?, format: String, parents: String)] =
            [
                ("EVA", "OperatingProfit1-CostofCaptial", "Rounded2", ""),
                ("OperatingProfit1", "RONA*NetAssets1", "Rounded0", "EVA"),
                ("CostofCaptial", "NetAssets1*WACC", "Rounded2", "EVA"),
                ("RONA", "ProfitMargin*NetAssetTurnover", "Percentage", "OperatingProfit1"),
                ("NetAssets1", nil, "Rounded0", "OperatingProfit1,CostofCaptial"),
                ("WACC", nil, "Percentage", "CostofCaptial"),
                ("ProfitMargin", "OperatingProfit2/Sales1", "Percentage", "RONA"),
                ("NetAssetTurnover", "Sales1/NetAssets2", "Rounded2", "RONA"),
                ("OperatingProfit2", "", "Rounded0", "ProfitMargin"),
                ("Sales1", nil, "Rounded0", "ProfitMargin,NetAssetTurnover"),
                ("NetAssets2", "Assets-Liabilities", "Rounded0", "NetAssetTurnover"),
                ("EBIT", "Contribution-Overhead", "Rounded0", "OperatingProfit2"),
                ("IncomeTax", nil, "Rounded2", "OperatingProfit2"),
                ("Assets", "FixedAssets+CurrentAssets", "Rounded0", "NetAssets2"),
                ("Liabilities", nil, "Rounded0", "NetAssets2"),
                ("Contribution", "Sales2-GoodsSold", "Rounded0", "EBIT"),
                ("Overhead", nil, "Rounded0", "EBIT"),
                ("FixedAssets", nil, "Rounded0", "Assets"),
                ("CurrentAssets", nil, "Rounded0", "Assets"),
                ("Sales2", nil, "Rounded0", "Contribution"),
                ("GoodsSold", nil, "Rounded0", "Contribution"),
            ]

    static func diagram(_ formula: Formula = .guide) -> Diagram {
        var diagram = Diagram(name: "EVA-Value-Driver")
        diagram.query = "EVAQuery"
        diagram.nodes = nodes.map { name, expression, format, parents in
            var node = Diagram.Node(name: name)
            node.expression = name == "OperatingProfit2" ? formula.rawValue : expression
            node.format = format
            node.parents = parents.split(separator: ",").map(String.init)
            node.targets = node.parents.map { Chart.Reference($0) }
            node.isDefault = name == "EVA"
            return node
        }
        diagram.nodes[1].charts = ["chart1", "chart2"]
        return diagram
    }

    /// The guide's rows, the misspelt OperationProfit2 included.
    static let table: Table = {
        let rows: KeyValuePairs<String, [Double]> = [
            "EVA": [42.24, 46.464], "OperatingProfit1": [120, 132],
            "CostofCaptial": [77.76, 85.536], "RONA": [0.15, 0.165], "NetAssets1": [800, 880],
            "WACC": [0.097, 0.097], "ProfitMargin": [0.12, 0.132],
            "NetAssetTurnover": [1.25, 1.25], "OperationProfit2": [120, 132],
            "Sales1": [1000, 1100], "NetAssets2": [800, 880], "EBIT": [200, 220],
            "IncomeTax": [0.4, 0.44], "Assets": [1000, 1100], "Liabilities": [200, 220],
            "Contribution": [600, 660], "Overhead": [400, 440], "FixedAssets": [600, 660],
            "CurrentAssets": [400, 440], "Sales2": [1000, 1100], "GoodsSold": [400, 440],
        ]
        return Table(columns: rows.map { Column($0, .numbers($1)) }, count: 2)
    }()

    static func state(_ formula: Formula = .guide, row: Int = 0) -> InfluenceState {
        InfluenceState(InfluenceModel(diagram(formula)), table, row: row)
    }
}
