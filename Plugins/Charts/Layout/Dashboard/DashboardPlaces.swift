package import PeriluneDrawing

/// Turns the rectangles of a layout into places in a picture.
package struct DashboardPlaces: Sendable, Hashable {
    /// The places of the items, in the same order.
    package private(set) var places: [Rect]
    /// The size of the whole dashboard.
    package private(set) var size: Size

    /// Between charts that come without a place.
    private static let aspect = 1.5
    private static let leastHeight = 220.0

    /// Finds places; a wish of `nil` is for one without a layout.
    ///
    /// A layout in percent fills an area, one in
    /// points may have a size of its own.
    package init(
        _ wishes: [Rect?], scale: DashboardPicture.Scale, contentSize: Size?, area: Size,
        gap: Double
    ) {
        let known = wishes.map { $0.map(Self.usable) ?? nil }
        var size =
            scale == .percent
            ? area : Self.points(known.compactMap { $0 }, contentSize, least: area)
        let whole = Rect(0, 0, size.width, size.height)
        var places = known.map { wish -> Rect in
            guard let wish else { return Rect(0, 0, 0, 0) }
            let part = scale == .percent ? Size(whole.width / 100, whole.height / 100) : Size(1, 1)
            let rect = Rect(
                wish.x * part.width, wish.y * part.height, wish.width * part.width,
                wish.height * part.height)
            // Clip the place to the screen, so that the whole chart is visible.
            return rect.clipped(to: whole).snapped
        }
        let homeless = wishes.indices.filter { known[$0] == nil }
        if !homeless.isEmpty {
            let lowest = wishes.indices.filter { known[$0] != nil }
                .reduce(0) { max($0, places[$1].maxY) }
            let top = lowest == 0 ? 0 : lowest + gap
            let columns = max(1, min(homeless.count, Int(size.width / 320)))
            let rows = (homeless.count + columns - 1) / columns
            // A picture grows where the layout has left no room.
            let needed = Double(rows) * (lowest == 0 ? 120 : Self.leastHeight)
            size.height = max(size.height, top + needed)
            let free = Rect(0, top, size.width, size.height - top)
            let grid = CellGrid(
                count: homeless.count, in: free, least: 1, aspect: Self.aspect, fillsRows: true)
            for (index, cell) in zip(homeless, grid.cells) {
                places[index] = cell.inset(by: gap / 2).snapped
            }
        }
        self.places = places
        self.size = size
    }

    /// A place of usable size; a chart with an empty place is drawn in the grid instead.
    private static func usable(_ rect: Rect) -> Rect? {
        let numbers = [rect.x, rect.y, rect.width, rect.height]
        guard numbers.allSatisfy({ $0.isFinite && abs($0) <= 100_000 }), rect.width > 0,
            rect.height > 0
        else { return nil }
        return rect
    }

    private static func points(_ rects: [Rect], _ content: Size?, least: Size) -> Size {
        let right = rects.reduce(0) { max($0, $1.maxX) }
        let bottom = rects.reduce(0) { max($0, $1.maxY) }
        func size(_ wish: Double?, _ needed: Double, _ least: Double) -> Double {
            if let wish, wish.isFinite, wish > 0 { return min(wish, most) }
            return needed > 0 ? min(needed, most) : least
        }
        return Size(
            size(content?.width, right, least.width), size(content?.height, bottom, least.height))
    }

    /// A picture of more points has more pixels than anybody can hold.
    private static let most = 8000.0
}

extension Rect {
    /// The intersection with another rectangle; empty if there is none.
    package func clipped(to other: Rect) -> Rect {
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        return Rect(left, top, max(0, right - left), max(0, bottom - top))
    }
}
