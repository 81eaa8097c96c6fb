import PeriluneCore

extension FigureBuilder {
    /// The tiles of the current level, with the tiles of the next one within them, if its rows name
    /// their tile.
    mutating func figure(
        of group: TreeMapGroup, in item: Dashboard.Item
    ) async throws(FigureFailure) -> BuiltFigure {
        let itemState = state[item.name]
        let (drills, way) = await drilled(group.levels, in: item)
        let depth = min(itemState.drills.count, group.levels.count - 1)
        guard group.levels.indices.contains(depth) else {
            throw FigureFailure("'\(group.name)' has no levels")
        }
        var figure = Figure(
            name: group.name, title: group.title, content: .message(""), breadcrumbs: way)
        if !way.isEmpty { figure.topLevel = Figure.top }
        return try await treemap(
            Array(group.levels[depth...].prefix(2)), drills, itemState, figure)
    }

    /// The tiles of the first level, with those of the second within them.
    mutating func treemap(
        _ levels: [Chart], _ drills: [String: QueryArgument], _ item: ItemState, _ figure: Figure
    ) async throws(FigureFailure) -> BuiltFigure {
        let level = levels[0]
        var notes: [String] = []
        let (pivot, sizes, colors) = try await tiles(of: level, drills, &notes)
        let texts = texts(of: pivot, level)
        var tiles = pivot.categories.indices.map { index in
            Treemap.Tile(label: texts[index], size: sizes[index], color: colors[index])
        }
        if let inner = levels.dropFirst().first, let column = level.category?.column {
            do throws(FigureFailure) {
                let (innerPivot, sizes, colors) = try await self.tiles(
                    of: inner, drills, owner: column, &notes)
                let texts = self.texts(of: innerPivot, inner)
                let parents = Dictionary(
                    pivot.categories.enumerated().map { ($1.cell, $0) },
                    uniquingKeysWith: { first, _ in first })
                for index in innerPivot.categories.indices where innerPivot.hasOwners {
                    guard let parent = parents[innerPivot.owners[index]] else { continue }
                    tiles[parent].children.append(
                        Treemap.Tile(
                            label: texts[index], size: sizes[index], color: colors[index]))
                }
            } catch {
                // The outer tiles are useful without the inner ones.
                if let issue = error.issue { report(issue) }
            }
        }
        let values = level.values
        var built = BuiltFigure(figure)
        built.figure.notes = notes
        built.figure.content = .treemap(
            Treemap(
                roots: tiles, sizeTitle: values[0].displayName,
                colorTitle: values.count > 1 ? values[1].displayName : "",
                sizeFormat: numberFormat(of: values[0], beside: [sizes]),
                colorFormat: numberFormat(of: values[min(1, values.count - 1)], beside: [colors]),
                selection: selection(item, pivot.categories, [])))
        built.categories = pivot.categories
        return built
    }

    private mutating func texts(of pivot: TilePivot, _ level: Chart) -> [String] {
        guard let axis = level.category else { return pivot.categories.map(\.text) }
        return labels(pivot.categories, axis, of: level.name).map(\.text)
    }

    /// The rows of a level with their area and their colour.
    private mutating func tiles(
        of level: Chart, _ drills: [String: QueryArgument], owner: String? = nil,
        _ notes: inout [String]
    ) async throws(FigureFailure) -> (TilePivot, [Double], [Double]) {
        guard let query = level.query, let name = level.category?.column, !level.values.isEmpty
        else { throw FigureFailure("the metadata of '\(level.name)' is incomplete") }
        let table = try await table(of: query, for: level, drills: drills)
        let category = try column(name, in: table, query, of: level.name)
        let pivot = TilePivot(category, owner: owner.flatMap { table[$0] }, rows: table.count)
        let matrices = try level.values.prefix(2).map { value throws(FigureFailure) in
            pivot.values(try rows(of: value, over: table, query, of: level))
        }
        notes += reportEmptyValues(matrices, level, query).filter { !notes.contains($0) }
        // Areas within an area add up; colours do not.
        if matrices.count > 1 {
            notes += report([Pivot.Matrix(cells: []), matrices[1]], level, query)
        }
        let none = Array(repeating: Double.nan, count: pivot.categories.count)
        return (pivot, matrices[0].cells[0], matrices.count > 1 ? matrices[1].cells[0] : none)
    }
}

extension Figure {
    /// A figure of a chart, which is not drawn yet.
    init(named chart: Chart) {
        self.init(name: chart.name, title: chart.title, content: .message(""))
    }
}
