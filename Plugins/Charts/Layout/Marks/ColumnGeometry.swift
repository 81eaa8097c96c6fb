import PeriluneDrawing

/// The positions of columns in their bands, at whole pixels.
struct ColumnGeometry {
    private let bands: BandScale
    private let slots: Int
    /// The width of a column in pixels; less than 1 if several share a pixel.
    private let exactWidth: Double
    /// The width that all columns have, in whole pixels, if that leaves gaps of 20 to 40 % of a band.
    private let wholeWidth: Double?

    /// Whether columns touch, as in a histogram.
    private let isContinuous: Bool

    init(_ bands: BandScale, slots: Int, gap: Double, isContinuous: Bool = false) {
        self.isContinuous = isContinuous
        let gap = isContinuous ? 0 : gap
        self.bands = bands
        self.slots = max(1, slots)
        let count = Double(self.slots)
        let exact = bands.width * (1 - gap) / count
        exactWidth = exact
        let whole = [exact.rounded(.down), exact.rounded(.up)].filter {
            !isContinuous && (0.6...0.8).contains($0 * count / bands.width)
        }
        wholeWidth = whole.min { abs($0 - exact) < abs($1 - exact) }
    }

    /// Whether columns would be thinner than a pixel.
    var isReduced: Bool { exactWidth < 1 }

    var width: Double { wholeWidth ?? exactWidth }

    /// The left and right side of a column.
    func sides(_ category: Int, slot: Int) -> (start: Double, end: Double) {
        let group = bands.center(of: category) - width * Double(slots) / 2
        if let wholeWidth {
            let start = group.rounded() + Double(slot) * wholeWidth
            return (start, start + wholeWidth - between)
        }
        let start = (group + Double(slot) * exactWidth).rounded()
        let end = (group + Double(slot + 1) * exactWidth).rounded()
        return (start, max(start + 1, end - between))
    }

    /// The pixels of a category whose columns are thinner than a pixel, counted from the first band.
    ///
    /// These are all pixels that start in its band, or the one it shares with others. The columns of the category are
    /// drawn there over each other, since thinner stripes would not be visible.
    func pixels(_ category: Int) -> Range<Int> {
        guard bands.center(of: category).isFinite else { return 0..<0 }
        if bands.width < 1 {
            let pixel = Int((bands.center(of: category) - bands.start).rounded(.down))
            return pixel..<pixel + 1
        }
        let start = bands.start(of: category)
        // On a time axis, no category follows the last one.
        let next = bands.start(of: category + 1)
        let end = next.isFinite ? max(start, next) : start + bands.width
        return Int((start - bands.start).rounded())..<Int((end - bands.start).rounded())
    }

    /// The gap between the columns of a group: a pixel if they are wide enough.
    private var between: Double { (slots > 1 || isContinuous) && width >= 8 ? 1 : 0 }
}
