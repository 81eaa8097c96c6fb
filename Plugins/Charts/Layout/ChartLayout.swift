package import PeriluneDrawing

/// Lays out figures: computes the positions, colours and identities of everything in a chart.
///
/// For every kind of chart: make the legend (`Legend`, empty where there is only one series), make a
/// `Frame` with it, draw into `frame.content`, and return `chart(figure, frame, marks)`. Shared parts:
/// `TextFit` (ellipsis, two lines), `LinearScale` (round ticks and one unit for all labels of an axis),
/// `BandScale` (categories), `ValueAxis` (the labels of a linear scale), `CategoryLabels`, `RowLabels`.
package struct ChartLayout: Sendable {
    /// Fonts, colours and widths; a smaller figure gets smaller fonts.
    package var theme: Theme
    /// Measures texts, and shortens those that are too wide.
    package var fit: TextFit

    package init(theme: Theme, measure: any TextMeasure) {
        self.theme = theme
        fit = TextFit(measure: measure)
    }

    /// Draws a figure with its title, legend and notes in a rectangle.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        guard min(rect.width, rect.height) >= Self.leastSide else {
            return Group(.chart, label: figure.title, data: [DataAttribute("chart", figure.name)])
        }
        let layout = fitting(rect)
        let figure = figure.display.isThumbnail ? figure.withoutWords : figure
        return switch figure.content {
        case .plot(let plot):
            PlotLayout(layout, plot, figure.display, in: rect).group(figure, in: rect)
        case .message(let text): layout.message(text, figure, in: rect)
        case .pie(let plot): PieLayout(plot, layout).group(figure, in: rect)
        case .bullet(let plot, let isVertical):
            BulletLayout(plot, isVertical: isVertical, figure.display, layout).group(
                figure, in: rect)
        case .heatMap(let plot): HeatMapLayout(plot, layout).group(figure, in: rect)
        case .indicator(let indicator):
            IndicatorLayout(indicator, layout).group(figure, in: rect)
        case .multiples(let multiples):
            MultiplesLayout(multiples, layout).group(figure, in: rect)
        case .treemap(let treemap): TreemapLayout(treemap, layout).group(figure, in: rect)
        case .grid(let grid): GridLayout(grid, layout).group(figure, in: rect)
        case .diagram(let diagram): DiagramLayout(diagram, layout).group(figure, in: rect)
        case .panel(let panel): PanelLayout(panel, layout).group(figure, in: rect)
        }
    }

    /// Marks alone, without axes and words: for the cell of a table.
    package func sparkline(_ plot: Plot, in rect: Rect) -> [Node] {
        guard min(rect.width, rect.height) >= Self.leastSide else { return [] }
        return PlotLayout(self, plot, in: rect).sparkline(in: rect)
    }

    /// The minimum width and height; nothing can be recognized in a smaller chart.
    private static let leastSide = 8.0

    /// A message in place of a chart: `no data`, or an issue.
    package func message(_ text: String, _ figure: Figure, in rect: Rect) -> Group {
        let frame = Frame(figure, in: rect, layout: self)
        return chart(figure, frame, description: text, marks: message(text, in: frame.content))
    }

    /// A text in the middle of a rectangle, in as many lines as fit.
    package func message(_ text: String, in rect: Rect) -> [Node] {
        let font = theme.fonts.label
        let extent = fit.measure.extent("Åg", font)
        guard !text.isEmpty, rect.height >= extent.height else { return [] }
        let whole = fit.line(text, font, within: rect.width)
        let halves =
            whole?.full == nil || rect.height < 2 * extent.height
            ? nil : fit.twoLines(text, font, within: rect.width)
        let lines = halves ?? [whole].compactMap { $0 }
        let top = rect.midY - Double(lines.count) * extent.height / 2
        return lines.enumerated().map { row, line in
            .text(
                Text(
                    line.string,
                    at: Point(rect.midX, top + Double(row) * extent.height + extent.ascent),
                    font: font, color: theme.colors.mutedText, anchor: .middle, full: line.full))
        }
    }

    /// A chart of its frame and its marks, with a description for those who do not see it, and facts for
    /// programs.
    package func chart(
        _ figure: Figure, _ frame: Frame, description: String, data: [DataAttribute] = [],
        marks: [Node]
    ) -> Group {
        let label = [figure.title, description].filter { !$0.isEmpty }.joined(separator: ": ")
        return Group(
            .chart, label: label, data: [DataAttribute("chart", figure.name)] + data,
            nodes: frame.nodes + marks)
    }
}
