extension FigureBuilder {
    /// The table with numbers in those columns of texts that have some; `nil` where no column has any.
    ///
    /// Texts become numbers only where an expression needs them: a code such as `007` stays one elsewhere.
    mutating func withNumbers(
        in columns: Set<String>, of table: Table, _ query: String
    ) -> Table? {
        var changed: Table?
        for index in table.columns.indices where columns.contains(table.columns[index].name) {
            guard case .texts(let texts) = table.columns[index].cells else { continue }
            let intake = NumberIntake(texts)
            guard intake.areNumbers else { continue }
            var table = changed ?? table
            table.columns[index].cells = .numbers(intake.numbers)
            changed = table
            tell(of: intake, "column \(table.columns[index].name) of query \(query)")
        }
        return changed
    }

    /// What is counted of a column of texts: where they are numbers, names of null are none.
    mutating func counted(
        _ cells: Column.Cells, _ expression: String, _ query: String
    ) -> Column.Cells {
        guard case .texts(let texts) = cells else { return cells }
        let intake = NumberIntake(texts)
        let nulls = intake.conversions.filter { $0.kind == .null }
        guard intake.areNumbers, !nulls.isEmpty else { return cells }
        tell(of: nulls, "column \(expression) of query \(query)")
        return .texts(texts.map { text in text.flatMap { NumberIntake.isNull($0) ? nil : $0 } })
    }

    /// Counts what was converted, and names what could not be.
    private mutating func tell(of intake: NumberIntake, _ column: String) {
        tell(of: intake.conversions, column)
        for (row, text) in intake.failures {
            note(
                ChartIssue(
                    .other(column), level: .warning,
                    reason: "\(column), row \(row): '\(text.prefix(40))' is not a number"))
        }
        let more = intake.failureCount - intake.failures.count
        if more > 0 {
            note(
                ChartIssue(
                    .other(column), level: .warning,
                    reason: "\(column): \(more) more values are not numbers"))
        }
        if intake.currencies.count > 1 {
            note(
                ChartIssue(
                    .other(column), level: .warning,
                    reason: "\(column) has several currencies: "
                        + intake.currencies.prefix(5).joined(separator: ", "),
                    hint: "convert them to one currency in the query"))
        }
        if intake.percentages > 0, intake.conversions.contains(where: { $0.kind == .quoted }) {
            note(
                ChartIssue(
                    .other(column), level: .warning,
                    reason: "\(column) has percentages, read as fractions, and plain numbers"))
        }
    }

    private mutating func tell(of conversions: [NumberIntake.Conversion], _ column: String) {
        for conversion in conversions {
            let value = conversion.value.isNaN ? "null" : ValueText.number(conversion.value)
            let times = conversion.count == 1 ? "" : ", \(conversion.count) times"
            note(
                ChartIssue(
                    .other(column), level: .note,
                    reason: "\(column): \(conversion.kind.rawValue)\(times): "
                        + "'\(conversion.example.prefix(40))' is \(value)"))
        }
    }
}
