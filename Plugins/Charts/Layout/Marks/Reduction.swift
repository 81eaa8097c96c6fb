extension MarkPainter {
    /// What a reader has to know where more than one mark falls into a pixel.
    var reductionNotes: [String] {
        guard hasReducedColumns || hasReducedLines else { return [] }
        let categories = "\(plot.visible.count) categories"
        let shown = plot.series.filter(\.isVisible).count
        let what = shown > 1 ? "\(categories) of \(shown) series" : categories
        var notes: [String] = []
        if hasReducedColumns {
            let place = slots.count > 1 ? ", one before the other" : ""
            notes.append(
                area.bands.width < 1
                    ? "\(what), several to a pixel: of each the highest is drawn, "
                        + "below zero the lowest\(place)"
                    : "\(what), thinner than a pixel side by side: they stand one before the other"
            )
        }
        if hasReducedLines {
            notes.append("\(what), several to a pixel: the highest and lowest of each are drawn")
        }
        return notes
    }
}
