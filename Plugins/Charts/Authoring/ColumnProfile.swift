/// The possible roles of a column in a chart.
struct ColumnProfile {
    enum Role: Hashable {
        case time, category, measure
        /// Names that nearly every row has for itself, and numbers of rows.
        case other
    }

    let name: String
    private(set) var role = Role.other
    private(set) var distinct = 0
    /// Whether the numbers of several rows can be added up: amounts can, prices cannot.
    private(set) var isAdditive = false
    private(set) var isNumber = false
    /// The format of a number, as metadata names it.
    private(set) var format: String?
    /// The first of few texts among numbers, for which no chart of the column is drawn.
    private(set) var failure: NumberColumnParser.Failure?
    /// The number of such texts.
    private var failureCount = 0

    init(_ column: Column, rows: Int) {
        name = column.name
        switch column.cells {
        case .dates(let dates):
            distinct = Set(dates.compactMap { $0 }).count
            if distinct > 1 { role = .time }
        case .numbers(let numbers): profile(numbers: numbers, rows)
        case .texts(let texts): profile(texts: texts, rows)
        }
    }

    private mutating func profile(texts: [String?], _ rows: Int) {
        distinct = Set(texts.compactMap { $0 }).count
        if let instants = DateColumnParser(texts).instants {
            distinct = Set(instants.compactMap { $0 }).count
            if distinct > 1 { role = .time }
            return
        }
        let parser = NumberColumnParser(texts)
        if parser.areNumbers, parser.failureCount == 0, parser.currencies.count <= 1 {
            profile(numbers: parser.numbers, rows)
            if parser.conversions.contains(where: { $0.kind == .currency }) {
                format = "Currency"
                isAdditive = !hasWord(Self.rates)
            }
            if parser.percentages > 0 { (format, isAdditive) = ("Percentage", false) }
            return
        }
        if parser.areNumbers, let failure = parser.failures.first {
            self.failure = failure
            failureCount = parser.failureCount
            return
        }
        if (2...200).contains(distinct), distinct <= 50 || distinct * 2 <= rows { role = .category }
    }

    private mutating func profile(numbers: [Double], _ rows: Int) {
        isNumber = true
        let known = numbers.filter(\.isFinite)
        distinct = Set(known).count
        guard distinct > 1, let least = known.min(), let greatest = known.max() else { return }
        let areWhole = known.allSatisfy { $0.rounded() == $0 }
        if areWhole, least >= 1500, greatest <= 2200, hasWord(["year", "yr", "vintage"]) {
            role = .time
            return
        }
        if areWhole, least >= 1500, greatest <= 2200, hasWord(Self.years) { return }
        let isNumberOfRows = areWhole && distinct == rows && greatest - least == Double(rows - 1)
        if isNumberOfRows && least <= 1 || hasWord(Self.names) { return }
        // Whole numbers that differ in every row: numbers of customers, of invoices.
        if areWhole, distinct == rows, hasWord(["number", "num"]) { return }
        if areWhole, hasWord(Self.instants), isInstant(least), isInstant(greatest) { return }
        role = areWhole && distinct <= 12 && distinct * 3 <= rows ? .category : .measure
        isAdditive = hasWord(Self.amounts) && !hasWord(Self.rates)
        let isLarge = max(greatest, -least) >= 1000
        if areWhole && isAdditive || isLarge && !isAdditive {
            format = "Rounded0"
        } else if greatest >= 1 {
            format = isAdditive || greatest < 10 ? "Rounded2" : "Rounded1"
        }
    }

    /// Seconds, or thousandths, millionths or billionths of them, since 1970, between 1990 and 2060.
    private func isInstant(_ number: Double) -> Bool {
        [1.0, 1e3, 1e6, 1e9].contains { (631_000_000 * $0...2_840_000_000 * $0).contains(number) }
    }

    /// Words in names of columns whose numbers are names, so that sums and distributions of them are meaningless.
    private static let names: Set<String> = [
        "code", "guid", "id", "ids", "key", "no", "nr", "phone", "plz", "port", "postal",
        "postcode",
        "tel", "telephone", "uuid", "zip",
    ]
    /// Words of columns of years that say something about a row, rather than when it was.
    private static let years: Set<String> = [
        "born", "birth", "built", "established", "founded", "hired", "joined", "since", "started",
    ]
    private static let instants: Set<String> = [
        "at", "created", "date", "epoch", "modified", "time", "timestamp", "ts", "unix", "updated",
    ]
    private static let amounts: Set<String> = [
        "amount", "count", "cost", "costs", "income", "number", "orders", "population", "pop",
        "profit",
        "quantity", "qty", "revenue", "sales", "sold", "spend", "spending", "tip", "total", "units",
        "value", "visits", "volume",
    ]
    private static let rates: Set<String> = [
        "%", "age", "average", "avg", "index", "mean", "median", "pct", "per", "percent", "price",
        "rate",
        "ratio", "score", "share", "unit",
    ]

    private func hasWord(_ words: Set<String>) -> Bool {
        !words.isDisjoint(with: title.lowercased().split(separator: " ").map(String.init))
    }

    /// The name for display: `SalesAmount` and `sales_amount` become "Sales amount".
    var title: String {
        var words: [String] = []
        var isAfterSmall = false
        for letter in name {
            guard letter.isLetter || letter.isNumber || "%€$£#/+-".contains(letter) else {
                words.append("")
                isAfterSmall = false
                continue
            }
            if words.isEmpty || letter.isUppercase && isAfterSmall { words.append("") }
            words[words.count - 1].append(letter)
            isAfterSmall = letter.isLowercase
        }
        let written = words.filter { !$0.isEmpty }.map { word in
            word.count > 1 && word.allSatisfy { !$0.isLowercase } ? word : word.lowercased()
        }.joined(separator: " ")
        return written.isEmpty ? name : written.prefix(1).uppercased() + written.dropFirst()
    }

    /// The column in an expression.
    var expression: String {
        let isPlain =
            name.utf8.allSatisfy(Ascii.isInName)
            && name.utf8.first.map { !Ascii.digits.contains($0) } ?? false
        return isPlain ? name : "[\(name)]"
    }
}

extension ColumnProfile {
    /// Why a column of numbers is in no chart.
    var issue: ChartIssue? {
        failure.map { failure in
            let row = "row \(failure.row) has '\(failure.text.prefix(40))'"
            return ChartIssue(
                .other(name), level: .warning,
                reason: failureCount == 1
                    ? "column \(name): \(row), and the others are numbers"
                    : "column \(name): \(failureCount) rows are not numbers; \(row)",
                hint: failureCount == 1
                    ? "correct it, or leave the field empty if there is no number"
                    : "correct them, or leave the fields empty if there are no numbers")
        }
    }
}
