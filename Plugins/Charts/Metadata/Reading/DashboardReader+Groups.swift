extension DashboardReader {
    mutating func drillDown(_ node: MetadataNode) -> DrillDownGroup {
        var group = DrillDownGroup(name: name(node))
        group.place = node.place
        group.title = string(node, "Title") ?? ""
        group.charts = charts(node, .chart)
        return group
    }

    mutating func treeMap(_ node: MetadataNode) -> TreeMapGroup {
        var group = TreeMapGroup(name: name(node))
        group.place = node.place
        group.title = string(node, "Title") ?? ""
        group.levels = charts(node, .treeMapLevel)
        return group
    }

    mutating func overlay(_ node: MetadataNode) -> OverlayGroup {
        var group = OverlayGroup(name: name(node))
        group.place = node.place
        group.title = string(node, "Title") ?? ""
        group.caption = caption(node)
        for child in node.children where child.name == NodeKind.display.name {
            group.display = display(child)
        }
        group.hasDualAxis = bool(node, "DualAxisEnabled") ?? false
        group.category = node.children.first { $0.name == NodeKind.category.name }.map {
            axisOfGroup($0)
        }
        group.layers = charts(node, .layer)
        return group
    }

    /// The charts of a group in the order of their `ChartSequence`.
    private mutating func charts(_ node: MetadataNode, _ role: NodeKind) -> [Chart] {
        var found: [Numbered<Chart>] = []
        for child in node.children where child.name == role.name {
            let chart = chart(child, as: role)
            found.append(Numbered(item: chart, number: chart.sequence, place: child.place))
        }
        return inSequence(found, of: role)
    }

    mutating func grid(_ node: MetadataNode) -> DataGrid {
        var grid = DataGrid(name: name(node))
        grid.place = node.place
        grid.title = string(node, "Title") ?? ""
        grid.query = string(node, "Query")
        for child in node.children where child.name == NodeKind.gridCharts.name {
            grid.charts = child.children.map { chart($0, as: .gridChart) }
        }
        for child in node.children where child.name == NodeKind.gridColumns.name {
            grid.columns = columns(child, of: grid)
        }
        return grid
    }

    private mutating func columns(_ node: MetadataNode, of grid: DataGrid) -> [DataGrid.Column] {
        var headers: [DataGrid.Column] = []
        var others: [Numbered<DataGrid.Column>] = []
        for child in node.children {
            guard let column = column(child, of: grid) else { continue }
            if column.isHeader {
                headers.append(column)
            } else {
                others.append(
                    Numbered(item: column, number: column.sequence, place: child.place))
            }
        }
        return headers + inSequence(others, of: .gridColumn)
    }

    private mutating func column(_ node: MetadataNode, of grid: DataGrid) -> DataGrid.Column? {
        guard let kind = choice(node, "Type", DataGrid.Kind.self) else { return nil }
        guard let value = string(node, "Value") else {
            missingText(node, "Value")
            return nil
        }
        var column = DataGrid.Column(kind: kind, value: value)
        column.place = node.place
        column.header = string(node, "Header") ?? ""
        column.format = format(node)
        column.currencyCode = string(node, "CurrencyCode")
        column.isHeader = bool(node, "IsHeaderColumn") ?? false
        column.sequence = sequenceNumber(node, "ColumnSequence")
        column.chart = string(node, "ChartName")
        column.color = string(node, "Color")
        switch kind {
        case .chart:
            if let chart = column.chart {
                if grid.chart(named: chart) == nil { undefined(node, "ChartName", chart) }
            } else {
                required(node, "ChartName")
            }
        case .variance where column.color == nil: required(node, "Color")
        case .data, .variance: break
        }
        return column
    }

    private mutating func required(_ node: MetadataNode, _ name: String) {
        issues.add(
            .missingAttribute(node: node.name, attribute: name, line: node.place.line),
            at: node.place, hint: "a column of type \(node["Type"] ?? "") requires it")
    }

    /// Reports a name that does not exist.
    mutating func undefined(
        _ node: MetadataNode, _ attribute: String, _ value: String, hint: String? = nil
    ) {
        issues.add(
            .undefined(node: node.name, attribute: attribute, value: value), at: node.place,
            hint: hint)
    }
}
