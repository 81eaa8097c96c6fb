import PeriluneCore
import PeriluneJSON

extension FigureBuilder {
    /// A rich table: a row for each row of its query.
    mutating func figure(of grid: DataGrid) async throws(FigureFailure) -> BuiltFigure {
        guard let query = grid.query else {
            throw FigureFailure("the metadata of '\(grid.name)' is incomplete")
        }
        let table = try await table(QueryRequest(query), of: grid.name)
        let order = rowOrder(of: table, state[grid.name].sort)
        var columns: [Grid.Column] = []
        for column in grid.columns {
            columns.append(try self.column(column, of: grid, over: table, query, order))
        }
        let header = grid.columns.first { $0.isHeader } ?? grid.columns.first
        let keys = header.flatMap { table[$0.value] }
        var built = BuiltFigure(Figure(name: grid.name, title: grid.title, content: .message("")))
        built.categories = order.map { row in
            let cell = keys?[row] ?? .number(Double(row))
            return BuiltFigure.Key(text: cell.key, cell: cell)
        }
        built.figure.content = .grid(
            Grid(
                columns: columns, rowCount: table.count,
                selection: selection(state[grid.name], built.categories, [])))
        return built
    }

    private mutating func column(
        _ column: DataGrid.Column, of grid: DataGrid, over table: Table, _ query: String,
        _ order: [Int]
    ) throws(FigureFailure) -> Grid.Column {
        let content: Grid.Content
        var ownNumbers: [Double] = []
        var column = column
        func percentages(_ numbers: [Double]) {
            let isPercent = column.format == ValueFormat.Kind.percent.name
            guard isPercent || column.format == ValueFormat.Kind.percentage.name else { return }
            if areFractions(
                numbers, named: column.value, isPercent: isPercent, of: grid.name, column.place)
            {
                column.format = ValueFormat.Kind.percentage.name
            }
        }
        switch column.kind {
        case .data:
            let data = try self.column(column.value, in: table, query, of: grid.name)
            if case .numbers(let numbers) = data.cells {
                percentages(numbers)
                ownNumbers = order.map { numbers[$0] }
            }
            content = .text(
                order.map { text(data[$0], column) }, isNumber: data.cells.areNumbers,
                colors: try colors(column, of: grid, over: table, query, order))
        case .variance:
            let values = try numbers(
                column.value, at: column.place, over: table, query: query, of: grid.name)
            percentages(values)
            let ordered = order.map { values[$0] }
            let format = formats.numbers(format: column.format, currency: column.currencyCode)
            content = .variance(
                ordered, texts: ordered.map { $0.isNaN ? "-" : format.full($0) },
                colors: try colors(column, of: grid, over: table, query, order))
        case .chart:
            let data = try self.column(column.value, in: table, query, of: grid.name)
            let chart = column.chart.flatMap(grid.chart(named:))
            var plots: [Plot] = []
            for row in order {
                do throws(FigureFailure) {
                    plots.append(try spark(data[row], chart, grid))
                } catch {
                    // The rest of the table is good without the small chart.
                    if let issue = error.issue { report(issue) }
                    plots.append(Plot(categories: [], layers: []))
                }
            }
            content = .charts(plots)
        }
        return Grid.Column(
            title: column.header.isEmpty ? column.value : column.header, content: content,
            isHeader: column.isHeader, numbers: ownNumbers)
    }

    private func text(_ cell: Cell, _ column: DataGrid.Column) -> String {
        switch cell {
        case .null: "-"
        case .number(let number) where !column.format.isEmpty && !column.isHeader:
            formats.numbers(format: column.format, currency: column.currencyCode).full(number)
        default:
            formats.labels([cell], format: column.format, currency: column.currencyCode).texts[0]
        }
    }

    private mutating func colors(
        _ column: DataGrid.Column, of grid: DataGrid, over table: Table, _ query: String,
        _ order: [Int]
    ) throws(FigureFailure) -> [String?] {
        guard let expression = column.color, !expression.isEmpty else {
            return Array(repeating: nil, count: order.count)
        }
        let cells = try cells(
            expression, at: column.place, over: table, query, of: grid.name)
        guard case .texts(let colors) = cells else {
            return Array(repeating: nil, count: order.count)
        }
        return order.map { colors[$0] }
    }

    /// A small chart from a cell: a JSON array of numbers, or of objects that are its rows.
    private mutating func spark(
        _ cell: Cell, _ chart: Chart?, _ grid: DataGrid
    ) throws(FigureFailure) -> Plot {
        let kind = chart?.kind?.layer ?? .line
        guard case .text(let text) = cell, let value = try? Value(json: text),
            let elements = value.array, !elements.isEmpty
        else { return Plot(categories: [], layers: []) }
        if let chart, elements.allSatisfy({ $0.object != nil }) {
            return try spark(value, chart, kind, grid)
        }
        return Plot(
            categories: elements.indices.map { Label("\($0 + 1)") },
            layers: [
                Plot.Layer(
                    kind: kind, series: [Plot.Series("")],
                    values: [
                        Plot.Values(
                            title: chart?.title ?? "", cells: [elements.map { $0.double ?? .nan }])
                    ], stacking: chart.flatMap(stacking))
            ])
    }

    /// The chart over the rows of a cell, in their order.
    private mutating func spark(
        _ rows: Value, _ chart: Chart, _ kind: Plot.Kind, _ grid: DataGrid
    ) throws(FigureFailure) -> Plot {
        let query = grid.query ?? ""
        let table: Table
        do throws(PeriluneError) {
            table = try Table(rows: rows, of: query)
        } catch {
            throw FigureFailure(error.message, ChartIssue(error, chart: grid.name))
        }
        let numbers = Column("", .numbers((0..<table.count).map { Double($0 + 1) }))
        var category = numbers
        if let name = chart.category?.column {
            category = try column(name, in: table, query, of: chart.name)
        }
        var series: Column?
        if let name = chart.series?.column {
            series = try column(name, in: table, query, of: chart.name)
        }
        var pivot = Pivot(category: category, series: series, rows: table.count, isSorted: true)
        let axis = chart.category ?? Chart.Axis(column: nil)
        let (layer, _) = try layer(of: chart, kind, over: table, query, &pivot, ItemState(), axis)
        return Plot(categories: labels(pivot.categories, axis, of: chart.name), layers: [layer])
    }

    private func rowOrder(of table: Table, _ sort: ItemState.Sort?) -> [Int] {
        let rows = Array(0..<table.count)
        guard let sort, let column = table[sort.column] else { return rows }
        return rows.sorted { left, right in
            let (a, b) = (column[left], column[right])
            if a == b { return left < right }
            return a.precedes(b) == sort.isAscending
        }
    }
}

extension Column.Cells {
    var areNumbers: Bool {
        if case .numbers = self { true } else { false }
    }
}
