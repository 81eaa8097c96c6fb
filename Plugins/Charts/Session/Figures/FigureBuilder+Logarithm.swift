extension FigureBuilder {
    /// Whether a value lies on a logarithmic axis.
    ///
    /// Zero and negative numbers have no position on it: then nothing is drawn, instead of a part.
    func isLogarithmic(
        _ value: Chart.Value, _ numbers: some Sequence<Double>, _ chart: Chart
    ) throws(FigureFailure) -> Bool {
        guard value.isLogarithmic else { return false }
        if value.isSymmetric {
            switch chart.kind {
            case .line, .scatter, .bubble, .column, .bar, .area: return true
            default:
                throw failure(
                    "\(chart.kind?.rawValue ?? "chart") marks add up or have no axis, so Scale=\"SymmetricLog\" cannot be used",
                    "use lines, points, columns, bars or areas, or remove Scale", chart, value.place
                )
            }
        }
        switch chart.kind {
        case .line, .scatter, .bubble: break
        default:
            throw failure(
                "a logarithmic axis has no zero, at which \(chart.kind?.rawValue ?? "chart") marks begin",
                "use a line or points, or Scale=\"SymmetricLog\"", chart, value.place)
        }
        try check(numbers, "'\(value.expression)'", chart, value.place)
        return true
    }

    /// Whether the points of a chart are on a logarithmic axis.
    func isLogarithmic(
        _ axis: Chart.Axis, _ positions: [Double], _ chart: Chart
    ) throws(FigureFailure) -> Bool {
        guard axis.scale == .log else { return axis.scale == .symmetricLog }
        try check(positions, "'\(axis.column ?? "")'", chart, axis.place)
        return true
    }

    private func check(
        _ numbers: some Sequence<Double>, _ what: String, _ chart: Chart, _ place: MetadataPlace
    ) throws(FigureFailure) {
        guard let number = numbers.first(where: { $0 <= 0 }) else { return }
        throw failure(
            "\(what) has \(ValueText.number(number)); a logarithmic axis requires numbers above zero",
            "leave such rows out of the query, or write Scale=\"SymmetricLog\"", chart, place)
    }

    /// Why a chart cannot be drawn, and what to do.
    func failure(
        _ text: String, _ hint: String, _ chart: Chart, _ place: MetadataPlace
    ) -> FigureFailure {
        FigureFailure(
            text,
            ChartIssue(
                .other(chart.name), at: place.inFile(nil), level: .error,
                reason: "chart \(chart.name): \(text)", hint: hint))
    }
}
