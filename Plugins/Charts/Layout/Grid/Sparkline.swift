import Glibc
import PeriluneDrawing

/// A chart as small as a word: no axes, no labels.
struct Sparkline: Sendable {
    let plot: Plot
    let layout: ChartLayout

    func node(in rect: Rect) -> Node? {
        guard rect.width >= 4, rect.height >= 4, let layer = plot.layers.first,
            let values = layer.values.first
        else { return nil }
        let marks: [Node] =
            switch layer.kind {
            case .bullet: bullet(in: rect)
            case .pie: pie(in: rect)
            case .column, .stackedColumn, .bar: columns(values.cells.first ?? [], in: rect)
            default:
                values.cells.enumerated().flatMap { series, cells in
                    line(cells, series: series, of: values.cells, in: rect)
                }
            }
        guard !marks.isEmpty else { return nil }
        return .group(Group(.chart, label: describe(values), nodes: marks))
    }

    private func describe(_ values: Plot.Values) -> String {
        let numbers = (values.cells.first ?? []).filter(\.isFinite)
        guard let first = numbers.first, let last = numbers.last else { return "no data" }
        return "from \(values.format.full(first)) to \(values.format.full(last))"
    }

    private static func bounds(_ cells: [[Double]]) -> ClosedRange<Double>? {
        var least = Double.infinity
        var largest = -Double.infinity
        for value in cells.joined() where value.isFinite {
            least = min(least, value)
            largest = max(largest, value)
        }
        return least <= largest ? least...largest : nil
    }

    /// Pieces between gaps, and a dot where it ends.
    private func line(
        _ cells: [Double], series: Int, of all: [[Double]], in rect: Rect
    ) -> [Node] {
        guard let bounds = Self.bounds(all) else { return [] }
        let color = layout.theme.style(series).color
        let room = rect.inset(left: 2, top: 3, right: 4, bottom: 3)
        let length = bounds.upperBound / 2 - bounds.lowerBound / 2
        let step = room.width / Double(max(1, cells.count - 1))
        func place(_ index: Int) -> Point {
            let part = length > 0 ? (cells[index] / 2 - bounds.lowerBound / 2) / length : 0.5
            return Point(room.x + Double(index) * step, room.maxY - part * room.height)
        }
        var pieces: [[Point]] = [[]]
        var last: Point?
        for index in Self.needed(cells, pixels: Int(room.width)) {
            guard cells[index].isFinite else {
                if pieces[pieces.count - 1].isEmpty == false { pieces.append([]) }
                continue
            }
            let point = place(index)
            pieces[pieces.count - 1].append(point)
            last = point
        }
        var nodes: [Node] = pieces.compactMap { piece in
            guard let first = piece.first else { return nil }
            guard piece.count > 1 else {
                return .mark(Mark(.circle(center: first, radius: 1), .fill(color)))
            }
            return .mark(Mark(.polyline(piece), .stroke(color, width: 1.5)))
        }
        if let last { nodes.append(.mark(Mark(.circle(center: last, radius: 2), .fill(color)))) }
        return nodes
    }

    /// Of more values than can be seen: the least and the largest of each pixel, so that no peak is lost.
    private static func needed(_ cells: [Double], pixels: Int) -> [Int] {
        guard cells.count > max(1, pixels) * 4 else { return Array(cells.indices) }
        var needed: [Int] = []
        for pixel in 0..<max(1, pixels) {
            let from = cells.count * pixel / max(1, pixels)
            let to = cells.count * (pixel + 1) / max(1, pixels)
            let finite = (from..<to).filter { cells[$0].isFinite }
            guard let least = finite.min(by: { cells[$0] < cells[$1] }),
                let largest = finite.max(by: { cells[$0] < cells[$1] })
            else {
                needed.append(from)
                continue
            }
            needed += least == largest ? [least] : [min(least, largest), max(least, largest)]
        }
        return needed
    }

    private func columns(_ cells: [Double], in rect: Rect) -> [Node] {
        let room = rect.inset(left: 2, top: 3, right: 2, bottom: 3)
        let shown = cells.suffix(max(1, Int(room.width / 2)))
        guard let bounds = Self.bounds([Array(shown)]) else { return [] }
        let (low, high) = (min(0, bounds.lowerBound), max(0, bounds.upperBound))
        let length = high / 2 - low / 2
        guard length > 0 else { return [] }
        let step = room.width / Double(shown.count)
        func y(_ value: Double) -> Double {
            (room.maxY - (value / 2 - low / 2) / length * room.height).rounded()
        }
        var rects: [Rect] = []
        for (index, value) in shown.enumerated() where value.isFinite && value != 0 {
            let (top, bottom) = (min(y(value), y(0)), max(y(value), y(0)))
            let left = room.x + Double(index) * step
            rects.append(
                Rect(left, top, max(1, step - max(1, step * 0.2)), max(1, bottom - top)))
        }
        return [.mark(Mark(.rects(rects), .fill(layout.theme.style(0).color)))]
    }

    private func bullet(in rect: Rect) -> [Node] {
        let data = BulletData(plot)
        guard let first = data.items.first, !data.isEmpty else { return [] }
        let scale = LinearScale(
            covering: data.bounds(0..<1), includesZero: true, from: rect.minX + 2,
            to: rect.maxX - 2, parts: 3)
        let marks = BulletMarks(layout: layout, data: data, scale: scale, isVertical: false)
        let height = min(14, rect.height - 4)
        return [
            marks.node(first, band: rect.midY - height / 2...rect.midY + height / 2)
        ]
    }

    private func pie(in rect: Rect) -> [Node] {
        let pie = PieLayout(plot, layout)
        guard let series = pie.data.series.first, !pie.data.shares.slices.isEmpty else {
            return []
        }
        let values = pie.data.values(series)
        let radius = max(1, min(rect.width, rect.height) / 2 - 2)
        let sectors = Sector.sectors(
            Shares.fractions(values), center: Point(rect.midX, rect.midY), radius: radius)
        return [pie.pie(series, values, sectors)]
    }
}
