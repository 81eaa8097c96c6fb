import PeriluneDrawing

extension TreemapLayout {
    /// Names of groups above their tiles.
    func headers(_ groups: [TreemapTiles.Group]) -> [Node] {
        let colors = layout.theme.colors
        var font = layout.theme.fonts.label
        font.weight = .bold
        return groups.flatMap { group -> [Node] in
            guard let header = group.header else { return [] }
            let color = group.depth == 0 ? colors.tableHeader : colors.band
            let text = layout.line(
                group.label, font, colors.text, x: header.x + 4, middle: header.midY,
                within: header.width - 8)
            return [.mark(Mark(.rect(header), .fill(color)))] + [text].compactMap { $0 }
        }
    }

    /// Names on tiles that hold them completely on one or two lines, with the number below if it fits too.
    func labels(_ leaves: [TreemapTiles.Leaf]) -> [Node] {
        let font = layout.theme.fonts.label
        let line = layout.fit.lineHeight(font)
        let large = largeFont(font)
        let leastLarge = leastLarge(leaves, large)
        var nodes: [Node] = []
        for leaf in leaves {
            let room = leaf.rect.width - 6
            let nameFont = leaf.rect.area >= leastLarge ? large : font
            let names = names(of: leaf, nameFont, room)
            guard !names.isEmpty else { continue }
            let ink = color(of: leaf).readable
            let height = layout.fit.lineHeight(nameFont)
            let left = leaf.rect.x + 4
            var top = leaf.rect.y + 2
            for name in names {
                let text = layout.line(
                    name, nameFont, ink, x: left, middle: top + height / 2, within: room)
                if let text { nodes.append(text) }
                top += height
            }
            let number = treemap.sizeFormat.full(leaf.size)
            guard top + line <= leaf.rect.maxY - 1, layout.fit.width(number, font) <= room else {
                continue
            }
            let value = layout.line(
                number, font, ink, x: left, middle: top + line / 2, within: room)
            if let value { nodes.append(value) }
        }
        return nodes
    }

    /// The lines of a name; empty if it does not fit.
    private func names(
        of leaf: TreemapTiles.Leaf, _ font: Font, _ room: Double
    ) -> [String] {
        let line = layout.fit.lineHeight(font)
        // No letter is narrower than a sixth of its height, so most texts that cannot fit need not be measured.
        guard leaf.rect.height >= line + 2, !leaf.label.isEmpty,
            Double(leaf.label.utf8.count / 4) * font.size / 6 <= room * 2
        else { return [] }
        if layout.fit.width(leaf.label, font) <= room { return [leaf.label] }
        guard leaf.rect.height >= 2 * line + 4 else { return [] }
        return layout.fit.twoLines(leaf.label, font, within: room)?.map(\.string) ?? []
    }

    private func largeFont(_ font: Font) -> Font {
        var large = font
        large.size = (font.size * 1.35).rounded()
        large.weight = .bold
        return large
    }

    /// The area from which names are large: all names of larger tiles fit too, so that no larger tile has a smaller
    /// name.
    private func leastLarge(_ leaves: [TreemapTiles.Leaf], _ large: Font) -> Double {
        var least = Double.infinity
        for leaf in leaves.sorted(by: { $0.rect.area > $1.rect.area }) {
            guard leaf.rect.height >= 56, leaf.rect.width >= 90,
                !names(of: leaf, large, leaf.rect.width - 8).isEmpty
            else { break }
            least = leaf.rect.area
        }
        return least
    }
}

extension Rect {
    fileprivate var area: Double { width * height }
}
