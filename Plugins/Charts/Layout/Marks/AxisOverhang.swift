import PeriluneDrawing

extension PlotLayout {
    /// Moves the ends of the value axes inwards where labels or bubbles would reach beyond them.
    func makeRoom(in area: inout PlotArea) {
        let labels = ColumnLabels(
            self, MarkPainter(self, area).columnGeometry,
            length: isHorizontal ? area.rect.width : area.rect.height)
        let needed = (isHorizontal ? labels.widest : labels.height) + 5
        var room = AxisOverhang()
        for label in labels.texts {
            let value = label.series.value(label.category)
            let scale = area.scale(label.series.layer)
            room.include(
                before: value < 0 ? needed : 0, after: value < 0 ? 0 : needed,
                of: scale.clamped(label.series.span(label.category).to), on: scale)
        }
        for series in series where series.kind == .bubble && series.isVisible {
            let scale = area.scale(series.layer)
            for category in visible where !series.value(category).isNaN {
                let radius = bubbles.radius(series.size(category))
                let place = scale.clamped(series.value(category))
                if radius > 0 { room.include(before: radius, after: radius, of: place, on: scale) }
            }
        }
        area.left = room.within(area.left)
        area.right = area.right.map(room.within)
    }

    /// Bubbles in the first and the last band reach beyond them.
    func makeRoomBeside(_ area: inout PlotArea) {
        guard bubbles.largestRadius > 0 else { return }
        let room = min(area.rect.width / 3, (bubbles.largestRadius + 2).rounded(.up))
        if let positions = area.positions {
            area.positions = positions.placed(
                from: positions.start + room, to: positions.end - room)
        } else {
            let inset = max(0, room - area.bands.width / 2)
            area.bands = bandScale(from: area.bands.start + inset, to: area.bands.end - inset)
        }
    }
}

/// The extent of marks beyond the ends of an axis.
private struct AxisOverhang {
    private var before = 0.0
    private var after = 0.0

    mutating func include(before: Double, after: Double, of place: Double, on scale: LinearScale) {
        self.before = max(self.before, before - abs(place - scale.start))
        self.after = max(self.after, after - abs(scale.end - place))
    }

    /// The scale with that much less at each end, but never less than a third of itself.
    func within(_ scale: LinearScale) -> LinearScale {
        let most = abs(scale.end - scale.start) / 3
        let sign = scale.end >= scale.start ? 1.0 : -1.0
        return scale.placed(
            from: scale.start + sign * min(before, most).rounded(.up),
            to: scale.end - sign * min(after, most).rounded(.up))
    }
}
