package import PeriluneDrawing

/// Places of one size for several things, in rows.
package struct CellGrid: Sendable, Hashable {
    /// The cells; fewer than requested if they would be too small.
    package var cells: [Rect]
    /// The place of the note about cells that are not shown.
    package var rest: Rect?

    /// Divides a rectangle so that the content of each cell is as large as possible.
    ///
    /// No cell is narrower or lower than `least`; `aspect` is the ratio of width to height of the content. The cells
    /// of an incomplete last row are centred, aligned with those above, or widened to fill it.
    package init(
        count: Int, in rect: Rect, least: Double, aspect: Double = 1, fillsRows: Bool = false,
        isCentered: Bool = true
    ) {
        cells = []
        guard count > 0, rect.width > 0, rect.height > 0 else { return }
        let most =
            max(1, Int(rect.width / least)) * max(1, Int(rect.height / least))
        let shown = min(count, most)
        var columns = 1
        var best = 0.0
        for candidate in 1...shown {
            let rows = (shown + candidate - 1) / candidate
            let side = min(
                rect.width / Double(candidate) / aspect, rect.height / Double(rows))
            if side > best * (1 + 1e-9) {
                best = side
                columns = candidate
            }
        }
        let rows = (shown + columns - 1) / columns
        let size = Size(rect.width / Double(columns), rect.height / Double(rows))
        for index in 0..<shown {
            let row = index / columns
            let inRow = min(columns, shown - row * columns)
            let width = fillsRows ? rect.width / Double(inRow) : size.width
            let left = isCentered ? (rect.width - Double(inRow) * width) / 2 : 0
            cells.append(
                Rect(
                    rect.x + left + Double(index % columns) * width,
                    rect.y + Double(row) * size.height, width, size.height))
        }
        if shown < count { rest = cells.popLast() }
    }
}
