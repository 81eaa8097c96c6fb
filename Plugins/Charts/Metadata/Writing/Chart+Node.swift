extension Chart {
    func node(_ role: NodeKind) -> MetadataNode {
        MetadataNode(
            role,
            [
                "Name": name, "Title": title, "Subtitle": caption.subtitle,
                "Source": caption.source, "ChartType": kind?.rawValue, "Query": query,
                "ChartSequence": .number(sequence), "ByCategory": .truth(drillsByCategoryOnly),
                "ReferenceValue": .number(referenceValue), "ReferenceLabel": levelNames.reference,
                "UpperThreshold": .number(upperThreshold), "UpperLabel": levelNames.upper,
                "LowerThreshold": .number(lowerThreshold), "LowerLabel": levelNames.lower,
                "PredictiveStartCategory": predictiveStart,
            ], children)
    }

    private var children: [MetadataNode] {
        var children: [MetadataNode] = []
        if let category { children.append(category.node(.category)) }
        if let series { children.append(series.node(.series)) }
        if let facet { children.append(facet.node(.facet)) }
        func add(_ kind: NodeKind, _ nodes: [MetadataNode]) {
            if !nodes.isEmpty { children.append(MetadataNode(kind, [:], nodes)) }
        }
        add(.values, values.enumerated().map { $0.element.node(at: $0.offset + 1) })
        add(
            .zoomingLevels,
            zoomingLevels.map {
                MetadataNode(
                    .zoomingLevel,
                    ["Query": $0.query, "CategoryColumn": $0.categoryColumn, "Title": $0.title])
            })
        add(.whatIfColumns, whatIfColumns.map(\.node))
        add(.chartFilters, filters.map { MetadataNode(.filterName, ["Name": $0.name]) })
        return children + display.nodes
    }
}

extension Chart.Axis {
    func node(_ kind: NodeKind) -> MetadataNode {
        let isSorted = sort.by != .data || (sort.top != nil && sort.list.isEmpty)
        return MetadataNode(
            kind,
            [
                "Column": column, "DisplayName": displayName, "Format": format,
                "CurrencyCode": currencyCode, "Sort": isSorted ? sort.by.rawValue : nil,
                "Descending": .truth(sort.isDescending), "Order": .list(sort.list, "|"),
                "Top": .number(sort.top), "Other": sort.other == "Other" ? nil : sort.other,
                "Scale": scale?.rawValue, "BinWidth": .number(binWidth),
                "Totals": .list(totals, "|"), "Hexagons": .truth(isInHexagons),
            ])
    }
}

extension Chart.Value {
    fileprivate func node(at place: Int) -> MetadataNode {
        MetadataNode(
            .value,
            [
                "Expression": expression, "DisplayName": displayName, "Format": format,
                "CurrencyCode": currencyCode, "Aggregate": aggregate?.rawValue, "Weight": weight,
                "Scale": isLogarithmic
                    ? (isSymmetric ? Chart.Scale.symmetricLog : .log).rawValue : nil,
                "LowerIsBetter": .truth(isLowerBetter),
                "ValueSequence": sequence == place ? nil : .number(sequence),
            ])
    }
}

extension WhatIfColumn {
    fileprivate var node: MetadataNode {
        MetadataNode(
            .whatIfColumn,
            [
                "Name": name, "DisplayName": displayName,
                "VariableType": (isInteger ? Variable.Kind.integer : .float).rawValue,
                "Min": .number(minimum), "Max": .number(maximum), "Value": .number(value),
                "Step": .number(step), "Decimals": .number(decimals),
            ])
    }
}

extension Display {
    /// Nodes for the settings that differ from the defaults.
    var nodes: [MetadataNode] {
        let plain = Display()
        func truth(_ path: KeyPath<Display, Bool>) -> String? {
            self[keyPath: path] == plain[keyPath: path] ? nil : self[keyPath: path] ? "1" : "0"
        }
        let node = MetadataNode(
            .display,
            [
                "IsTitleHidden": truth(\.isTitleHidden),
                "IsLegendHidden": truth(\.isLegendHidden), "IsThumbnail": truth(\.isThumbnail),
                "ShowsHorizontalAxis": truth(\.showsHorizontalAxis),
                "ShowsVerticalAxis": truth(\.showsVerticalAxis),
                "ShowsHorizontalAxisTitle": truth(\.showsHorizontalAxisTitle),
                "ShowsVerticalAxisTitle": truth(\.showsVerticalAxisTitle),
                "ShowsGridLabel": truth(\.showsGridLabel),
                "ShowsXAxisAtTop": truth(\.showsXAxisAtTop),
                "ShowsSeriesLabels": truth(\.showsSeriesLabels),
                "DirectLabels": truth(\.hasDirectLabels), "RowHeight": .number(rowHeight),
                "RowSpacing": .number(rowSpacing),
            ])
        return node.attributes.isEmpty ? [] : [node]
    }
}
