import Glibc
import PeriluneCore

extension BuiltFigure {
    /// The members that the page of an item shows beside its picture.
    func members(of item: Dashboard.Item, _ state: ItemState) -> Value.Members {
        var members = Value.Members([
            ("name", .string(item.name)),
            ("title", .string(figure.title.isEmpty ? item.name : figure.title)),
            ("kind", .string(item.pageKind)),
            ("canDrill", .bool(state.drills.count + 1 < item.levelCount)),
            ("depth", .integer(Int64(state.drills.count))),
            ("notes", .array(figure.notes.map { .string($0) })),
            ("crumbs", .array(figure.breadcrumbs.map { .string($0) })),
            ("table", FigureTable(figure.content).value),
        ])
        if let chart = item.zoomingChart(in: state) {
            members["levels"] = .array(
                chart.zoomingLevels.map { .string($0.title.isEmpty ? $0.query : $0.title) })
            members["level"] = .integer(Int64(state.level))
        }
        if case .diagram(let diagram) = figure.content,
            let node = diagram.nodes.first(where: \.isSelected)
        {
            members["node"] = [
                "name": .string(node.name), "title": .string(node.text),
                "value": .string(node.value), "slider": node.slider ?? .null,
                "levers": .array(
                    diagram.levers(of: node.name).map {
                        ["key": .string($0.name), "label": .string($0.text)]
                    }),
            ]
        }
        if case .plot(let plot) = figure.content, plot.time != nil, plot.categories.count > 2 {
            members["isInTime"] = true
        }
        return members
    }
}

extension DiagramPicture {
    /// The inputs that a node depends on.
    fileprivate func levers(of name: String) -> [Node] {
        var found = Set(nodes.indices.filter { nodes[$0].name == name })
        var new = found
        while !new.isEmpty {
            new = Set(edges.filter { new.contains($0.to) }.map(\.from)).subtracting(found)
            found.formUnion(new)
        }
        let computed = Set(edges.map(\.to))
        return nodes.indices.filter { found.contains($0) && !computed.contains($0) }
            .map { nodes[$0] }
    }
}

extension DiagramPicture.Node {
    /// The position of its number between zero and twice its initial value; `nil` if it has none.
    fileprivate var slider: Value? {
        guard number.isFinite, baseline.isFinite else { return nil }
        let reach = baseline == 0 ? max(1, 2 * abs(number)) : 2 * abs(baseline)
        let minimum = min(number, baseline > 0 ? 0 : -reach)
        let maximum = max(number, baseline < 0 ? 0 : reach)
        var members = Value.Members([
            ("kind", "float"), ("value", .number(number)), ("minimum", .number(minimum)),
            ("maximum", .number(maximum)), ("step", .number(Self.step((maximum - minimum) / 100))),
        ])
        if number != baseline { members["was"] = .number(baseline) }
        return .object(members)
    }

    /// The greatest power of ten that is not above a length.
    private static func step(_ length: Double) -> Double {
        guard length.isFinite, length > 0 else { return 1 }
        return pow(10, log10(length).rounded(.down))
    }
}

extension Session {
    /// The controls of the what-if columns for the selected category; `nil` if there are none.
    func whatIfValue(of item: Dashboard.Item) async -> Value? {
        guard let (category, values) = await whatIf(of: item), !values.isEmpty else { return nil }
        return [
            "category": .string(category), "columns": .array(values.map(Self.value)),
        ]
    }

    private static func value(
        _ column: WhatIfColumn, _ value: Double, _ before: Double
    ) -> Value {
        var members = Value.Members([
            ("name", .string(column.name)),
            ("title", .string(column.title)),
            ("kind", column.isInteger ? "integer" : "float"), ("value", .number(value)),
        ])
        if value != before { members["was"] = .number(before) }
        members["minimum"] = column.minimum.map(Value.number)
        members["maximum"] = column.maximum.map(Value.number)
        members["step"] = column.step.map(Value.number)
        members["decimals"] = column.decimals.map { .integer(Int64($0)) }
        return .object(members)
    }
}

extension Dashboard.Item {
    /// The kind of the item on a page.
    fileprivate var pageKind: String {
        switch self {
        case .panel: "panel"
        case .diagram: "diagram"
        case .grid: "grid"
        case .chart, .drillDown, .treeMap, .overlay: "chart"
        }
    }
}
