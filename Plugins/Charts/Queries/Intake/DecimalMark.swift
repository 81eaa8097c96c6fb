/// The character before the decimals of a column's numbers.
enum DecimalMark: Hashable {
    case decided(Character)
    /// Some values use the other mark, or are ambiguous: only values that certainly use this mark are read.
    case undecided(Character)

    /// Decides from all values of a column.
    ///
    /// `1,5` has a decimal comma and `1.5` a decimal point, while `1,234` may
    /// be either.
    ///
    /// - Parameters:
    ///   - numbers: The values; `nil` for one that is not a number.
    ///   - locale: The mark that decides if the values do not.
    init(of numbers: [NumberText?], locale: Character?) {
        var (points, commas, ambiguous) = (0, 0, 0)
        var hasGroups = false
        for case let number? in numbers {
            switch number.decimalMark {
            case ".": points += 1
            case ",":
                commas += 1
                hasGroups = hasGroups || number.isGrouped(decimal: ",")
            default: if number.isAmbiguous { ambiguous += 1 }
            }
        }
        if points == 0, commas == 0 {
            // Without any mark in the texts, use the locale's, or else the one that programs write.
            self = .decided(locale ?? ".")
        } else if points >= Self.majority * commas {
            self = .decided(".")
        } else if points == 0 ? hasGroups || commas > ambiguous : commas >= Self.majority * points {
            self = .decided(",")
        } else {
            // Where all marks of the values are commas, a locale with points is not that of the data.
            let known = points == 0 && locale != "," ? nil : locale
            self = known.map(DecimalMark.decided) ?? .undecided(points == 0 ? "," : ".")
        }
    }

    /// A mark that several times as many values have as the other one decides; the others are mistakes.
    private static let majority = 4

    /// The mark with which to read a number; `nil` if it may be either.
    func mark(of number: NumberText) -> Character? {
        switch self {
        case .decided(let mark): mark
        case .undecided(let mark): number.isAmbiguous ? nil : mark
        }
    }
}
