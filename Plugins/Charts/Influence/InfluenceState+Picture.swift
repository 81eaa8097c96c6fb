package import PeriluneLocale

extension InfluenceState {
    /// The diagram, ready to be drawn, with its numbers formatted for the locale.
    package func picture(
        mode: DiagramPicture.Mode = .snapshot, _ formats: LocaleFormats
    ) -> DiagramPicture {
        let nodes = model.diagram.nodes.enumerated().map { index, node in
            // An unknown format was reported when the metadata was read.
            let format = (try? ValueFormat(node.format)) ?? .general
            let value = values[index]
            var picture = DiagramPicture.Node(
                name: node.name, text: node.text.isEmpty ? node.name : node.text,
                value: ValueWriter(format, formats).numberFormat.full(value),
                change: change(of: index, formats), isDefault: index == model.root,
                isPinned: pins.contains(index), isSelected: node.name == selection,
                disagrees: disagrees(index), alerts: alerts[node.name] ?? 0,
                hasCharts: !node.charts.isEmpty, lever: mode == .goalSeek ? lever(index) : nil)
            (picture.number, picture.baseline) = (value, baseline[index])
            return picture
        }
        return DiagramPicture(nodes: nodes, edges: model.edges, mode: mode)
    }

    /// The position of an input between zero and twice its initial value, 0 to 1; the initial value is in the middle,
    /// whatever its size and sign.
    private func lever(_ index: Int) -> Double? {
        guard !model.nodes[index].isComputed || pins.contains(index) else { return nil }
        let (before, now) = (baseline[index], values[index])
        let part = 0.5 + (now - before) / (2 * abs(before))
        return part.isFinite ? min(max(part, 0), 1) : nil
    }

    /// The change from the initial value in percent; `nil` if the initial value is zero.
    private func change(of index: Int, _ formats: LocaleFormats) -> String? {
        let (before, now) = (baseline[index], values[index])
        let part = (now - before) / abs(before)
        guard part.isFinite, abs(part) >= 1e-12 else { return nil }
        let text = formats.write(part, NumberStyle(.percent, .exactly(1), power: 2))
        return part > 0 ? "+\(text)" : text
    }
}
