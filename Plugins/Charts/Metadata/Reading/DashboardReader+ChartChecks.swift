extension DashboardReader {
    /// What depends on the kind of a chart or on where it stands.
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
            if (isCategory && !chart.isZooming) || child.name == NodeKind.series.name {
                requireColumn(child)
            }
        }
        checkValues(of: chart, node)
    }

    /// A bubble needs a size, a bullet its ranges and target.
    private mutating func checkValues(of chart: Chart, _ node: MetadataNode) {
        let needed =
            switch chart.kind {
            case .bubble: 2
            case .horizontalBullet, .verticalBullet: 4
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
