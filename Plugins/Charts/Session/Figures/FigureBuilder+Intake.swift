import PeriluneLocale

extension FigureBuilder {
    /// The table with numbers in those columns of texts that have some; `nil` if no column has any.
    ///
    /// Texts become numbers only where an expression needs them: a code such as `007` stays one elsewhere.
    mutating func withNumbers(
        in columns: Set<String>, of table: Table, _ query: String
    ) -> Table? {
        var changed: Table?
        for index in table.columns.indices where columns.contains(table.columns[index].name) {
            guard case .texts(let texts) = table.columns[index].cells else { continue }
            let intake = numbers(of: texts, table.columns[index].name, query)
            guard intake.areNumbers else { continue }
            var table = changed ?? table
            table.columns[index].cells = .numbers(intake.numbers)
            changed = table
            report(intake, "column \(table.columns[index].name) of query \(query)")
        }
        return changed
    }

    /// The column to count: in a column of numbers, texts for null are not counted.
    mutating func counted(
        _ cells: Column.Cells, _ expression: String, _ query: String
    ) -> Column.Cells {
        guard case .texts(let texts) = cells else { return cells }
        let intake = numbers(of: texts, expression, query)
        let nulls = intake.conversions.filter { $0.kind == .null }
        guard intake.areNumbers, !nulls.isEmpty else { return cells }
        report(nulls, "column \(expression) of query \(query)")
        return .texts(
            texts.map { text in text.flatMap { NumberColumnParser.isNull($0) ? nil : $0 } })
    }

    /// The numbers of a column, whose rows are read alike under any filter.
    func numbers(of texts: [String?], _ column: String, _ query: String) -> NumberColumnParser {
        NumberColumnParser(
            texts, whole: unrestricted[query]?[column]?.texts,
            mark: formats.conventions?.decimalMark)
    }

    /// Counts what was converted, and names what could not be.
    private mutating func report(_ intake: NumberColumnParser, _ column: String) {
        report(intake.conversions, column)
        for failure in intake.failures { report(ChartIssue(failure, column)) }
        let more = intake.failureCount - intake.failures.count
        if more > 0 {
            report(
                ChartIssue(
                    .other(column), level: .warning,
                    reason: "\(column): \(more) more values are not numbers"))
        }
        if intake.currencies.count > 1 {
            report(
                ChartIssue(
                    .other(column), level: .warning,
                    reason: "\(column) has several currencies: "
                        + intake.currencies.prefix(5).joined(separator: ", "),
                    hint: "convert them to one currency in the query"))
        }
        if intake.percentages > 0, intake.conversions.contains(where: { $0.kind == .quoted }) {
            report(
                ChartIssue(
                    .other(column), level: .warning,
                    reason: "\(column) has percentages, read as fractions, and plain numbers"))
        }
    }

    private mutating func report(_ conversions: [NumberColumnParser.Conversion], _ column: String) {
        for conversion in conversions {
            let value = conversion.value.isNaN ? "null" : ValueText.number(conversion.value)
            let times = conversion.count == 1 ? "" : ", \(conversion.count) times"
            report(
                ChartIssue(
                    .other(column), level: .note,
                    reason: "\(column): \(conversion.kind.rawValue)\(times): "
                        + "'\(conversion.example.prefix(40))' is \(value)"))
        }
    }
}

extension ChartIssue {
    init(_ failure: NumberColumnParser.Failure, _ column: String) {
        let text = failure.text.prefix(40)
        let what =
            switch failure.cause {
            case .notNumber: "'\(text)' is not a number"
            case .ambiguous:
                "'\(text)' may have decimals or thousands after its separator; the other rows do not "
                    + "tell which"
            case .otherMark: "the decimals of '\(text)' are separated otherwise than in other rows"
            }
        self.init(
            .other(column), level: .warning, reason: "\(column), row \(failure.row): \(what)",
            hint: failure.cause == .notNumber
                ? nil
                : "write numbers such as 1234.5, or name the locale of the data with --locale")
    }
}

extension Column {
    /// The texts; `nil` for a column of another type.
    var texts: [String?]? { if case .texts(let texts) = cells { texts } else { nil } }

    /// Whether other rows may decide how some of its texts are read: `1,234`, `3/4/2024`.
    var mayBeAmbiguous: Bool {
        texts?.contains { text in
            guard let text, text.utf8.count <= 40 else { return false }
            return text.utf8.contains { ",./-".utf8.contains($0) }
                && text.utf8.contains { Ascii.digits.contains($0) }
        } ?? false
    }
}
