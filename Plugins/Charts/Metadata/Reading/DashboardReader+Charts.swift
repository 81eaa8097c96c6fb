extension DashboardReader {
    mutating func chart(_ node: MetadataNode, as role: NodeKind) -> Chart {
        var chart = Chart(name: name(node))
        chart.place = node.place
        chart.title = text(node, "Title") ?? ""
        chart.caption = caption(node)
        chart.kind = kind(node, as: role)
        chart.query = text(node, "Query")
        chart.sequence = sequence(node, "ChartSequence")
        chart.drillsByCategoryOnly = truth(node, "ByCategory") ?? false
        chart.referenceValue = number(node, "ReferenceValue")
        chart.upperThreshold = number(node, "UpperThreshold")
        chart.lowerThreshold = number(node, "LowerThreshold")
        chart.levelNames.reference = text(node, "ReferenceLabel")
        chart.levelNames.upper = text(node, "UpperLabel")
        chart.levelNames.lower = text(node, "LowerLabel")
        chart.predictiveStart = text(node, "PredictiveStartCategory")
        let isScripted = role == .chart && ![.histogram, .treeMap].contains(chart.kind)
        for child in node.children {
            mayUseScript = isScripted && child.name != NodeKind.facet.name
            defer { mayUseScript = false }
            switch child.name {
            case NodeKind.category.name: chart.category = categoryAxis(child)
            case NodeKind.series.name: chart.series = axis(child)
            case NodeKind.display.name: chart.display = display(child)
            case NodeKind.facet.name: chart.facet = axis(child)
            case NodeKind.values.name: chart.values = values(child)
            case NodeKind.zoomingLevels.name: chart.zoomingLevels = zoomingLevels(child)
            case NodeKind.whatIfColumns.name: chart.whatIfColumns = whatIfColumns(child)
            case NodeKind.chartFilters.name: chart.filters = references(child)
            default: break
            }
        }
        check(chart, node, role)
        return chart
    }

    func caption(_ node: MetadataNode) -> Chart.Caption {
        Chart.Caption(
            subtitle: text(node, "Subtitle") ?? "", source: text(node, "Source") ?? "")
    }

    mutating func axis(_ node: MetadataNode) -> Chart.Axis {
        var axis = Chart.Axis(column: text(node, "Column"))
        axis.place = node.place
        axis.displayName = text(node, "DisplayName") ?? ""
        axis.format = format(node)
        axis.currencyCode = text(node, "CurrencyCode")
        return axis
    }

    mutating func axisOfGroup(_ node: MetadataNode) -> Chart.Axis {
        requireColumn(node)
        return categoryAxis(node)
    }

    private mutating func values(_ node: MetadataNode) -> [Chart.Value] {
        var found: [Numbered<Chart.Value>] = []
        for (index, child) in node.children.enumerated() {
            guard let expression = text(child, "Expression") else {
                missingText(child, "Expression")
                continue
            }
            let number = sequence(child, "ValueSequence")
            var value = Chart.Value(expression: expression, sequence: number ?? index + 1)
            value.place = child.place
            value.displayName = text(child, "DisplayName") ?? ""
            value.format = format(child)
            value.currencyCode = text(child, "CurrencyCode")
            value.isLowerBetter = truth(child, "LowerIsBetter") ?? false
            readAggregate(child, &value)
            found.append(Numbered(item: value, number: number, place: child.place))
        }
        return inSequence(found, of: .value)
    }

    private mutating func zoomingLevels(_ node: MetadataNode) -> [Chart.ZoomingLevel] {
        node.children.compactMap { child in
            guard let query = text(child, "Query"),
                let column = text(child, "CategoryColumn")
            else { return nil }
            var level = Chart.ZoomingLevel(query: query, categoryColumn: column)
            level.place = child.place
            level.title = text(child, "Title") ?? ""
            return level
        }
    }

    private mutating func whatIfColumns(_ node: MetadataNode) -> [WhatIfColumn] {
        var columns: [WhatIfColumn] = []
        for child in node.children {
            guard let name = text(child, "Name") else { continue }
            var column = WhatIfColumn(name: name)
            column.place = child.place
            column.displayName = text(child, "DisplayName") ?? ""
            switch choice(child, "VariableType", Variable.Kind.self) {
            case .integer: column.isInteger = true
            case .float, nil: break
            case .boolean, .date, .choice:
                wrong(child, "VariableType", hint: "a what-if column must be integer or float")
            }
            column.value = number(child, "Value")
            column.minimum = number(child, "Min")
            column.maximum = number(child, "Max")
            column.step = number(child, "Step")
            column.decimals = whole(child, "Decimals", in: 0...9)
            if let minimum = column.minimum, let maximum = column.maximum, minimum > maximum {
                wrong(child, "Max", hint: "Max must not be less than Min")
            }
            columns.append(column)
        }
        return columns
    }

    func references(_ node: MetadataNode) -> [Chart.Reference] {
        node.children.compactMap { child in
            text(child, "Name").map { name in
                var reference = Chart.Reference(name)
                reference.place = child.place
                return reference
            }
        }
    }

    /// An attribute that is there, but empty, is missing as well.
    mutating func missingText(_ node: MetadataNode, _ name: String) {
        guard node[name] != nil else { return }
        issues.add(
            .missingAttribute(node: node.name, attribute: name, line: node.place.line),
            at: node.place, reason: "\(name) of <\(node.name)> is empty")
    }

    mutating func requireColumn(_ node: MetadataNode) {
        guard text(node, "Column") == nil else { return }
        issues.add(
            .missingAttribute(node: node.name, attribute: "Column", line: node.place.line),
            at: node.place)
    }
}
