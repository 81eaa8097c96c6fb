extension DashboardReader {
    /// Checks that depend on the kind of a chart or on the element that contains it.
    mutating func check(_ chart: Chart, _ node: MetadataNode, _ role: NodeKind) {
        if role == .chart, chart.query == nil, !chart.isZooming {
            issues.add(
                .missingAttribute(node: node.name, attribute: "Query", line: node.place.line),
                at: node.place, hint: "only a chart with <ZoomingLevels> may omit the query")
        }
        if chart.isZooming, !chart.whatIfColumns.isEmpty {
            issues.add(
                .unrecognized(node: NodeKind.whatIfColumns.name, line: node.place.line),
                at: node.place, reason: "a zooming chart cannot have what-if analysis")
        }
        for child in node.children {
            let isCategory = child.name == NodeKind.category.name
            let isSeries = [NodeKind.series.name, NodeKind.facet.name].contains(child.name)
            if (isCategory && !chart.isZooming) || isSeries {
                requireColumn(child)
            }
        }
        checkColumns(of: chart, node)
        checkValues(of: chart, node)
        for child in node.children where child.name == NodeKind.category.name {
            for (name, kind) in [("BinWidth", Chart.Kind.histogram), ("Totals", .waterfall)]
            where child[name] != nil && chart.kind != nil && chart.kind != kind {
                reportInvalidValue(
                    child, name, hint: "only ChartType=\"\(kind.rawValue)\" uses \(name)")
            }
            if child["Hexagons"] != nil, let kind = chart.kind, !kind.isCloud {
                reportInvalidValue(
                    child, "Hexagons", hint: "only scatter and bubble charts use Hexagons")
            }
        }
    }

    /// Warns of columns that a kind of chart does not show.
    private mutating func checkColumns(of chart: Chart, _ node: MetadataNode) {
        guard let kind = chart.kind else { return }
        for child in node.children {
            let hint: String
            switch (child.name, kind) {
            case (NodeKind.series.name, .treeMap):
                hint =
                    "write a <TreeMapGroup>, whose second level divides the tiles of the first"
            case (NodeKind.series.name, .kpi): hint = "write a chart for each number"
            case (NodeKind.series.name, let kind)
            where kind.isCloud && chart.category?.isInHexagons == true:
                hint = "hexagons count the points of all series: write a chart for each of them"
            case (NodeKind.facet.name, let kind)
            where kind.isCloud && chart.category?.isInHexagons == true:
                issues.add(
                    .unrecognized(node: child.name, line: child.place.line), at: child.place,
                    reason: "Hexagons has no effect in a chart with <Facet>, which draws points",
                    hint: "remove <Facet> or Hexagons")
                continue
            case (NodeKind.facet.name, let kind) where !kind.mayHaveFacets:
                hint = "<Facet> is for charts with axes"
            default: continue
            }
            issues.add(
                .unrecognized(node: child.name, line: child.place.line), at: child.place,
                reason: "<\(child.name)> of a \(kind.rawValue) has no effect", hint: hint)
        }
    }

    /// The `ChartType` of a chart; an error, and `nil`, for one that cannot be drawn where the chart stands.
    mutating func kind(_ node: MetadataNode, as role: NodeKind) -> Chart.Kind? {
        guard let kind = choice(node, "ChartType", Chart.Kind.self) else { return nil }
        guard let possible = role.kinds, !possible.contains(kind) else { return kind }
        reportInvalidValue(node, "ChartType", among: possible.map(\.rawValue))
        return nil
    }

    /// A bubble needs a size, a bullet its ranges and target.
    private mutating func checkValues(of chart: Chart, _ node: MetadataNode) {
        let needed =
            switch chart.kind {
            case .bubble: 2
            case .horizontalBullet, .verticalBullet, .candlestick: 4
            default: 1
            }
        guard !chart.values.isEmpty, let kind = chart.kind,
            let missing = (1...needed).first(where: { chart.value(sequence: $0) == nil })
        else { return }
        issues.add(
            .missingNode(node: NodeKind.value.name, line: node.place.line), at: node.place,
            reason: "chart \(chart.name) has no <Value> with ValueSequence=\"\(missing)\"",
            hint: "a chart of type \(kind.rawValue) requires \(needed)")
    }
}

extension NodeKind {
    /// The kinds of charts that can be drawn there; `nil` for all.
    fileprivate var kinds: [Chart.Kind]? {
        switch self {
        case .layer:
            [
                .column, .stackedColumn, .percentColumn, .bar, .stackedBar, .percentBar, .line,
                .area, .stackedArea, .percentArea, .bubble, .scatter,
            ]
        case .treeMapLevel: [.treeMap]
        case .gridChart:
            [
                .column, .stackedColumn, .percentColumn, .bar, .stackedBar, .percentBar, .line,
                .area, .stackedArea, .percentArea, .pie, .donut, .scatter, .horizontalBullet,
                .verticalBullet,
            ]
        default: nil
        }
    }
}
