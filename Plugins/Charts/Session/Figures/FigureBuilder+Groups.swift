import PeriluneCore

extension FigureBuilder {
    /// Layers over the categories of all of them.
    mutating func figure(of group: OverlayGroup) async throws(FigureFailure) -> BuiltFigure {
        guard let axis = group.category, let name = axis.column, !group.layers.isEmpty else {
            throw FigureFailure("the metadata of '\(group.name)' is incomplete")
        }
        let item = state[group.name]
        var keys: [BuiltFigure.Key] = []
        var series: [BuiltFigure.Key] = []
        var parts: [(layer: Plot.Layer, keys: [BuiltFigure.Key])] = []
        for chart in group.layers {
            guard let query = chart.query, let kind = chart.kind else { continue }
            let table = try await table(of: query, for: chart)
            let category = try column(name, in: table, query, of: chart.name)
            let seriesColumn: Column? =
                if let name = chart.series?.column {
                    try column(name, in: table, query, of: chart.name)
                } else { nil }
            var pivot = Pivot(
                category: category, series: seriesColumn, rows: table.count,
                isSorted: table.isSorted)
            var layer = try layer(
                of: chart, kind.layer, over: table, query, &pivot, item)
            if layer.series.count == 1, layer.series[0].label.isEmpty {
                layer.series[0].label = layer.values[0].title
            }
            parts.append((layer, pivot.categories))
            for key in pivot.categories where !keys.contains(key) { keys.append(key) }
            series += pivot.series
        }
        let places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        let layers = parts.map { part in
            var layer = part.layer
            for value in layer.values.indices {
                layer.values[value].cells = layer.values[value].cells.map { cells in
                    var spread = Array(repeating: Double.nan, count: keys.count)
                    for (key, cell) in zip(part.keys, cells) {
                        if let place = places[key] { spread[place] = cell }
                    }
                    return spread
                }
            }
            return layer
        }
        var built = BuiltFigure(
            Figure(
                name: group.name, title: group.title,
                content: .plot(
                    Plot(
                        categories: labels(keys, axis, of: group.name),
                        categoryTitle: axis.displayName, layers: layers,
                        hasDualAxis: group.hasDualAxis,
                        selection: selection(item, keys, series), range: item.lower...item.upper))))
        built.categories = keys
        built.series = series
        return built
    }

    /// The tiles of the level that was drilled to; within them those of the next, where its rows say to
    /// which they belong.
    mutating func figure(
        of group: TreeMapGroup, in item: Dashboard.Item
    ) async throws(FigureFailure) -> BuiltFigure {
        let itemState = state[item.name]
        let (drills, crumbs) = try await treemapArguments(of: group, itemState)
        let depth = min(itemState.drills.count, group.levels.count - 1)
        guard group.levels.indices.contains(depth) else {
            throw FigureFailure("'\(group.name)' has no levels")
        }
        let level = group.levels[depth]
        let (pivot, sizes, colors) = try await tiles(of: level, drills)
        var tiles = pivot.categories.indices.map { index in
            Treemap.Tile(
                label: pivot.categories[index].text, size: sizes[index], color: colors[index])
        }
        let inner = depth + 1 < group.levels.count ? group.levels[depth + 1] : nil
        if let inner, let column = level.category?.column, let query = inner.query,
            let rows = try? await rows(QueryRequest(query, drills)), let owner = rows[column]
        {
            let (innerPivot, innerSizes, innerColors) = try await self.tiles(
                of: inner, drills, owner: owner)
            for (index, key) in innerPivot.categories.enumerated() {
                guard
                    let parent = pivot.categories.firstIndex(where: {
                        $0.cell == innerPivot.owners[index]
                    })
                else { continue }
                tiles[parent].children.append(
                    Treemap.Tile(
                        label: key.text, size: innerSizes[index], color: innerColors[index]))
            }
        }
        let values = level.values
        var built = BuiltFigure(
            Figure(
                name: group.name, title: group.title,
                content: .treemap(
                    Treemap(
                        roots: tiles, sizeTitle: values[0].displayName,
                        colorTitle: values.count > 1 ? values[1].displayName : "",
                        sizeFormat: formats.numbers(
                            format: values[0].format, currency: values[0].currencyCode),
                        colorFormat: formats.numbers(
                            format: values.last?.format ?? "",
                            currency: values.last?.currencyCode),
                        selection: selection(itemState, pivot.categories, []))),
                breadcrumbs: crumbs))
        built.categories = pivot.categories
        return built
    }

    private mutating func treemapArguments(
        of group: TreeMapGroup, _ item: ItemState
    ) async throws(FigureFailure) -> ([String: QueryArgument], [String]) {
        var arguments: [String: QueryArgument] = [:]
        for (drill, level) in zip(item.drills, group.levels) {
            guard let category = drill.category, let column = level.category?.column else {
                continue
            }
            let (pivot, _, _) = try await tiles(of: level, arguments)
            let key = pivot.categories.first { $0.text == category }
            arguments[column] = .equals(key?.cell ?? .text(category))
        }
        return (arguments, item.drills.compactMap(\.category))
    }

    /// The rows of a level with their area and their colour.
    private mutating func tiles(
        of level: Chart, _ drills: [String: QueryArgument], owner: Column? = nil
    ) async throws(FigureFailure) -> (TilePivot, [Double], [Double]) {
        guard let query = level.query, let name = level.category?.column, !level.values.isEmpty
        else { throw FigureFailure("the metadata of '\(level.name)' is incomplete") }
        let table = try await table(of: query, for: level, drills: drills)
        let category = try column(name, in: table, query, of: level.name)
        let pivot = TilePivot(category, owner: owner, rows: table.count)
        let sizes = try numbers(
            level.values[0].expression, over: table, query: query, of: level.name)
        let colors =
            level.values.count > 1
            ? try numbers(level.values[1].expression, over: table, query: query, of: level.name)
            : Array(repeating: Double.nan, count: table.count)
        return (pivot, pivot.sums(sizes), pivot.sums(colors))
    }
}

/// Rows of a level of a treemap by category, and by the tile that they lie in.
struct TilePivot {
    private(set) var categories: [BuiltFigure.Key] = []
    private(set) var owners: [Cell] = []
    private var placeOfRow: [Int] = []

    init(_ category: Column, owner: Column?, rows: Int) {
        struct Place: Hashable { var category: Cell, owner: Cell }
        var places: [Place: Int] = [:]
        for row in 0..<rows {
            let place = Place(category: category[row], owner: owner?[row] ?? .null)
            if let known = places[place] {
                placeOfRow.append(known)
                continue
            }
            places[place] = categories.count
            placeOfRow.append(categories.count)
            categories.append(
                BuiltFigure.Key(text: place.category.key, cell: place.category))
            owners.append(place.owner)
        }
    }

    /// Rows of one tile add up.
    func sums(_ values: [Double]) -> [Double] {
        var sums = Array(repeating: Double.nan, count: categories.count)
        for (row, value) in values.enumerated() where !value.isNaN {
            let place = placeOfRow[row]
            sums[place] = sums[place].isNaN ? value : sums[place] + value
        }
        return sums
    }
}
