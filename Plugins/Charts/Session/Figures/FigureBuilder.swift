import PeriluneCore
import PeriluneLocale

/// Makes figures of metadata, rows and the state of a session.
///
/// A problem of one figure is added to `issues` and shown in its place; the other figures are made.
struct FigureBuilder {
    let dashboard: Dashboard
    let state: SessionState
    let formats: FigureFormats
    /// The clock in the dashboard's time zone.
    let clock: WallClock?
    let rows: @Sendable (QueryRequest) async throws -> Table?
    /// The numbers that the names of a column have in the whole dashboard.
    let styleNumbers: @Sendable (String) async -> [String: Int]
    /// `nil` without scripts.
    var scriptFormats: ScriptFormats?
    private(set) var issues: [ChartIssue] = []
    /// All rows of queries that filters and drills restrict, if they decide how the rows are read.
    private(set) var unrestricted: [String: Table] = [:]

    init(
        dashboard: Dashboard, state: SessionState, formats: FigureFormats,
        clock: WallClock? = nil,
        styleNumbers: @escaping @Sendable (String) async -> [String: Int] = { _ in [:] },
        rows: @escaping @Sendable (QueryRequest) async throws -> Table?
    ) {
        self.dashboard = dashboard
        self.state = state
        self.formats = formats
        self.clock = clock
        self.styleNumbers = styleNumbers
        self.rows = rows
    }

    /// The current values of variables.
    var variables: [String: Cell] {
        Dictionary(
            dashboard.variables.map { ($0.name, $0.cell(state.variables[$0.name])) },
            uniquingKeysWith: { first, _ in first })
    }

    mutating func figure(of item: Dashboard.Item) async -> BuiltFigure {
        do throws(FigureFailure) {
            var built: BuiltFigure
            switch item {
            case .chart(let chart):
                built = try await figure(of: chart, state: state[item.name])
            case .drillDown(let group): built = try await figure(of: group, in: item)
            case .treeMap(let group): built = try await figure(of: group, in: item)
            case .overlay(let group): built = try await figure(of: group)
            case .grid(let grid): built = try await figure(of: grid)
            case .panel(let panel): built = BuiltFigure(figure(of: panel))
            case .diagram(let diagram): built = try await figure(of: diagram)
            }
            built.figure.name = item.name
            return built
        } catch {
            if let issue = error.issue { report(issue) }
            return BuiltFigure(
                message: Redaction.redact(error.text), name: item.name, title: item.title)
        }
    }

    /// Reports an issue once, since all rows of a table may have it.
    mutating func report(_ issue: ChartIssue) {
        if !issues.contains(issue) { issues.append(issue) }
    }

    /// The rows of a query under the filters of a chart, restricted to what was drilled into, by column.
    mutating func table(
        of query: String, for chart: Chart, drills: [String: QueryArgument] = [:]
    ) async throws(FigureFailure) -> Table {
        var arguments = drills
        var dateRanges: Set<String> = []
        for reference in chart.filters {
            guard let filter = dashboard.filter(named: reference.name),
                let choice = state.filters[filter.name], let column = filter.column
            else { continue }
            switch choice {
            case .among(let values):
                let cells = await cells(values, of: filter, column, for: chart)
                arguments.restrict(
                    filter.name, of: column, to: .among(cells, column: column))
            case .between(let lower, let upper):
                // A range of dates such as 3/25/2024 is a list of them.
                if await self.column(of: filter)?.texts != nil,
                    let texts = try? await rows(QueryRequest(query))?[column]?
                        .texts(from: lower, to: upper, formats.conventions)
                {
                    arguments.restrict(
                        filter.name, of: column, to: .among(texts.map(Cell.text), column: column))
                    continue
                }
                arguments.restrict(
                    filter.name, of: column, to: .between(lower, upper, column: column))
                if await areDates(filter) { dateRanges.formUnion([filter.name, column]) }
            }
        }
        var request = QueryRequest(query, arguments)
        request.dateRanges = dateRanges.intersection(arguments.keys)
        let table = try await table(request, of: chart.name)
        if !arguments.isEmpty, unrestricted[query] == nil,
            chart.values.contains(where: \.isPercent)
                || table.columns.contains(where: \.mayBeAmbiguous)
        {
            unrestricted[query] = try? await rows(QueryRequest(query))
        }
        return table
    }

    /// Whether a filter is about a column of dates, whose ends are microseconds.
    func areDates(_ filter: Filter) async -> Bool {
        await column(of: filter)?.scale(formats.conventions)?.areDates == true
    }

