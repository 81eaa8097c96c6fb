/// Reads a column of texts as numbers, and counts the conversions.
struct NumberIntake {
    /// NaN for a text that is not a number.
    private(set) var numbers: [Double] = []
    /// How many texts of each kind were read as numbers, with an example of each.
    private(set) var conversions: [Conversion] = []
    /// The first of the texts that are not numbers, with their rows from 1.
    private(set) var failures: [(row: Int, text: String)] = []
    private(set) var failureCount = 0
    /// Numbers in more than one currency cannot be added up.
    private(set) var currencies: [String] = []
    private(set) var percentages = 0
    private var read = 0

    static let mostFailures = 10

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

    init(_ texts: [String?]) {
        let written = texts.map { $0.flatMap(WrittenNumber.init) }
        let marks = Set(written.compactMap { $0?.decimalMark })
        // If both marks are possible, a point, as programs write numbers.
        let decimal: Character = marks == [","] ? "," : "."
        var kinds: [Kind: Conversion] = [:]
        numbers.reserveCapacity(texts.count)
        for (row, text) in texts.enumerated() {
            guard let text else {
                numbers.append(.nan)
                continue
            }
            var kind = Kind.quoted
            var value = Double.nan
            if let number = written[row], let found = number.value(decimal: decimal) {
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
                            : number.isGrouped(decimal: decimal) || decimal == ","
                                ? .separators : .quoted
            } else if Self.isNull(text) {
                kind = .null
            } else {
                numbers.append(.nan)
                failureCount += 1
                if failures.count < Self.mostFailures { failures.append((row + 1, text)) }
                continue
            }
            numbers.append(value)
            kinds[kind, default: Conversion(kind: kind, example: text, value: value)].count += 1
        }
        conversions = Kind.allCases.compactMap { kinds[$0] }
    }

    /// Whether a text is a name of null.
    static func isNull(_ text: String) -> Bool { nulls.contains(trimmed(text).lowercased()) }

    /// Whether at least half of the values are numbers.
    var areNumbers: Bool { read > 0 && read >= failureCount }
}
