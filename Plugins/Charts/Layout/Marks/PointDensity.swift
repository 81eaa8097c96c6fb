import Glibc
import PeriluneDrawing

/// Counts the points in each cell of a grid, for scatter charts with too many points to draw one by one.
///
/// A picture has at most as many cells as fit into the plot, however many points there are.
struct PointDensity {
    /// The length of a cell's sides.
    static let side = 3.0
    /// With more points than these, cells are drawn.
    static let fewest = 5000
    /// The opacities of cells, from few points to many: equal steps are equal ratios.
    static let opacities = [0.22, 0.4, 0.6, 0.8, 1]

    private struct Cell: Hashable {
        var row: Int
        var column: Int
    }

    private var counts: [Cell: Int] = [:]
    private let rect: Rect

    init(in rect: Rect) { self.rect = rect }

    /// Adds a point that lies within the plot.
    mutating func add(_ x: Double, _ y: Double) {
        let cell = Cell(
            row: Int((y - rect.minY) / Self.side), column: Int((x - rect.minX) / Self.side))
        counts[cell, default: 0] += 1
    }

    /// The points in the fullest cell.
    var most: Int { counts.values.max() ?? 0 }

    /// The cells of each opacity.
    var levels: [[Rect]] {
        var levels: [[Rect]] = Array(repeating: [], count: Self.opacities.count)
        let most = log(Double(self.most) + 1)
        let cells = counts.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }
        for (cell, count) in cells {
            let level = Int(Double(levels.count) * log(Double(count)) / most)
            let x = rect.minX + Double(cell.column) * Self.side
            let y = rect.minY + Double(cell.row) * Self.side
            let width = min(Self.side, rect.maxX - x)
            let height = min(Self.side, rect.maxY - y)
            guard width > 0, height > 0 else { continue }
            levels[min(level, levels.count - 1)].append(Rect(x, y, width, height))
        }
        return levels
    }
}

extension MarkPainter {
    /// Whether points are drawn as cells whose colour shows how many there are.
    var hasDensity: Bool { !isSelecting && pointCount > PointDensity.fewest }

    private var pointCount: Int {
        shown(.scatter).reduce(0) { count, series in
            count + plot.visible.count { !series.value($0).isNaN }
        }
    }

    /// The cells of each series.
    func densities() -> [Node] {
        shown(.scatter).map { series in
            let marks = density(series).levels.enumerated().map { level, rects in
                let color = series.style.color.withOpacity(PointDensity.opacities[level])
                return (rects, Node.mark(Mark(.rects(rects), .fill(color))))
            }
            return group(series, marks.filter { !$0.0.isEmpty }.map(\.1))
        }
    }

    private func density(_ series: PlotSeries) -> PointDensity {
        let scale = area.scale(series.layer)
        var density = PointDensity(in: area.rect)
        for category in plot.visible {
            let value = series.value(category)
            let x = area.center(category, plot.plot.positions)
            guard !value.isNaN, !x.isNaN else { continue }
            let y = scale.clamped(value)
            guard area.rect.minX...area.rect.maxX ~= x, area.rect.minY...area.rect.maxY ~= y
            else { continue }
            density.add(x, y)
        }
        return density
    }

    /// The note that explains cells to a reader.
    var densityNotes: [String] {
        guard hasDensity else { return [] }
        let most = shown(.scatter).map { density($0).most }.max() ?? 0
        return ["Darker cells have more points, up to \(most)"]
    }
}