    /// The column whose values a filter offers.
    private func column(of filter: Filter) async -> Column? {
        guard let query = filter.sourceQuery, let name = filter.column else { return nil }
        return (try? await rows(QueryRequest(query)))?[name]
    }

    /// The chosen values in the type of the filter's column: a year may be a number there.
    private mutating func cells(
        _ values: [String], of filter: Filter, _ name: String, for chart: Chart
    ) async -> [Cell] {
        guard let query = filter.sourceQuery, let table = try? await rows(QueryRequest(query))
        else { return values.map(Cell.text) }
        guard let column = table[name] else {
            report(
                ChartIssue(missing: name, in: table, query, of: chart.name))
            return values.map(Cell.text)
        }
        return values.map(column.cell(ofKey:))
    }

    mutating func table(
        _ request: QueryRequest, of chart: String
    ) async throws(FigureFailure) -> Table {
        let table: Table?
        do {
            table = try await rows(request)
        } catch {
            let issue = ChartIssue(error, chart: chart)
            throw FigureFailure(issue.message, issue)
        }
        guard let table else {
            let reason = "no source has a query '\(request.name)'"
            throw FigureFailure(
                reason,
                ChartIssue(
                    .undefined(node: "Chart", attribute: "Query", value: request.name),
                    reason: reason))
        }
        if table.count == 0 {
            throw FigureFailure("no data", ChartIssue(empty: table, request, of: chart))
        }
        return table
    }

    /// The column of a table; reports an issue if it does not exist.
    func column(
        _ name: String, in table: Table, _ query: String, of chart: String
    ) throws(FigureFailure) -> Column {
        if let column = table[name] { return column }
        throw FigureFailure(
            "'\(query)' has no column '\(name)'",
            ChartIssue(missing: name, in: table, query, of: chart))
    }

    /// The numbers of an expression for rows, whose texts are converted to numbers if necessary.
    mutating func numbers(
        _ expression: String, at place: MetadataPlace, over table: Table, query: String,
        of chart: String
    ) throws(FigureFailure) -> [Double] {
        let before = issues
        let failure: FigureFailure
        do throws(FigureFailure) {
            let cells = try cells(expression, at: place, over: table, query, of: chart)
            if case .numbers(let values) = cells { return values }
            let reason = "'\(expression)' must compute numbers"
            failure = FigureFailure(
                reason,
                ChartIssue(
                    .expression(chart: chart, expression: expression, row: 0),
                    at: place.inFile(nil), reason: reason,
                    hint: Self.hint(expression, table)))
        } catch {
            failure = error
        }
        let after = issues
        issues = before
        let columns = Set((try? Expression(expression))?.columns ?? [])
        if let converted = withNumbers(in: columns, of: table, query),
            let cells = try? cells(expression, at: place, over: converted, query, of: chart),
            case .numbers(let values) = cells
        {
            return values
        }
        issues = after
        throw failure
    }

    /// The first text that is not a number, of a column that should have numbers.
    private static func hint(_ expression: String, _ table: Table) -> String? {
        guard case .texts(let texts)? = table[expression]?.cells else { return nil }
        if let failure = NumberColumnParser(texts).failures.first {
            return "the column is text: row \(failure.row) has '\(failure.text.prefix(40))'"
        }
        guard let row = texts.firstIndex(where: { $0 != nil }), let text = texts[row]
        else { return nil }
        return "the column is text: row \(row + 1) has '\(text.prefix(40))'"
    }

    /// Evaluates an expression for rows; reports errors for the element that contains it.
    mutating func cells(
        _ expression: String, at place: MetadataPlace, over table: Table, _ query: String,
        of chart: String
    ) throws(FigureFailure) -> Column.Cells {
        var result: Expression.ChartColumn
        do throws(PeriluneError) {
            result = try Expression(expression).column(
                of: chart, query: query, over: table, variables: variables)
        } catch {
            var issue = Expression.issue(error, in: expression, of: chart)
            issue.place = place.inFile(nil)
            throw FigureFailure(issue.message, issue)
        }
        for index in result.issues.indices { result.issues[index].place = place.inFile(nil) }
        if let cells = result.cells {
            for issue in result.issues { report(issue) }
            return cells
        }
        for issue in result.issues.dropFirst() { report(issue) }
        guard let issue = result.issues.first else { throw FigureFailure("'\(expression)' fails") }
        throw FigureFailure(issue.message, issue)
    }
}

/// Why a figure cannot be made: what is shown in its place, and the issue.
struct FigureFailure: Error {
    var text: String
    var issue: ChartIssue?

    init(_ text: String, _ issue: ChartIssue? = nil) {
        self.text = text
        self.issue = issue
    }
}
