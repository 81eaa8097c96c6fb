package import PeriluneDrawing

/// Rectangles whose areas are as given sizes and whose sides are about equal: squarified treemaps after
/// Bruls, Huizing and van Wijk (2000).
package enum Squarified {
    /// Divides a rectangle.
    ///
    /// - Returns: One rectangle for each size, in the order of the sizes. What has no area - zero, negative,
    ///   not finite - gets an empty one.
    package static func tiles(_ sizes: [Double], in rect: Rect) -> [Rect] {
        var tiles = [Rect](repeating: Rect(rect.x, rect.y, 0, 0), count: sizes.count)
        let largestFirst = sizes.indices
            .filter { sizes[$0] > 0 && sizes[$0].isFinite }
            .sorted { sizes[$0] == sizes[$1] ? $0 < $1 : sizes[$0] > sizes[$1] }
        guard let first = largestFirst.first, rect.width > 0, rect.height > 0 else { return tiles }
        // By the largest first: a sum of numbers near the end of the range of Double would be infinite.
        let largest = sizes[first]
        let total = largestFirst.reduce(0) { $0 + sizes[$1] / largest }
        let scale = rect.width * rect.height / total
        let areas = largestFirst.map { sizes[$0] / largest * scale }

        var free = rect
        var start = 0
        while start < areas.count {
            let row = Row(areas, from: start, side: min(free.width, free.height))
            let isLast = row.end == areas.count
            for (offset, tile) in row.tiles(areas, in: &free, isLast: isLast).enumerated() {
                tiles[largestFirst[start + offset]] = tile
            }
            start = row.end
        }
        return tiles
    }
}

/// Tiles side by side along the shorter side of the free area.
private struct Row {
    let start: Int
    let end: Int
    let area: Double

    /// Adds tiles to a row while their worst aspect ratio improves.
    init(_ areas: [Double], from start: Int, side: Double) {
        // Areas descend, so the first of a row is its largest and the newest its smallest: the worst ratio
        // needs no look at the others.
        func worst(_ sum: Double, _ smallest: Double) -> Double {
            max(
                side * side * areas[start] / (sum * sum),
                sum * sum / (side * side * smallest))
        }
        var sum = areas[start]
        var end = start + 1
        var ratio = worst(sum, areas[start])
        while end < areas.count {
            let next = worst(sum + areas[end], areas[end])
            guard next <= ratio else { break }
            ratio = next
            sum += areas[end]
            end += 1
        }
        self.start = start
        self.end = end
        self.area = sum
    }

    /// Lays the tiles and takes their room away.
    ///
    /// The last one of a row ends where the row ends, and the last
    /// row where the rectangle does, so that rounding leaves no gap.
    func tiles(_ areas: [Double], in free: inout Rect, isLast: Bool) -> [Rect] {
        let isUpright = free.width >= free.height
        let side = isUpright ? free.height : free.width
        let depth = isUpright ? free.width : free.height
        let thickness = isLast ? depth : min(depth, side > 0 ? area / side : 0)
        var tiles: [Rect] = []
        tiles.reserveCapacity(end - start)
        var from = 0.0
        for index in start..<end {
            let length = side * (areas[index] / area)
            let to = index == end - 1 ? side : min(side, from + length)
            tiles.append(
                isUpright
                    ? Rect(free.x, free.y + from, thickness, to - from)
                    : Rect(free.x + from, free.y, to - from, thickness))
            from = to
        }
        free =
            isUpright
            ? free.inset(left: thickness)
            : free.inset(top: thickness)
        return tiles
    }
}
