extension Chart {
    /// A chart.
    ///
    /// - Parameters:
    ///   - kind: How its numbers are drawn.
    ///   - name: The name, by which scripts, layouts and addresses know it.
    ///   - query: The query that provides the rows; `nil` for a chart with zooming levels, or in a table.
    ///   - title: The title.
    ///   - parts: The category, the series, the values, and what else it has.
    public init(
        _ kind: Kind, _ name: String, query: String? = nil, title: String = "",
        @ListBuilder<any ChartPart> _ parts: () -> [any ChartPart]
    ) {
        self.init(name: name)
        self.kind = kind
        self.query = query
        self.title = title
        for part in parts() { part.add(to: &self) }
    }

    /// Sets the text below the title, and the source of the data.
    public func caption(subtitle: String = "", source: String = "") -> Chart {
        with { $0.caption = Caption(subtitle: subtitle, source: source) }
    }

    /// A line at a number.
    public func reference(_ value: Double, _ label: String? = nil) -> Chart {
        with { ($0.referenceValue, $0.levelNames.reference) = (value, label) }
    }

    /// Marks numbers above this one.
    public func upperThreshold(_ value: Double, _ label: String? = nil) -> Chart {
        with { ($0.upperThreshold, $0.levelNames.upper) = (value, label) }
    }

    /// Marks numbers below this one.
    public func lowerThreshold(_ value: Double, _ label: String? = nil) -> Chart {
        with { ($0.lowerThreshold, $0.levelNames.lower) = (value, label) }
    }

    /// Draws values from this category on as a forecast.
    public func forecast(from category: String) -> Chart { with { $0.predictiveStart = category } }

    /// Drills down by category only, whatever series is tapped.
    public func drillingByCategory() -> Chart { with { $0.drillsByCategoryOnly = true } }

    /// Names the filters of the dashboard that apply to it.
    public func filtered(by names: String...) -> Chart {
        with { $0.filters += names.map(Reference.init) }
    }

    /// Leaves parts out, or moves them: `.display { $0.isLegendHidden = true }`.
    public func display(_ change: (inout Display) -> Void) -> Chart { with { change(&$0.display) } }

    private func with(_ change: (inout Chart) -> Void) -> Chart {
        var copy = self
        change(&copy)
        return copy
    }
}
