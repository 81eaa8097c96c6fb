import PeriluneLocale

/// Reads a column of texts as dates, if all of them are.
///
/// ISO 8601 is read by `ColumnBuilder`; here are the notations whose meaning may depend on the other rows.
struct DateColumnParser {
    /// Microseconds since 1970 for each row, if all texts are dates; names of null are null.
    private(set) var instants: [Int64?]?
    /// Why texts that look like dates are not read.
    private(set) var problem: Problem?
    /// The first date, with its row from 1.
    private(set) var example: (row: Int, text: String)?
    private(set) var order: DateOrder?

    struct Row: Hashable {
        var row: Int
        var text: String

        init(_ index: Int, _ texts: [String?]) {
            row = index + 1
            text = texts[index] ?? ""
        }
    }

    enum Problem: Hashable {
        /// `3/4/2024` may be in March or in April.
        case noOrder(Row)
        case twoOrders(dayFirst: Row, monthFirst: Row)
        /// `3/4/24`.
        case shortYear(Row)
        /// `2009-10`, `2010-11`: months, or seasons from one year to the next.
        case seasons(Row)
        case otherText(Row)
    }

    /// - Parameters:
    ///   - texts: The column.
    ///   - whole: All rows of the column, if a filter restricts the texts: they decide the order of day and month.
    ///   - locale: The order of the locale that the user named, which decides if the rows do not.
    init(_ texts: [String?], whole: [String?]? = nil, locale: DateOrder? = nil) {
        guard let fields = read(texts) else { return }
        let all = whole ?? texts
        let orders = Orders(whole.map { $0.map { $0.flatMap(DateFields.init) } } ?? fields)
        if let dayFirst = orders.dayFirst, let monthFirst = orders.monthFirst {
            problem = .twoOrders(dayFirst: Row(dayFirst, all), monthFirst: Row(monthFirst, all))
            return
        }
        order = orders.dayFirst != nil ? .dayFirst : orders.monthFirst != nil ? .monthFirst : locale
        if order == nil, let row = fields.firstIndex(where: { $0?.notation == .numbers }) {
            problem = .noOrder(Row(row, texts))
            return
        }
        var instants: [Int64?] = []
        instants.reserveCapacity(texts.count)
        for (row, field) in fields.enumerated() {
            guard let field else {
                instants.append(nil)
                continue
            }
            let isDayFirst =
                field.notation == .points || field.notation == .numbers && order == .dayFirst
            guard let instant = field.microseconds(isDayFirst: isDayFirst) else {
                problem = .otherText(Row(row, texts))
                return
            }
            instants.append(instant)
        }
        self.instants = instants
    }

    /// The fields of each text; `nil` if some are not dates.
    private mutating func read(_ texts: [String?]) -> [DateFields?]? {
        var fields: [DateFields?] = []
        var dates = 0
        var others: [Int] = []
        var shortYear: Int?
        for (row, text) in texts.enumerated() {
            let field = text.flatMap(DateFields.init)
            fields.append(field)
            guard let text else { continue }
            if field != nil {
                dates += 1
                if example == nil { example = (row + 1, text) }
            } else if !NumberColumnParser.isNull(text) {
                others.append(row)
                if shortYear == nil, DateFields.hasShortYear(text) { shortYear = row }
                // Most columns of texts are names: their first rows tell.
                if dates == 0, shortYear == nil, others.count >= 20 { return nil }
            }
        }
        if let row = others.first {
            if dates > others.count {
                problem = .otherText(Row(row, texts))
            } else if let shortYear, dates == 0, others.first == shortYear {
                problem = .shortYear(Row(shortYear, texts))
            }
            return nil
        }
        guard dates > 0 else { return nil }
        let months = fields.compactMap { $0 }
        let areSeasons = months.allSatisfy {
            $0.notation == .month && $0.first == ($0.year + 1) % 100
        }
        if areSeasons, let row = texts.firstIndex(of: example?.text),
            texts[row]?.contains(where: \.isLetter) == false
        {
            problem = .seasons(Row(row, texts))
            return nil
        }
        return fields
    }

    /// The first rows that decide the order of day and month.
    private struct Orders {
        var dayFirst: Int?
        var monthFirst: Int?

        init(_ fields: [DateFields?]) {
            for (row, field) in fields.enumerated() {
                guard let field, field.notation == .numbers else { continue }
                if field.first > 12, dayFirst == nil { dayFirst = row }
                if field.second > 12, monthFirst == nil { monthFirst = row }
            }
        }
    }
}
