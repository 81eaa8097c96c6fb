package import PeriluneDrawing

/// Draws the controls of a dynamic analytic panel with their current values.
package struct PanelLayout: Sendable {
    let layout: ChartLayout
    let panel: Panel

    package init(_ panel: Panel, _ layout: ChartLayout) {
        self.panel = panel
        self.layout = layout
    }

    /// Narrower ones have no room for a name and a value.
    private static let leastWidth = 210.0
    private static let gap = 28.0

    /// Draws within the frame.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        guard !panel.controls.isEmpty else {
            return layout.message("no variables", figure, in: rect)
        }
        var frame = Frame(figure, in: rect, layout: layout)
        var shown = shown(frame.content)
        if shown < panel.controls.count {
            frame = Frame(
                figure, notes: [hiddenCountText(shown)], in: rect, least: least, layout: layout)
            shown = self.shown(frame.content)
            frame = Frame(
                figure, notes: [hiddenCountText(shown)], in: rect, least: least, layout: layout)
        }
        let place = frame.content
        let columns = columns(place, shown)
        let rows = (shown + columns - 1) / columns
        let height = min(52, place.height / Double(max(1, rows)))
        let width = (place.width - Double(columns - 1) * Self.gap) / Double(columns)
        let controls = panel.controls.prefix(shown).enumerated().map { index, control in
            let cell = Rect(
                place.x + Double(index % columns) * (width + Self.gap),
                place.y + Double(index / columns) * height, max(0, width), height)
            return PanelControl(control: control, index: index, layout: layout).node(in: cell)
        }
        return layout.chart(
            figure, frame,
            description: panel.controls.count == 1
                ? "1 control" : "\(panel.controls.count) controls",
            marks: [.group(Group(.panel, nodes: controls))])
    }

    private func hiddenCountText(_ shown: Int) -> String {
        "\(panel.controls.count - shown) more not shown"
    }

    private func columns(_ place: Rect, _ count: Int) -> Int {
        let most = max(1, Int((place.width + Self.gap) / (Self.leastWidth + Self.gap)))
        // No more than needed: three in two columns are better read than in three where height is free.
        let rows = max(1, Int(place.height / 46))
        return max(1, min(most, (count + rows - 1) / rows))
    }

    /// The height of a control.
    private var least: Double { layout.fit.lineHeight(layout.theme.fonts.label) + 8 }

    private func shown(_ place: Rect) -> Int {
        let most = max(1, Int((place.width + Self.gap) / (Self.leastWidth + Self.gap)))
        let rows = max(1, Int(place.height / least))
        return min(panel.controls.count, most * rows)
    }
}
