import PeriluneDrawing

/// Adds up the points in each hexagon of a honeycomb, so that a picture does not grow with the points.
struct Hexagons {
    private struct Cell: Hashable {
        var row: Int
        var column: Int
    }

    /// From the middle of a hexagon to its corners.
    let radius: Double
    private let rect: Rect
    private var sums: [Cell: Double] = [:]

    init(in rect: Rect) {
        self.rect = rect
        radius = max(4, min(12, min(rect.width, rect.height) / 36))
    }

    private var columnWidth: Double { radius * 3.0.squareRoot() }
    private var rowHeight: Double { radius * 1.5 }

    /// Adds a number at a point within the plot.
    mutating func add(_ number: Double, x: Double, y: Double) {
        sums[cell(x - rect.minX, y - rect.minY), default: 0] += number
    }

    /// The hexagon whose middle is the nearest: one of two rows has it.
    private func cell(_ x: Double, _ y: Double) -> Cell {
        let above = Int((y / rowHeight).rounded(.down))
        let cells = [above, above + 1].map { row in
            let shift = isShifted(row) ? 0.5 : 0
            return Cell(row: row, column: Int((x / columnWidth - shift).rounded()))
        }
        func distance(_ cell: Cell) -> Double {
            let middle = middle(cell)
            return (middle.x - x) * (middle.x - x) + (middle.y - y) * (middle.y - y)
        }
        return distance(cells[0]) <= distance(cells[1]) ? cells[0] : cells[1]
    }

    /// Whether a row is shifted to the right by half a hexagon, as every other row is.
    private func isShifted(_ row: Int) -> Bool { row % 2 != 0 }

    private func middle(_ cell: Cell) -> Point {
        Point(
            (Double(cell.column) + (isShifted(cell.row) ? 0.5 : 0)) * columnWidth,
            Double(cell.row) * rowHeight)
    }

    var numbers: [Double] { Array(sums.values) }

    /// The hexagons of each colour: neighbours share their edges.
    func paths(_ step: (Double) -> Int) -> [(step: Int, path: Path)] {
        let half = columnWidth / 2
        let corners = [
            Point(0, -radius), Point(half, -radius / 2), Point(half, radius / 2),
            Point(0, radius), Point(-half, radius / 2), Point(-half, -radius / 2),
        ]
        let cells = sums.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }
        var paths: [Int: Path] = [:]
        for (cell, number) in cells {
            let middle = middle(cell)
            for (index, corner) in corners.enumerated() {
                let x = rect.minX + middle.x + corner.x
                let y = rect.minY + middle.y + corner.y
                if index == 0 {
                    paths[step(number), default: Path()].move(x, y)
                } else {
                    paths[step(number), default: Path()].line(x, y)
                }
            }
            paths[step(number)]?.close()
        }
        return paths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension PlotLayout {
    /// The points of all series that are shown, within the axes.
    func hexagons(in area: PlotArea) -> Hexagons {
        var hexagons = Hexagons(in: area.rect)
        for series in series where series.isVisible && series.isCloud {
            let scale = area.scale(series.layer)
            for category in visible {
                let value = series.value(category)
                let x = area.center(category, plot.positions)
                let number = series.kind == .bubble ? series.size(category) : 1
                guard !value.isNaN, !x.isNaN, number > 0 else { continue }
                hexagons.add(number, x: x, y: scale.clamped(value))
            }
        }
        return hexagons
    }

    /// The colours of the hexagons; `nil` if there are none.
    func hexagonColors(_ hexagons: Hexagons) -> TileColors? {
        TileColors([0] + hexagons.numbers, theme)
    }

    func hexagonLegend(_ colors: TileColors, width: Double) -> ColorLegend {
        let bubble = series.first { $0.kind == .bubble }
        return ColorLegend(
            colors, bubble == nil ? "Points" : bubbles.title, bubble?.sizeFormat ?? .plain, layout,
            width: width)
    }

    /// Each colour is one mark.
    ///
    /// Hexagons at the edge reach out of the plot, and are cut off there.
    func hexagonNodes(_ hexagons: Hexagons, _ colors: TileColors, in area: PlotArea) -> [Node] {
        let marks = hexagons.paths(colors.step).map { step, path in
            Node.mark(Mark(.path(path), .fill(colors.color(step: step))))
        }
        let most = (series.first { $0.kind == .bubble }?.sizeFormat ?? .plain)
            .full(hexagons.numbers.max() ?? 0)
        let label = "\(hexagons.numbers.count) hexagons, up to \(most) in one"
        return [.group(Group(.series, label: label, clip: area.rect, nodes: marks))]
    }
}

extension PlotSeries {
    /// Whether its marks are points at numbers in both directions.
    var isCloud: Bool { kind == .scatter || kind == .bubble }
}
