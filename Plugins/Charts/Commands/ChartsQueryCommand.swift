import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore

let chartsQueryAction: PluginAction = PluginAction(
    command: Command(
        name: "charts query",
        summary: "Show the rows of a query or behind a chart",
        discussion: [
            "Without QUERY it lists every query with the charts that use it, the columns that they read, and the arguments that filter it.",
            "--where takes an argument or any column: COLUMN=VALUE. Repeat it for the values of a list filter; write a range as LOWER..UPPER.",
        ],
        operands: [
            ChartsOptions.metadata,
            Operand("QUERY", .optional, "The name of a query; without it all queries are listed."),
        ],
        options: [
            .value(
                "where", short: "w", "NAME=VALUE", isRepeatable: true,
                "Show only rows with this value, as a drill or a filter would."),
            .toggle("json", "Write JSON, one object per line."),
        ] + ChartsOptions.data,
        examples: [
            Example("perilune charts query Scripts/charts/sales.xml", "List the queries."),
            Example(
                "perilune charts query Scripts/charts/sales.xml SalesOrder --where Region=Eastern",
                "Rows."),
        ]),
    run: { values, terminal, context in
        let session = try ChartsOptions.open(values.operands[0], values, terminal, context).session
        let needs = session.dashboard.queryNeeds
        guard values.operands.count > 1 else {
            let texts = needs.map { values.flag("json") ? $0.value.json + "\n" : $0.listing }
            try terminal.write(texts.joined(separator: values.flag("json") ? "" : "\n"))
            return .success
        }
        let name = values.operands[1]
        let need = needs.first { $0.query == name }
        let request = QueryRequest(name, try arguments(values.strings("where"), need))
        guard let table = try await session.table(request) else {
            let meant = NearestName.hint(for: name, in: needs.map(\.query))
            throw PeriluneError(
                "charts.query",
                need == nil
                    ? "there is no query '\(name)'" : "no data source answers the query '\(name)'",
                hint: need != nil
                    ? "name the data with --data, or a script that answers the query with --script"
                    : meant
                        ?? "'perilune charts query \(values.operands[0])' lists the queries")
        }
        if values.flag("json") {
            for row in 0..<table.count { try terminal.write(table.row(row).json + "\n") }
        } else {
            try terminal.write(TableText(table).text)
        }
        return .success
    })

/// The arguments that conditions stand for: of a filter by its kind, else a value of a column.
private func arguments(
    _ conditions: [String], _ need: QueryNeed?
) throws -> [String: QueryArgument] {
    var arguments: [String: QueryArgument] = [:]
    for condition in conditions {
        let parts = condition.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw unusable("--where must be NAME=VALUE, not '\(condition)'")
        }
        let (name, text) = (parts[0], parts[1])
        switch need?.arguments.first(where: { $0.name == name })?.kind {
        case .picklist(let column):
            var cells = [cell(text)]
            if case .among(let others, _) = arguments[name] { cells = others + cells }
            arguments[name] = .among(cells, column: column)
        case .range(let column):
            guard let dots = text.firstRange(of: ".."),
                let lower = Double(text[..<dots.lowerBound]),
                let upper = Double(text[dots.upperBound...])
            else {
                throw unusable("'\(name)' is a range; write \(name)=LOWER..UPPER")
            }
            arguments[name] = .between(lower, upper, column: column)
        case .drill, nil:
            arguments[name] = .equals(cell(text))
        }
    }
    return arguments
}

private func cell(_ text: String) -> Cell {
    guard let number = Double(text), number.isFinite else { return .text(text) }
    return .number(number)
}

private func unusable(_ message: String) -> UsageError {
    UsageError(.invalidValue, message, program: "perilune charts query")
}
