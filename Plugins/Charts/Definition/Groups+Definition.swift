extension DrillDownGroup {
    /// Creates a group of charts from coarse to fine, each of which shows the selection in the previous one.
    public init(_ name: String, title: String = "", @ListBuilder<Chart> _ charts: () -> [Chart]) {
        self.init(name: name)
        self.title = title
        self.charts = charts()
    }
}

extension TreeMapGroup {
    /// Charts of the kind ``Chart/Kind/treeMap``, from the outer to the inner rectangles.
    ///
    /// The first value of each is the area, the second the colour.
    public init(_ name: String, title: String = "", @ListBuilder<Chart> _ levels: () -> [Chart]) {
        self.init(name: name)
        self.title = title
        self.levels = levels()
    }
}

extension OverlayGroup {
    /// Charts that share a category and are drawn over each other, the last on top.
    public init(
        _ name: String, title: String = "", category: Category, hasDualAxis: Bool = false,
        @ListBuilder<Chart> _ layers: () -> [Chart]
    ) {
        self.init(name: name)
        self.title = title
        self.category = category.axis
        self.hasDualAxis = hasDualAxis
        self.layers = layers()
    }

    /// Sets the text below the title, and the source of the data.
    public func caption(subtitle: String = "", source: String = "") -> OverlayGroup {
        var copy = self
        copy.caption = Chart.Caption(subtitle: subtitle, source: source)
        return copy
    }

    /// Leaves parts out, or moves them: `.display { $0.isLegendHidden = true }`.
    public func display(_ change: (inout Display) -> Void) -> OverlayGroup {
        var copy = self
        change(&copy.display)
        return copy
    }
}
