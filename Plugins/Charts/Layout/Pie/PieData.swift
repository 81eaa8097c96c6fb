import PeriluneDrawing

/// The content of a pie: slices shared by all of its series.
struct PieData: Sendable {
    let plot: Plot
    let shares: Shares
    /// The series that are shown, as indices.
    let series: [Int]

    init(_ plot: Plot) {
        self.plot = plot
        let layer = plot.layers.first
        let cells = layer?.values.first?.cells ?? []
        let visible = cells.indices.filter { index in
            guard let series = layer?.series, index < series.count else { return true }
            return series[index].isVisible
        }
        series = visible
        let count = plot.categories.count
        shares = Shares(
            visible.map { Array(cells[$0].prefix(count)) }, isSorted: plot.isSorted)
    }

    var isDonut: Bool { plot.layers.first?.kind == .donut }

    var notes: [String] {
        switch shares.negatives {
        case 0: []
        case 1: ["1 negative value not shown"]
        default: ["\(shares.negatives) negative values not shown"]
        }
    }

    func values(_ series: Int) -> [Double] {
        shares.values(plot.layers.first?.values.first?.cells[series] ?? [])
    }

    func seriesLabel(_ series: Int) -> String {
        guard let all = plot.layers.first?.series, series < all.count else { return "" }
        return all[series].label
    }

    func label(_ slice: Int) -> String {
        let slice = shares.slices[slice]
        return slice.isOther
            ? "Other (\(slice.categories.count))" : plot.categories[slice.categories[0]].text
    }

    /// The category of a slice; -1 for the slice "Other".
    func category(_ slice: Int) -> Int {
        let slice = shares.slices[slice]
        return slice.isOther ? -1 : slice.categories[0]
    }

    func isSelected(_ slice: Int, series: Int) -> Bool {
        shares.slices[slice].categories.contains {
            plot.selection.contains(category: $0, series: series)
        }
    }

    func color(_ slice: Int, _ theme: Theme) -> Color {
        guard !shares.slices[slice].isOther else { return theme.colors.neutral }
        let assignedStyles = shares.slices.map { slice in
            slice.isOther || slice.categories[0] >= plot.categoryStyles.count
                ? nil : plot.categoryStyles[slice.categories[0]]
        }
        let styleNumbers = SeriesStyles.numbers(assignedStyles, of: theme.series.count)
        return theme.style(styleNumbers[slice], label: label(slice)).color
    }

    func formatted(_ value: Double) -> String {
        format.full(value)
    }

    private var format: NumberFormat { plot.layers.first?.values.first?.format ?? .plain }

    /// The text of a percentage; `<1%` instead of `0%` for a slice that is not empty.
    func percentText(_ percentage: Int, for value: Double) -> String {
        percentage == 0 && value > 0 ? "<\(format.percent(1))" : format.percent(percentage)
    }

    /// The percentage after a name: next to a right-to-left name, `<1%` would be displayed as `>1%`, and 5% as %5.
    func percentText(_ percentage: Int, for value: Double, behind name: String) -> String {
        let text = percentText(percentage, for: value)
        return name.unicodeScalars.contains(where: Self.isRightToLeft)
            ? "\u{2068}\(text)\u{2069}" : text
    }

    /// Whether a character belongs to Hebrew, Arabic or a neighbouring script.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF: true
        default: false
        }
    }
}
