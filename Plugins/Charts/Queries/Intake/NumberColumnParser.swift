/// Reads a column of texts as numbers, and counts the conversions.
struct NumberColumnParser {
    /// NaN for a text that is not a number.
    private(set) var numbers: [Double] = []
    /// How many texts of each kind were read as numbers, with an example of each.
    private(set) var conversions: [Conversion] = []
    /// The first of the texts that were not read as numbers, with their rows from 1.
    private(set) var failures: [Failure] = []
    private(set) var failureCount = 0
    /// Numbers in more than one currency cannot be added up.
    private(set) var currencies: [String] = []
    private(set) var percentages = 0
    private var read = 0

    static let mostFailures = 10

    struct Failure: Hashable {
        var row: Int
        var text: String
        var cause: Cause
    }

    enum Cause: Hashable {
        case notNumber
        /// The text may be either of two numbers, and the column does not tell which one.
        case ambiguous
        /// The decimal mark differs from that of other rows.
        case otherMark
    }

    struct Conversion: Hashable {
        var kind: Kind
        var count = 0
        var example: String
        var value: Double
    }

    enum Kind: String, CaseIterable {
        case null = "null by its name"
        case quoted = "number as text"
        case separators = "number with separators"
        case currency = "number with a currency"
        case percent = "percentage, as a fraction"
        case parentheses = "negative number in parentheses"
    }

    /// Names of null, in small letters.
    private static let nulls: Set<String> = [
        "", "-", "\u{2013}", "\u{2014}", ".", "na", "n/a", "#n/a", "nan", "null", "none",
    ]

    /// - Parameters:
    ///   - texts: The column.
    ///   - whole: All rows of the column, if a filter restricts the texts: they decide how numbers are written.
    ///   - mark: The decimal mark of the locale that the user named, which decides if the rows do not.
    init(_ texts: [String?], whole: [String?]? = nil, mark: Character? = nil) {
        var written = texts.map { $0.flatMap(NumberText.init) }
        let all = whole.map { $0.map { $0.flatMap(NumberText.init) } } ?? written
        // Some IP addresses look like numbers with dots between thousands; the other rows decide.
        if Self.areAddresses(all) { written = written.map { $0?.isAddress == true ? nil : $0 } }
        let decimal = DecimalMark(of: whole == nil ? written : all, locale: mark)
        var kinds: [Kind: Conversion] = [:]
        numbers.reserveCapacity(texts.count)
        for (row, text) in texts.enumerated() {
            guard let text else {
                numbers.append(.nan)
                continue
            }
            var kind = Kind.quoted
            var value = Double.nan
            if let number = written[row], let mark = decimal.mark(of: number),
                let found = number.value(decimal: mark)
            {
                value = found
                read += 1
                if number.isPercent { percentages += 1 }
                if let currency = number.currency, !currencies.contains(currency) {
                    currencies.append(currency)
                }
                kind =
                    number.isPercent
                    ? .percent
                    : number.isParenthesized
                        ? .parentheses
                        : number.currency != nil
                            ? .currency
                            : number.isGrouped(decimal: mark) || mark == ","
                                ? .separators : .quoted
            } else if Self.isNull(text) {
                kind = .null
            } else {
                numbers.append(.nan)
                failureCount += 1
                if failures.count < Self.mostFailures {
                    failures.append(
                        Failure(
                            row: row + 1, text: text, cause: Self.cause(written[row], decimal)))
                }
                continue
            }
            numbers.append(value)
            kinds[kind, default: Conversion(kind: kind, example: text, value: value)].count += 1
        }
        conversions = Kind.allCases.compactMap { kinds[$0] }
    }

    private static func areAddresses(_ texts: [NumberText?]) -> Bool {
        var hasAddress = false
        for case let text? in texts {
            if text.isAddress {
                hasAddress = true
            } else if text.value(decimal: ".") != nil || text.value(decimal: ",") != nil {
                return false
            }
        }
        return hasAddress
    }

    private static func cause(_ number: NumberText?, _ decimal: DecimalMark) -> Cause {
        guard let number else { return .notNumber }
        if decimal.mark(of: number) == nil { return .ambiguous }
        return [".", ","].contains { number.value(decimal: $0) != nil } ? .otherMark : .notNumber
    }

    /// Whether a text is a name of null.
    static func isNull(_ text: String) -> Bool {
        text.utf8.count <= NumberText.longest && nulls.contains(trimmed(text).lowercased())
    }

    /// Whether at least half of the values are numbers, or all of them are null.
    var areNumbers: Bool { read >= failureCount && (read > 0 || !conversions.isEmpty) }
}
