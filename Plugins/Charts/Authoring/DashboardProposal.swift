import PeriluneCore

/// Proposes a dashboard for a table, by the roles of its columns.
package struct DashboardProposal {
    private let query: String
    private let table: Table
    private let columns: [ColumnProfile]

    /// - Parameters:
    ///   - query: The name of the query that has the rows.
    ///   - table: Its rows.
    package init(_ query: String, _ table: Table) {
        self.query = query
        self.table = table
        let columns = table.columns.map { ColumnProfile($0, rows: table.count) }
        // Names divide rows better than small numbers do.
        self.columns = columns.filter { !$0.isNumber } + columns.filter(\.isNumber)
    }

    private func columns(_ role: ColumnProfile.Role) -> [ColumnProfile] {
        columns.filter { $0.role == role }
    }

    /// The metadata, or `nil` if nothing can be drawn, and what is wrong with the charts that were left out.
    package func metadata() async -> (node: MetadataNode?, issues: [ChartIssue]) {
        var charts: [MetadataNode] = []
        var issues = columns.compactMap(\.issue)
        for chart in proposed {
            let found = await self.issues(of: chart)
            if found.isEmpty { charts.append(chart) }
            for issue in found where !issues.contains(issue) { issues.append(issue) }
        }
        return (charts.isEmpty ? nil : document(Array(charts.prefix(6))), issues)
    }

    private func document(_ charts: [MetadataNode]) -> MetadataNode {
        let filters = columns(.category).filter { $0.distinct <= 30 }.prefix(2)
        let names = filters.map { MetadataNode("FilterName", ["Name": $0.title]) }
        let filtered = charts.map { chart in
            var chart = chart
            if !names.isEmpty { chart.children.append(MetadataNode("Filters", children: names)) }
            return chart
        }
        var dashboard = MetadataNode("Dashboard", children: filtered)
        if !filters.isEmpty, !charts.isEmpty {
            dashboard.children.append(
                MetadataNode(
                    "Filters",
                    children: filters.map {
                        MetadataNode(
                            "Filter",
                            [
                                "Name": $0.title, "FilterType": Filter.Kind.picklist.rawValue,
                                "Column": $0.name, "SourceQuery": query,
                            ])
                    }))
        }
        return MetadataNode("MobileAnalytic", children: [dashboard])
    }

    /// The issues that `charts check` would find in a chart.
    private func issues(of chart: MetadataNode) async -> [ChartIssue] {
        let metadata = ChartMetadata(node: document([chart]))
        guard metadata.issues.isEmpty, let item = metadata.dashboard.items.first,
            let formats = try? FigureFormats()
        else { return metadata.issues }
        let (query, table) = (query, table)
        var builder = FigureBuilder(
            dashboard: metadata.dashboard, state: SessionState(), formats: formats
        ) { $0.name == query ? table : nil }
        _ = await builder.figure(of: item)
        return builder.issues.filter { $0.level != .note }.map { issue in
            var issue = issue
            issue.place = .init()
            return issue
        }
    }

    /// The charts, the most telling first.
    private var proposed: [MetadataNode] {
        let (times, categories, measures) = (
            columns(.time), columns(.category), columns(.measure)
        )
        let few = categories.filter { $0.distinct <= 6 }
        var charts: [MetadataNode] = []
        if let time = times.first {
            for (place, measure) in measures.prefix(2).enumerated() {
                charts.append(chart(.line, measure, by: time, series: place == 0 ? few.first : nil))
            }
            if measures.isEmpty { charts.append(count(time, .line)) }
        }
        for (place, category) in categories.prefix(2).enumerated() {
            guard !measures.isEmpty else {
                charts.append(count(category, .bar))
                continue
            }
            charts.append(chart(.bar, measures[place % measures.count], by: category))
        }
        if let measure = measures.first,
            let category = categories.first(where: { $0.distinct <= 12 }),
            let series = few.first(where: { $0.name != category.name })
        {
            let kind = measure.isAdditive ? Chart.Kind.stackedColumn : .column
            charts.append(chart(kind, measure, by: category, series: series))
        }
        if measures.count > 1 {
            charts.append(scatter(measures[0], measures[1], series: few.first))
        }
        if let measure = measures.first {
            charts.append(count(measure, .histogram))
        }
        return charts
    }

    private func chart(
        _ kind: Chart.Kind, _ measure: ColumnProfile, by category: ColumnProfile,
        series: ColumnProfile? = nil
    ) -> MetadataNode {
        let repeats = repeats(category, series)
        let aggregate = measure.isAdditive ? Aggregate.sum : .mean
        let word = aggregate == .sum ? "Total" : "Average"
        let isPlain = !repeats || measure.title.hasPrefix(word)
        let name = isPlain ? measure.title : "\(word) \(measure.title.decapitalized)"
        let groups = [category, series].compactMap { $0?.title.decapitalized }
        return node(
            kind, "\(name) by \(groups.joined(separator: " and "))", category, series,
            [
                value(
                    measure.expression, name, measure.format,
                    repeats ? aggregate.rawValue : nil)
            ])
    }

    private func scatter(
        _ across: ColumnProfile, _ up: ColumnProfile, series: ColumnProfile?
    ) -> MetadataNode {
        node(
            .scatter, "\(up.title) and \(across.title.decapitalized)", across, series,
            [value(up.expression, up.title, nil, nil)])
    }

    /// A chart of the number of rows per category.
    private func count(_ category: ColumnProfile, _ kind: Chart.Kind) -> MetadataNode {
        node(
            kind, "Rows by \(category.title.decapitalized)", category, nil,
            [value(category.expression, "Rows", "Rounded0", Aggregate.count.rawValue)])
    }

    private func value(
        _ expression: String, _ name: String, _ format: String?, _ aggregate: String?
    ) -> MetadataNode {
        MetadataNode(
            "Value",
            [
                "Expression": expression, "DisplayName": name, "Aggregate": aggregate,
                "Format": format,
            ])
    }

    private func node(
        _ kind: Chart.Kind, _ title: String, _ category: ColumnProfile, _ series: ColumnProfile?,
        _ values: [MetadataNode]
    ) -> MetadataNode {
        let isSorted = kind == .bar && category.role == .category
        var children = [
            MetadataNode(
                "Category",
                [
                    "Column": category.name, "DisplayName": category.title,
                    "Sort": isSorted ? CategorySort.Key.value.rawValue : nil,
                    "Descending": isSorted ? "1" : nil,
                    // The remaining categories are combined, which needs an aggregate.
                    "Top": isSorted && category.distinct > 12 && repeats(category, nil)
                        ? "10" : nil,
                ])
        ]
        if let series {
            children.append(
                MetadataNode("Series", ["Column": series.name, "DisplayName": series.title]))
        }
        children.append(MetadataNode("Values", children: values))
        return MetadataNode(
            "Chart",
            [
                "Name": title.identifier, "Title": title, "ChartType": kind.rawValue,
                "Query": query,
            ], children: children)
    }

    /// Whether several rows have the same category and series.
    private func repeats(_ category: ColumnProfile, _ series: ColumnProfile?) -> Bool {
        let columns = [table[category.name], series.flatMap { table[$0.name] }].compactMap { $0 }
        var seen: Set<[Cell]> = []
        for row in 0..<table.count where !seen.insert(columns.map { $0[row] }).inserted {
            return true
        }
        return false
    }
}

extension String {
    /// With a small first letter, unless it is of an abbreviation.
    fileprivate var decapitalized: String {
        dropFirst().first?.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
    }

    /// The words of a title as one name.
    fileprivate var identifier: String {
        split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }
}
