import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Two axes of one plot: what lies above zero on one must not lie beside what lies below it on the other.
struct PairedScaleTests {
    private func scales(
        _ left: ClosedRange<Double>, _ right: ClosedRange<Double>, parts: Int = 5
    ) throws -> (left: LinearScale, right: LinearScale) {
        var overlay = plot(.column, [[left.lowerBound, left.upperBound, 0, 0, 0]])
        overlay.layers += plot(.area, [[right.lowerBound, right.upperBound, 0, 0, 0]]).layers
        overlay.hasDualAxis = true
        let layout = PlotLayout(
            ChartLayout(theme: .welterWeight, measure: FakeMeasure()), overlay,
            in: .init(0, 0, 600, 400))
        let scales = layout.valueScales(parts: parts)
        return (scales.left, try #require(scales.right))
    }

    @Test func zerosLieAtOneHeight() throws {
        var random = Seeded(11)
        for _ in 0..<300 {
            func ends() -> ClosedRange<Double> {
                let scale = [0.01, 1, 40, 3e6][random.int(0...3)]
                let ends = [random.int(-100...100), random.int(-100...100)].map {
                    Double($0) * scale
                }
                return min(0, ends[0], ends[1])...max(0, ends[0], ends[1], scale)
            }
            let (a, b) = (ends(), ends())
            let (left, right) = try scales(a, b, parts: random.int(2...6))
            #expect(abs(left.position(0) - right.position(0)) < 1e-9, "\(a) beside \(b)")
            for (scale, values) in [(left, a), (right, b)] {
                #expect(scale.domain.lowerBound <= values.lowerBound, "\(values): \(scale.ticks)")
                #expect(scale.domain.upperBound >= values.upperBound, "\(values): \(scale.ticks)")
                #expect(scale.ticks.count <= 10 && scale.ticks.contains(0))
            }
        }
    }

    @Test func neitherScaleIsHalfEmptyUnnecessarily() throws {
        let (left, right) = try scales(-20...100, -50...260)
        #expect(left.ticks == [-20, 0, 20, 40, 60, 80, 100, 120])
        #expect(right.ticks == [-50, 0, 50, 100, 150, 200, 250, 300])
    }
}
