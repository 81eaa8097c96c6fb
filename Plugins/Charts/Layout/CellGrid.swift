package import PeriluneDrawing

/// Places of one size for several things, in rows.
package struct CellGrid: Sendable, Hashable {
    /// Fewer than wished where they would get too small.
    package var cells: [Rect]
    /// A place that tells of those that are not there.
    package var rest: Rect?

    /// Divides a rectangle so that what fits into a cell is as large as it can be.
    ///
    /// No cell is narrower or lower than `least`; `aspect` is width to height of what a cell is for. Cells of a
    /// last row that is not full stand in its middle, or below those of the rows above, or fill it.
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
