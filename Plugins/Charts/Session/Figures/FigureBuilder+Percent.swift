extension FigureBuilder {
    /// The format of the numbers of a value.
    func numberFormat(
        of value: Chart.Value, beside cells: [[Double]], _ areFractions: Bool = false
    ) -> NumberFormat {
        formats.numbers(
            format: areFractions ? ValueFormat.Kind.percentage.name : value.format,
            currency: value.currencyCode, beside: cells.joined())
    }

    /// Whether a value with the format `Percent` consists of fractions, for which `Percentage` was meant: if all
    /// numbers lie between -1 and 1.
    ///
    /// All rows are checked, so that a filter does not change the format of numbers. Warns in this case, and about
    /// numbers that suggest the other format.
    mutating func areFractions(
        _ value: Chart.Value, _ table: Table, _ query: String, _ chart: Chart
    ) -> Bool {
        guard value.isPercent || value.format == ValueFormat.Kind.percentage.name else {
            return false
        }
        let all = unrestricted[query] ?? table
        guard
            let numbers = try? numbers(
                value.expression, at: value.place, over: all, query: query, of: chart.name)
        else { return false }
        return areFractions(numbers, of: value, chart)
    }

    /// The same check for known numbers of a value.
    mutating func areFractions(
        _ numbers: [Double], of value: Chart.Value, _ chart: Chart
    ) -> Bool {
        guard value.isPercent || value.format == ValueFormat.Kind.percentage.name else {
            return false
        }
        return areFractions(
            numbers, named: value.expression, isPercent: value.isPercent, of: chart.name,
            value.place)
    }

    /// The same check for known numbers.
    mutating func areFractions(
        _ numbers: [Double], named name: String, isPercent: Bool, of chart: String,
        _ place: MetadataPlace
    ) -> Bool {
        let (areFractions, warning) = PercentCheck(numbers).result(of: name, isPercent: isPercent)
        if let warning {
            report(
                ChartIssue(
                    .other(chart), at: place.inFile(nil), level: warning.level,
                    reason: "chart \(chart): \(warning.reason)", hint: warning.hint))
        }
        return areFractions
    }
}

extension Chart.Value {
    var isPercent: Bool { format == ValueFormat.Kind.percent.name }
}

/// Compares numbers with what `Percent` (10 is 10%) and `Percentage` (0.1 is 10%) expect.
struct PercentCheck {
    /// The first number between -1 and 1, and the first beyond, without zero.
    private var part: Double?
    private var whole: Double?
    private var largest = 0.0

    init(_ numbers: [Double]) {
        for number in numbers where number.isFinite && number != 0 {
            if abs(number) < 1 {
                part = part ?? number
            } else if abs(number) > 1 {
                whole = whole ?? number
            }
            largest = max(largest, abs(number))
        }
    }

    struct Warning {
        var level: ChartIssue.Level
        var reason: String
        var hint: String
    }

    func result(of name: String, isPercent: Bool) -> (areFractions: Bool, Warning?) {
        let name = "'\(name.prefix(40))'"
        if isPercent, let part {
            let text = ValueText.number(part)
            guard let whole else {
                let percents = ValueText.number((part * 1e8).rounded() / 1e6)
                return (
                    true,
                    Warning(
                        level: .warning,
                        reason: "\(name) has fractions, so \(text) is shown as \(percents)%",
                        hint:
                            "write Format=\"Percentage\"; if \(text) is \(text)%, divide by 100 in "
                            + "the expression")
                )
            }
            return (
                false,
                Warning(
                    level: .note,
                    reason:
                        "\(name) has numbers such as \(text) and \(ValueText.number(whole)), shown "
                        + "as \(text)% and \(ValueText.number(whole))%",
                    hint: "Format=\"Percentage\" is for fractions")
            )
        }
        if !isPercent, part == nil, let whole, largest > 10 {
            return (
                false,
                Warning(
                    level: .warning,
                    reason: "\(name) has no fractions, so \(ValueText.number(whole)) is shown as "
                        + "\(ValueText.number(whole * 100))%",
                    hint: "write Format=\"Percent\" if \(ValueText.number(whole)) is "
                        + "\(ValueText.number(whole))%")
            )
        }
        return (false, nil)
    }
}
