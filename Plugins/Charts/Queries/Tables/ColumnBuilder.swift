/// Collects the values of a column and finds its type: numbers, dates, or texts.
struct ColumnBuilder {
    private let name: String
    /// The numbers before the first text.
    private var numbers: [Double] = []
    private var texts: [String?]?
    private var hasNumber = false

    init(_ name: String) { self.name = name }

    mutating func append(_ number: Double) {
        // Numbers that are not finite cannot be drawn; NaN stands for null.
        let number = number.isFinite ? number : .nan
        if texts == nil {
            numbers.append(number)
        } else {
            texts?.append(number.isNaN ? nil : ValueText.number(number))
        }
        hasNumber = hasNumber || !number.isNaN
    }

    mutating func append(_ text: String) {
        if texts == nil {
            texts = numbers.map { $0.isNaN ? nil : ValueText.number($0) }
            numbers = []
        }
        texts?.append(text)
    }

    mutating func appendNull() {
        if texts == nil { numbers.append(.nan) } else { texts?.append(nil) }
    }

    /// Texts are dates where all of them are; a number among texts is a text as well.
    func column() -> Column {
        guard let texts else { return Column(name, .numbers(numbers)) }
        guard !hasNumber, let dates = Self.dates(texts) else { return Column(name, .texts(texts)) }
        return Column(name, .dates(dates))
    }

    private static func dates(_ texts: [String?]) -> [Int64?]? {
        var dates: [Int64?] = []
        dates.reserveCapacity(texts.count)
        for text in texts {
            guard let text else {
                dates.append(nil)
                continue
            }
            guard let date = DateText.microseconds(text) else { return nil }
            dates.append(date)
        }
        return dates
    }
}
