import PeriluneDrawing

extension LegendLayout {
    /// The places of entries, and the number of those that do not fit.
    struct Places {
        var entries: [Place] = []
        var rest: Rest?
        var lineCount: Int
    }

    struct Place {
        var index: Int
        var entry: Legend.Entry
        var line: TextFit.Line
        var row: Int
        var x: Double
        var width: Double
    }

    /// The text `+3` after the entries that fit.
    struct Rest {
        var line: TextFit.Line
        var first: Int
        var row: Int
        var x: Double
    }

    func places(
        of entries: [Legend.Entry], _ isColumn: Bool, _ mostLines: Int, within available: Double
    ) -> Places {
        var places = Places(lineCount: 1)
        var x = 0.0
        for (index, entry) in entries.enumerated() {
            let symbol = symbolWidth(entry.symbol)
            guard let line = self.line(of: entry, within: min(available - symbol, 220)) else {
                continue
            }
            let width = symbol + line.width
            if x > 0, isColumn || x + width > available {
                guard places.lineCount < mostLines else {
                    return counted(places, entries.count, from: index, within: available)
                }
                places.lineCount += 1
                x = 0
            }
            places.entries.append(
                Place(
                    index: index, entry: entry, line: line, row: places.lineCount - 1, x: x,
                    width: width))
            x += width + gap
        }
        return places
    }

    private func line(of entry: Legend.Entry, within available: Double) -> TextFit.Line? {
        let font = theme.fonts.legend
        let label = entry.label.isEmpty ? "-" : entry.label
        guard !entry.ending.isEmpty else { return fit.line(label, font, within: available) }
        let whole = label + entry.ending
        let ending = fit.width(entry.ending, font)
        guard var line = fit.line(label, font, within: available - ending) else {
            return fit.line(whole, font, within: available)
        }
        line.string += entry.ending
        line.full = line.full.map { $0 + entry.ending }
        line.width = fit.width(line.string, font)
        return line.width <= available ? line : fit.line(whole, font, within: available)
    }

    /// Puts a count in place of the entries that have no room, and of those whose room it needs.
    private func counted(
        _ places: Places, _ count: Int, from first: Int, within available: Double
    ) -> Places {
        var places = places
        var first = first
        while let last = places.entries.last {
            let x = last.x + last.width + gap
            let text = "+\(count - first)"
            if let line = fit.line(text, theme.fonts.legend, within: available - x),
                line.full == nil
            {
                places.rest = Rest(line: line, first: first, row: last.row, x: x)
                places.lineCount = last.row + 1
                return places
            }
            places.entries.removeLast()
            first = last.index
        }
        // A count without any entry is useless.
        places.lineCount = 0
        return places
    }
}
