import PeriluneDrawing

/// Maps numbers to the colours of a treemap.
struct TileColors: Sendable {
    /// The range of numbers; the legend shows its ends and its middle.
    let domain: ClosedRange<Double>
    let isDiverging: Bool
    let scale: ColorScale
    /// The format of the ends and the middle in the legend.
    let numbers: LinearScale
    private let missing: Color

    /// Looks for the ends; `nil` if no tile has a number.
    init?(_ values: [Double], _ theme: Theme) {
        var least = Double.infinity
        var largest = -Double.infinity
        for value in values where value.isFinite {
            least = min(least, value)
            largest = max(largest, value)
        }
        guard least <= largest else { return nil }
        isDiverging = least < 0 && largest > 0
        missing = theme.colors.panelBorder
        scale = isDiverging ? theme.diverging : theme.sequential
        if isDiverging {
            // Use the same range on both sides, so that a small loss does not get as strong a colour as a large gain.
            let far = max(-least, largest)
            numbers = LinearScale(
                covering: -far...far, includesZero: true, from: 0, to: 1, parts: 4)
            let reach = max(-numbers.domain.lowerBound, numbers.domain.upperBound)
            domain = -reach...reach
        } else {
            numbers = LinearScale(
                covering: least...largest, includesZero: false, from: 0, to: 1, parts: 4)
            domain = numbers.domain
        }
    }

    func color(_ value: Double) -> Color {
        value.isFinite ? scale.color(at: part(value)) : missing
    }

    /// The number of colours that thousands of tiles share; one more stands for missing numbers.
    static let steps = 64

    func step(_ value: Double) -> Int {
        value.isFinite ? min(Self.steps - 1, Int(part(value) * Double(Self.steps))) : Self.steps
    }

    func color(step: Int) -> Color {
        step < Self.steps ? scale.color(at: (Double(step) + 0.5) / Double(Self.steps)) : missing
    }

    /// The position of a number between the ends, 0 to 1.
    private func part(_ value: Double) -> Double {
        let length = domain.upperBound / 2 - domain.lowerBound / 2
        guard length > 0 else { return 0.5 }
        return min(1, max(0, (value / 2 - domain.lowerBound / 2) / length))
    }

    var middle: Double { domain.lowerBound / 2 + domain.upperBound / 2 }
}
