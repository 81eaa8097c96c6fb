/// Reads the attributes that define how rows become categories and numbers.
extension DashboardReader {
    mutating func categoryAxis(_ node: MetadataNode) -> Chart.Axis {
        var axis = axis(node)
        axis.scale = choice(node, "Scale", Chart.Scale.self)
        axis.totals = list(node, "Totals")
        axis.isInHexagons = bool(node, "Hexagons") ?? false
        axis.binWidth = double(node, "BinWidth")
        if let width = axis.binWidth, width <= 0 {
            reportInvalidValue(node, "BinWidth", hint: "write a number above zero")
            axis.binWidth = nil
        }
        let key = choice(node, "Sort", CategorySort.Key.self)
        axis.sort.by = key ?? .data
        axis.sort.isDescending = bool(node, "Descending") ?? false
        axis.sort.list = list(node, "Order")
        axis.sort.top = integer(node, "Top", in: 1...100_000)
        if let other = string(node, "Other") { axis.sort.other = other }
        if axis.sort.top != nil, key == nil, axis.sort.list.isEmpty {
            // The first of an order that nothing says are the largest.
            axis.sort.by = .value
            axis.sort.isDescending = true
        }
        if axis.sort.top == nil, node["Other"] != nil {
            reportInvalidValue(node, "Other", hint: "Other names what remains of Top; add Top")
        }
        return axis
    }

    /// The names in a text such as `Low|Medium|High`.
    private func list(_ node: MetadataNode, _ name: String) -> [String] {
        (string(node, name) ?? "").split(separator: "|").map { trimmed(String($0)) }
    }

    mutating func readAggregate(_ node: MetadataNode, _ value: inout Chart.Value) {
        value.aggregate = choice(node, "Aggregate", Aggregate.self)
        value.weight = string(node, "Weight")
        switch choice(node, "Scale", Chart.Scale.self) {
        case .log: value.isLogarithmic = true
        case .symmetricLog: (value.isLogarithmic, value.isSymmetric) = (true, true)
        case nil: break
        case .category, .time:
            reportInvalidValue(
                node, "Scale", hint: "the scale of a value is linear, Log or SymmetricLog")
        }
        if value.aggregate == .weightedMean, value.weight == nil {
            reportInvalidValue(
                node, "Aggregate", hint: "add Weight, the expression that weighs each row")
            value.aggregate = .mean
        }
        if value.weight != nil, value.aggregate != .weightedMean {
            reportInvalidValue(node, "Weight", hint: "only Aggregate=\"WeightedMean\" has a weight")
        }
    }
}
