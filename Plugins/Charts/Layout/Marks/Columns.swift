import PeriluneDrawing

extension MarkPainter {
    /// Whether more than one mark falls into a pixel, so that not each can be seen.
    var isReduced: Bool { hasReducedColumns || hasReducedLines }

    var hasReducedColumns: Bool {
        !slots.isEmpty && (columnGeometry.isReduced || area.rect.width < 1)
    }

    /// Columns side by side and stacks of them.
    func columns() -> [Node] {
        guard !slots.isEmpty, area.rect.width >= 1, area.rect.height >= 1 else { return [] }
        if hasReducedColumns { return reducedColumns() }
        var nodes: [Node] = []
        var outlined: [Mark.Shape] = []
        for (index, slot) in slots.enumerated() {
            for series in slot where series.isColumn && series.kind != .waterfall {
                var marks = SeriesRects(self, series)
                for category in plot.visible {
                    let value = series.value(category)
                    guard !value.isNaN else { continue }
                    let span = series.span(category)
                    let sides = columnGeometry.sides(category, slot: index)
                    let rect = area.rect(
                        along: sides.start, sides.end, from: span.from, to: span.to,
                        on: area.scale(series.layer))
                    marks.add(category, rect, isNegative: value < 0)
                }
                nodes.append(group(series, marks.nodes))
                outlined += marks.outlined
            }
        }
        return nodes + outlines(outlined)
    }
}

/// The columns of a series: one shape each if each has an identity, else one shape per style.
struct SeriesRects {
    private(set) var outlined: [Mark.Shape] = []
    private var marks: [Node] = []
    private var batches: [ColumnStyle: [Rect]] = [:]
    private let painter: MarkPainter
    private let series: PlotSeries
    private let shape: MarkShape?

    private struct ColumnStyle: Hashable {
        var emphasis: MarkPainter.Emphasis
        var isForecast: Bool
    }

    init(_ painter: MarkPainter, _ series: PlotSeries) {
        self.painter = painter
        self.series = series
        shape = painter.theme.shape(
            of: series.shapeName, series.styleNumber, label: series.label)
    }

    mutating func add(_ category: Int, _ rect: Rect, isNegative: Bool) {
        let style = ColumnStyle(
            emphasis: painter.emphasis(category, series), isForecast: painter.isForecast(category))
        let isSelected = painter.isSelected(category, series)
        guard painter.hasIdentities else {
            batches[style, default: []].append(rect)
            if isSelected { outlined.append(.rect(rect)) }
            return
        }
        let drawn = self.drawn(rect, isNegative)
        if isSelected { outlined.append(drawn) }
        marks.append(
            .mark(
                Mark(
                    drawn,
                    painter.fill(series, style.emphasis, isForecast: style.isForecast),
                    identity: painter.identity(category, series))))
    }

    var nodes: [Node] {
        let styles = [false, true].flatMap { forecast in
            [MarkPainter.Emphasis.dimmed, .full].map {
                ColumnStyle(emphasis: $0, isForecast: forecast)
            }
        }
        return marks
            + styles.compactMap { style in
                batches[style].map {
                    .mark(
                        Mark(
                            .rects($0),
                            painter.fill(series, style.emphasis, isForecast: style.isForecast)))
                }
            }
    }

    private func drawn(_ rect: Rect, _ isNegative: Bool) -> Mark.Shape {
        if let shape, rect.width > 0, rect.height > 0 {
            let direction: MarkShape.Direction =
                painter.area.isHorizontal
                ? (isNegative ? .left : .right) : (isNegative ? .down : .up)
            return .path(shape.path(in: rect, growing: direction))
        }
        let corner = min(painter.theme.spacing.markCorner, rect.width / 4, rect.height / 4)
        return .rect(rect, corner: series.stacking != nil ? 0 : corner)
    }
}
