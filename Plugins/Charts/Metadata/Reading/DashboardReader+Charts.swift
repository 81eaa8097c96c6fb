extension DashboardReader {
    mutating func chart(_ node: MetadataNode, as role: NodeKind) -> Chart {
        var chart = Chart(name: name(node))
        chart.place = node.place
        chart.title = string(node, "Title") ?? ""
        chart.caption = caption(node)
        chart.kind = kind(node, as: role)
        chart.query = string(node, "Query")
        chart.sequence = sequenceNumber(node, "ChartSequence")
        chart.drillsByCategoryOnly = bool(node, "ByCategory") ?? false
        chart.referenceValue = double(node, "ReferenceValue")
        chart.upperThreshold = double(node, "UpperThreshold")
        chart.lowerThreshold = double(node, "LowerThreshold")
        chart.levelNames.reference = string(node, "ReferenceLabel")
        chart.levelNames.upper = string(node, "UpperLabel")
        chart.levelNames.lower = string(node, "LowerLabel")
        chart.predictiveStart = string(node, "PredictiveStartCategory")
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
            subtitle: string(node, "Subtitle") ?? "", source: string(node, "Source") ?? "")
    }

    mutating func axis(_ node: MetadataNode) -> Chart.Axis {
        var axis = Chart.Axis(column: string(node, "Column"))
        axis.place = node.place
        axis.displayName = string(node, "DisplayName") ?? ""
        axis.format = format(node)
        axis.currencyCode = string(node, "CurrencyCode")
        return axis
    }

    mutating func axisOfGroup(_ node: MetadataNode) -> Chart.Axis {
        requireColumn(node)
        return categoryAxis(node)
    }

    private mutating func values(_ node: MetadataNode) -> [Chart.Value] {
        var found: [Numbered<Chart.Value>] = []
        for (index, child) in node.children.enumerated() {
            guard let expression = string(child, "Expression") else {
                missingText(child, "Expression")
                continue
            }
            let number = sequenceNumber(child, "ValueSequence")
            var value = Chart.Value(expression: expression, sequence: number ?? index + 1)
            value.place = child.place
            value.displayName = string(child, "DisplayName") ?? ""
            value.format = format(child)
            value.currencyCode = string(child, "CurrencyCode")
            value.isLowerBetter = bool(child, "LowerIsBetter") ?? false
            readAggregate(child, &value)
            found.append(Numbered(item: value, number: number, place: child.place))
        }
        return inSequence(found, of: .value)
    }

    private mutating func zoomingLevels(_ node: MetadataNode) -> [Chart.ZoomingLevel] {
        node.children.compactMap { child in
            guard let query = string(child, "Query"),
                let column = string(child, "CategoryColumn")
            else { return nil }
            var level = Chart.ZoomingLevel(query: query, categoryColumn: column)
            level.place = child.place
            level.title = string(child, "Title") ?? ""
            return level
        }
    }

    private mutating func whatIfColumns(_ node: MetadataNode) -> [WhatIfColumn] {
        var columns: [WhatIfColumn] = []
        for child in node.children {
            guard let name = string(child, "Name") else { continue }
            var column = WhatIfColumn(name: name)
            column.place = child.place
            column.displayName = string(child, "DisplayName") ?? ""
            switch choice(child, "VariableType", Variable.Kind.self) {
            case .integer: column.isInteger = true
            case .float, nil: break
            case .boolean, .date, .choice:
                reportInvalidValue(
                    child, "VariableType", hint: "a what-if column must be integer or float")
            }
            column.value = double(child, "Value")
            column.minimum = double(child, "Min")
            column.maximum = double(child, "Max")
            column.step = double(child, "Step")
            column.decimals = integer(child, "Decimals", in: 0...9)
            if let minimum = column.minimum, let maximum = column.maximum, minimum > maximum {
                reportInvalidValue(child, "Max", hint: "Max must not be less than Min")
            }
            columns.append(column)
        }
        return columns
    }

    func references(_ node: MetadataNode) -> [Chart.Reference] {
        node.children.compactMap { child in
            string(child, "Name").map { name in
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
        guard string(node, "Column") == nil else { return }
        issues.add(
            .missingAttribute(node: node.name, attribute: "Column", line: node.place.line),
            at: node.place)
    }
}
