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

extension Diagram {
    var node: MetadataNode {
        MetadataNode(.diagram, ["Name": name, "Query": query], nodes.map(\.node))
    }
}

extension Diagram.Node {
    fileprivate var node: MetadataNode {
        MetadataNode(
            .node,
            [
                "Name": name, "Text": text, "ParentNode": .list(parents, ","),
                "Expression": expression, "Format": format, "Charts": .list(charts, ","),
                "Default": .truth(isDefault),
            ], targets.map { MetadataNode(.nodeTo, ["Name": $0.name]) })
    }
}

extension Variable {
    var node: MetadataNode {
        // Without a text, a choice is not selected by its value but by its number.
        let list = choices.map { choice in
            var node = MetadataNode(
                .choice, ["Display": choice.display == choice.value ? nil : choice.display])
            node.attributes.insert(.init("Value", choice.value), at: 0)
            return node
        }
        return MetadataNode(
            .variable,
            [
                "Name": name, "DisplayName": displayName, "VariableType": kind.rawValue,
                "Value": kind == .choice ? nil : value.metadataText,
                "Selection": selection == 0 ? nil : .number(selection),
                "Min": minimum?.metadataText, "Max": maximum?.metadataText,
                "Step": .number(step), "Decimals": .number(decimals),
            ], list.isEmpty ? [] : [MetadataNode(.choices, [:], list)])
    }
}

extension Cell {
    fileprivate var metadataText: String? {
        switch self {
        case .null: nil
        case .text(let text): text
        case .number(let number): .number(number)
        case .date(let date):
            "date(\(DateFunctions.parts(date).map(String.init).joined(separator: ",")))"
        }
    }
}
