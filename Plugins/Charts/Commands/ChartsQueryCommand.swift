import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore

let chartsQueryAction: PluginAction = PluginAction(
    command: Command(
        name: "charts query",
        summary: "Show the rows of a query or of a chart",
        discussion: [
            "Without QUERY it lists every query with the charts that use it, the columns that they read, and the arguments that filter it.",
            "--where takes an argument or any column: COLUMN=VALUE. Repeat it for the values of a list filter; write a range of a range filter, or of a column of numbers or dates, as LOWER..UPPER. Numbers and dates are read in the same way as in the column.",
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
            guard values.strings("where").isEmpty else {
                throw UsageError(
                    .missingOperand, "--where needs a QUERY", program: "perilune charts query")
            }
            let texts = needs.map { values.flag("json") ? $0.value.json + "\n" : $0.listing }
            try terminal.write(texts.joined(separator: values.flag("json") ? "" : "\n"))
            return .success
        }
        let name = values.operands[1]
        let need = needs.first { $0.query == name }
        let conditions = QueryConditions(session, name, need)
        let request = QueryRequest(name, try await conditions.arguments(values.strings("where")))
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
        if table.count == 0 {
            for warning in try await conditions.unmet(request) {
                terminal.info("warning: \(warning)\n".withoutControls)
            }
        }
        if values.flag("json") {
            for row in 0..<table.count { try terminal.write(table.row(row).json + "\n") }
        } else {
            try terminal.write(TableText(table).text)
        }
        return .success
    })
