import PeriluneLocale

extension FigureBuilder {
    /// The column with the times of its texts, if all of them are dates.
    ///
    /// The texts remain: filters and drills name a category as its source does.
    mutating func withTimes(_ column: Column, of query: String) -> Column {
        guard var texts = column.texts else { return column }
        let parser = DateColumnParser(
            texts, whole: unrestricted[query]?[column.name]?.texts,
            locale: formats.conventions?.dateOrder)
        let name = "column \(column.name) of query \(query)"
        if let problem = parser.problem { report(ChartIssue(problem, name)) }
        guard let instants = parser.instants else { return column }
        // Two notations of one date are one category.
        var known: [Int64: String] = [:]
        for (row, instant) in instants.enumerated() {
            guard let instant, let text = texts[row] else { continue }
            texts[row] = known[instant] ?? text
            known[instant] = texts[row]
        }
        if let (row, text) = parser.example, let instant = instants[row - 1] {
            let order =
                switch parser.order {
                case .dayFirst: ", day first"
                case .monthFirst: ", month first"
                case nil: ""
                }
            report(
                ChartIssue(
                    .other(name), level: .note,
                    reason: "\(name): dates\(order): '\(text)' is \(ValueText.date(instant))"))
        }
        var column = column
        column.cells = .texts(texts)
        column.instants = instants
        return column
    }
}

extension Chart.Axis {
    /// Whether its format is one of dates, such as `Month`.
    var hasDateFormat: Bool {
        guard let format = try? ValueFormat(format, currencyCode: currencyCode) else {
            return false
        }
        return format.kind.numberStyle == nil
    }
}

extension BuiltFigure.Key {
    /// The text of its label: an unambiguous date if the text is a day, or if dates have a format.
    func labelled(hasFormat: Bool) -> Cell {
        guard case .text(let text) = cell, let instant else { return cell }
        if hasFormat { return .date(instant) }
        switch DateFields(text)?.notation {
        case .month, .quarter, nil: return cell
        case .numbers, .points, .yearFirst, .monthName: return .date(instant)
        }
    }
}

extension ChartIssue {
    fileprivate init(_ problem: DateColumnParser.Problem, _ column: String) {
        func shown(_ row: DateColumnParser.Row) -> String { "'\(row.text.prefix(40))'" }
        let reason: String
        let hint: String
        switch problem {
        case .noOrder(let row):
            reason =
                "\(column), row \(row.row): day and month of \(shown(row)) may be swapped, and no row "
                + "tells which comes first; the column is drawn as text"
            hint =
                "write dates as 2024-03-31, or name the locale of the data, such as --locale en_US or "
                + "--locale en_GB"
        case .twoOrders(let dayFirst, let monthFirst):
            reason =
                "\(column): \(shown(dayFirst)) in row \(dayFirst.row) has the day first, but "
                + "\(shown(monthFirst)) in row \(monthFirst.row) the month; the column is drawn as text"
            hint = "write all dates alike, such as 2024-03-31"
        case .shortYear(let row):
            reason =
                "\(column), row \(row.row): the year of \(shown(row)) has two digits; the column is "
                + "drawn as text"
            hint = "write dates as 2024-03-31"
        case .seasons(let row):
            reason =
                "\(column), row \(row.row): \(shown(row)) may be a month or two years; the column is "
                + "drawn as text"
            hint =
                "write months as 2009-10-01; for names, Scale=\"Category\" of <Category> ends this warning"
        case .otherText(let row):
            reason =
                "\(column), row \(row.row): \(shown(row)) is not a date; the column is drawn as text"
            hint = "leave the field empty if there is no date"
        }
        self.init(.other(column), level: .warning, reason: reason, hint: hint)
    }
}
