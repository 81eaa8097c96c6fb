extension DataGrid {
    var node: MetadataNode {
        var children = [MetadataNode(.gridColumns, [:], columns.map(\.node))]
        if !charts.isEmpty {
            children.append(MetadataNode(.gridCharts, [:], charts.map { $0.node(.gridChart) }))
        }
        return MetadataNode(.dataGrid, ["Name": name, "Title": title, "Query": query], children)
    }
}

extension DataGrid.Column {
    fileprivate var node: MetadataNode {
        MetadataNode(
            .gridColumn,
            [
                "Type": kind.rawValue, "Value": value, "Header": header, "Format": format,
                "CurrencyCode": currencyCode, "IsHeaderColumn": .truth(isHeader),
                "ColumnSequence": .number(sequence), "ChartName": chart, "Color": color,
            ])
    }
}
