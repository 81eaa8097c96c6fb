extension FigureBuilder {
    /// Warns of numbers as categories that may not be what the picture makes of them; the metadata can declare a scale.
    ///
    /// - Returns: What the picture says of it.
    mutating func warnOfAmbiguousNumbers(
        _ keys: [BuiltFigure.Key], of axis: Chart.Axis, _ kind: Chart.Kind, _ chart: Chart
    ) -> [String] {
        let numbers = keys.compactMap(\.cell.asNumber)
        guard axis.scale == nil, axis.sort == CategorySort(), let name = axis.column,
            let first = numbers.first, Set(numbers).count > 1
        else { return [] }
        func warn(_ reason: String, hint: String) {
            report(
                ChartIssue(
                    .other(chart.name), at: axis.place.inFile(nil), level: .warning,
                    reason: "chart \(chart.name): \(reason)", hint: hint))
        }
        if numbers.allSatisfy(\.isCompactDate) {
            warn(
                "the numbers of column \(name) may be dates, such as \(ValueText.number(first))",
                hint:
                    "write dates as 2024-03-31; if they are numbers, say so with a Scale of <Category>"
            )
        }
        guard kind == .line || kind == .area, numbers.haveUnequalSteps else { return [] }
        warn(
            "the numbers of column \(name) are drawn at equal distances, but their steps differ",
            hint:
                "write dates as 2024-03-31, use a scatter chart, or say that this is intended: Scale=\"Category\" of <Category>"
        )
        let title = axis.displayName.isEmpty ? name : axis.displayName
        return ["\(title): drawn at equal distances, although the steps differ"]
    }

    /// Notes how many points have no number for a value, and so are not drawn.
    func warningsOfLostValues(_ values: [Plot.Values], of chart: Chart) -> [String] {
        zip(chart.values, values).compactMap { value, drawn in
            let count = drawn.cells.first?.count ?? 0
            let lost = (0..<count).count { point in drawn.cells.allSatisfy { $0[point].isNaN } }
            guard lost > 0, lost < count else { return nil }
            return Self.lost(
                lost, value.displayName.isEmpty ? value.expression : value.displayName)
        }
    }

    static func lost(_ count: Int, _ title: String) -> String {
        "\(count == 1 ? "1 point has" : "\(count) points have") no number for \(title)"
    }
}

extension Double {
    /// Whether it may be a date without separators, such as 20240331.
    fileprivate var isCompactDate: Bool {
        guard let number = Int(exactly: self), (1000_01_01...2999_12_31).contains(number) else {
            return false
        }
        return (1...12).contains(number / 100 % 100) && (1...31).contains(number % 100)
    }
}

extension [Double] {
    /// Whether the distances between neighbours, by size, differ by more than rounding.
    fileprivate var haveUnequalSteps: Bool {
        let sorted = Set(self).sorted()
        let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
        guard let least = steps.min(), let most = steps.max() else { return false }
        return most > least * 1.001
    }
}
