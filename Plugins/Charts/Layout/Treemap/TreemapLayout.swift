package import PeriluneDrawing

/// Draws areas within areas: size by area, a second number by colour.
package struct TreemapLayout: Sendable {
    let layout: ChartLayout
    let treemap: Treemap
    let colors: TileColors?

    package init(_ treemap: Treemap, _ layout: ChartLayout) {
        self.treemap = treemap
        self.layout = layout
        var values: [Double] = []
        var open = treemap.roots
        while let tile = open.popLast() {
            if tile.children.isEmpty { values.append(tile.color) } else { open += tile.children }
        }
        colors = TileColors(values, layout.theme)
    }

    /// Draws within the frame.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        guard treemap.roots.contains(where: { TreemapTiles.size($0) > 0 }) else {
            return layout.message("no data", figure, in: rect)
        }
        let frame = Frame(figure, notes: notes, in: rect, layout: layout)
        return layout.chart(
            figure, frame, description: "treemap of \(treemap.sizeTitle)",
            marks: nodes(figure.display, in: frame.content.sanitized.snapped))
    }

    private var notes: [String] {
        switch TreemapTiles.negatives(treemap.roots) {
        case 0: []
        case 1: ["1 negative value not shown"]
        case let count: ["\(count) negative values not shown"]
        }
    }

    /// More marks than these are too many to walk through by keyboard, and each makes a file longer.
    private static let mostIdentities = 1000

    private func nodes(_ display: Display, in rect: Rect) -> [Node] {
        var nodes: [Node] = []
        var body = rect
        let legend = colors.map {
            ColorLegend(
                $0, treemap.colorTitle, treemap.colorFormat, layout, width: rect.width)
        }
        if !display.isLegendHidden, let legend, rect.height >= legend.height * 3.2,
            rect.width >= 120
        {
            nodes.append(legend.node(at: Point(rect.x, rect.maxY - legend.height + 4)))
            body = rect.inset(bottom: legend.height)
        }
        let header = max(14, (layout.fit.lineHeight(layout.theme.fonts.label) + 3).rounded())
        let tiles = TreemapTiles(treemap.roots, in: body, headerHeight: header)
        if tiles.leaves.count <= Self.mostIdentities {
            nodes += tiles.leaves.map(mark)
        } else {
            nodes += batches(tiles.leaves)
        }
        nodes += outlines(tiles.leaves)
        nodes.append(.group(Group(.group, nodes: headers(tiles.groups))))
        nodes.append(.group(Group(.group, nodes: labels(tiles.leaves))))
        return nodes
    }

    func color(of leaf: TreemapTiles.Leaf) -> Color {
        if let colors { return colors.color(leaf.color) }
        // Large areas need less of a colour than lines do.
        return layout.theme.style(leaf.root).color.mixed(with: layout.theme.colors.panel, part: 0.2)
    }

    /// Marks a tile with the category that contains it, which is what users select and drill into.
    private func mark(_ leaf: TreemapTiles.Leaf) -> Node {
        var label = "\(leaf.label): \(treemap.sizeFormat.full(leaf.size))"
        if leaf.color.isFinite { label += ", \(treemap.colorFormat.full(leaf.color))" }
        return .mark(
            Mark(
                .rect(leaf.rect), .fill(color(of: leaf)),
                identity: Mark.Identity(
                    category: leaf.root, value: leaf.index, label: label,
                    isSelected: isSelected(leaf))))
    }

    private func isSelected(_ leaf: TreemapTiles.Leaf) -> Bool {
        treemap.selection.contains(category: leaf.root, series: -1)
    }

    /// Two lines around each tile that is selected: one of them is seen on any colour.
    private func outlines(_ leaves: [TreemapTiles.Leaf]) -> [Node] {
        let selected = leaves.filter(isSelected)
        guard !selected.isEmpty, selected.count <= Self.mostIdentities else { return [] }
        let theme = layout.theme
        let width = theme.lines.selection
        let lines = selected.flatMap { leaf -> [Node] in
            // A small tile would be covered by its lines.
            guard min(leaf.rect.width, leaf.rect.height) > 3 * width + 2 else {
                let whole = Paint.fill(theme.colors.selection)
                return [.mark(Mark(.rect(leaf.rect), whole))]
            }
            let inner = Paint.stroke(theme.colors.panel, width: 1)
            let outer = Paint.stroke(theme.colors.selection, width: width)
            return [
                .mark(Mark(.rect(leaf.rect.inset(by: width + 0.5)), inner)),
                .mark(Mark(.rect(leaf.rect.inset(by: width / 2)), outer)),
            ]
        }
        return [.group(Group(.decoration, nodes: lines))]
    }

    /// Thousands of tiles: one mark for each of a few colours.
    private func batches(_ leaves: [TreemapTiles.Leaf]) -> [Node] {
        let count = colors == nil ? treemap.roots.count : TileColors.steps + 1
        var rects = [[Rect]](repeating: [], count: count)
        var paints = [Color](repeating: .black, count: count)
        for leaf in leaves {
            let key = colors?.step(leaf.color) ?? leaf.root
            if rects[key].isEmpty { paints[key] = color(of: leaf, step: key) }
            rects[key].append(leaf.rect)
        }
        return zip(rects, paints).filter { !$0.0.isEmpty }
            .map { .mark(Mark(.rects($0.0), .fill($0.1))) }
    }

    private func color(of leaf: TreemapTiles.Leaf, step: Int) -> Color {
        colors?.color(step: step) ?? color(of: leaf)
    }
}
