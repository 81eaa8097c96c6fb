/// The input of a user at a node: a number, or a change of the current one.
package enum InfluenceEntry {
    /// The number that an entry stands for; `nil` if it is not valid.
    ///
    /// `300` and `=-300` are numbers, `+300` and `-300` are steps, `+10%` and `-10%` are relative steps, and `15%` is
    /// a number in the format of the node: 0.15 for Percentage, 15 for Percent.
    package static func value(
        _ entry: String, from current: Double, format: ValueFormat = .general
    ) -> Double? {
        var text = TextFunctions.trimmed(entry)[...]
        let isAbsolute = text.hasPrefix("=")
        if isAbsolute { text = text.dropFirst() }
        let isPercent = text.hasSuffix("%")
        if isPercent { text = text.dropLast() }
        let isStep = !isAbsolute && (text.hasPrefix("+") || text.hasPrefix("-"))
        let number = ValueText.number(in: String(text))
        guard number.isFinite else { return nil }
        let result =
            switch (isStep, isPercent) {
            case (true, true): current + abs(current) * number / 100
            case (true, false): current + number
            case (false, true): format.kind == .percent ? number : number / 100
            case (false, false): number
            }
        return result.isFinite ? result : nil
    }
}
