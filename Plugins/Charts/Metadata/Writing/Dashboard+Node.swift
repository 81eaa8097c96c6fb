extension Dashboard {
    /// The metadata from which readers create an equal dashboard, if this one is valid.
    package var node: MetadataNode {
        var children = items.map(\.node)
        if !variables.isEmpty {
            children.append(MetadataNode(.variables, [:], variables.map(\.node)))
        }
        if !filters.isEmpty {
            children.append(MetadataNode(.filters, [:], filters.map(\.node)))
        }
        let dashboard = MetadataNode(.dashboard, [:], children)
        return MetadataNode(
            .mobileAnalytic, [:], [dashboard] + (layout.map { [$0.node] } ?? []))
    }
}

extension Dashboard.Item {
    var node: MetadataNode {
        switch self {
        case .chart(let chart): chart.node(.chart)
        case .drillDown(let group):
            MetadataNode(
                .drillDownGroup, ["Name": group.name, "Title": group.title],
                group.charts.map { $0.node(.chart) })
        case .treeMap(let group):
            MetadataNode(
                .treeMapGroup, ["Name": group.name, "Title": group.title],
                group.levels.map { $0.node(.treeMapLevel) })
        case .overlay(let group): group.node
        case .grid(let grid): grid.node
        case .panel(let panel): panel.node
        case .diagram(let diagram): diagram.node
        }
    }
}

extension OverlayGroup {
    fileprivate var node: MetadataNode {
        MetadataNode(
            .overlayGroup,
            [
                "Name": name, "Title": title, "Subtitle": caption.subtitle,
                "Source": caption.source, "DualAxisEnabled": .truth(hasDualAxis),
            ],
            (category.map { [$0.node(.category)] } ?? []) + layers.map { $0.node(.layer) }
                + display.nodes)
    }
}

extension DAPanel {
    fileprivate var node: MetadataNode {
        MetadataNode(
            .daPanel, ["Name": name, "Title": title],
            variables.map { MetadataNode(.variableName, ["Name": $0.name]) })
    }
}

extension Filter {
    fileprivate var node: MetadataNode {
        MetadataNode(
            .filter,
            [
                "Name": name, "FilterType": kind.rawValue, "Column": column,
                "SourceQuery": sourceQuery, "Sequence": .number(sequence),
            ])
    }
}

extension DashboardLayout {
    fileprivate var node: MetadataNode {
        MetadataNode(
            .dashboardLayout, ["Scale": scale == .percent ? nil : scale.rawValue],
            (landscape.map { [$0.node(.landscape)] } ?? [])
                + (portrait.map { [$0.node(.portrait)] } ?? []))
    }
}

extension DashboardLayout.Screen {
    fileprivate func node(_ kind: NodeKind) -> MetadataNode {
        MetadataNode(
            kind,
            ["ContentWidth": .number(contentWidth), "ContentHeight": .number(contentHeight)],
            frames.map { frame in
                MetadataNode(
                    .layout,
                    [
                        "Name": frame.name, "Top": .number(frame.top), "Left": .number(frame.left),
                        "Width": .number(frame.width), "Height": .number(frame.height),
                    ])
            })
    }
}
