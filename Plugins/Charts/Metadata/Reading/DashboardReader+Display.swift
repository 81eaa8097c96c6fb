extension DashboardReader {
    /// Reads `<Display>`, whose names are those of the properties of MAKit's chart view.
    mutating func display(_ node: MetadataNode) -> Display {
        var display = Display()
        let switches: [(String, WritableKeyPath<Display, Bool>)] = [
            ("IsTitleHidden", \.isTitleHidden), ("IsLegendHidden", \.isLegendHidden),
            ("IsThumbnail", \.isThumbnail), ("ShowsHorizontalAxis", \.showsHorizontalAxis),
            ("ShowsVerticalAxis", \.showsVerticalAxis),
            ("ShowsHorizontalAxisTitle", \.showsHorizontalAxisTitle),
            ("ShowsVerticalAxisTitle", \.showsVerticalAxisTitle),
            ("ShowsGridLabel", \.showsGridLabel), ("ShowsXAxisAtTop", \.showsXAxisAtTop),
            ("ShowsSeriesLabels", \.showsSeriesLabels), ("DirectLabels", \.hasDirectLabels),
        ]
        for (name, path) in switches {
            if let truth = bool(node, name) { display[keyPath: path] = truth }
        }
        display.rowHeight = points(node, "RowHeight", least: 3)
        display.rowSpacing = points(node, "RowSpacing", least: 0)
        if display.rowHeight == nil, display.rowSpacing != nil {
            reportInvalidValue(node, "RowSpacing", hint: "RowSpacing needs RowHeight")
        }
        return display
    }

    private mutating func points(
        _ node: MetadataNode, _ name: String, least: Double
    ) -> Double? {
        guard let number = double(node, name) else { return nil }
        guard (least...1000).contains(number) else {
            reportInvalidValue(node, name, hint: "write points, from \(Int(least)) to 1000")
            return nil
        }
        return number
    }
}
