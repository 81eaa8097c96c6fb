import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct PanelLayoutTests {
    @Test func controlsAreLabelledWithNamesAndValues() {
        let drawn = Drawn(shape("Variables", .panel(controls)), in: Rect(0, 0, 800, 200))
        #expect(
            drawn.identified.map { $0.identity?.label ?? "" }.prefix(2) == [
                "Sales drive", "Region: Eastern",
            ])
        #expect(drawn.identified.first?.identity?.control == .toggle(isOn: true))
    }

    @Test func aKnobIsAtItsValue() {
        func knob(_ part: Double) -> Double {
            let panel = Panel(controls: [.init(title: "Raise", value: "1", kind: .slider(part))])
            let drawn = Drawn(shape("", .panel(panel)), in: Rect(0, 0, 400, 100))
            for mark in drawn.marks {
                if case .circle(let center, 6.5) = mark.shape { return center.x }
            }
            return .nan
        }
        #expect(knob(0) < knob(0.5) && knob(0.5) < knob(1))
        #expect(knob(-3) == knob(0) && knob(9) == knob(1) && knob(.nan) == knob(0))
    }

    @Test(arguments: [80, 92, 104, 130]) func controlsThatDoNotFitAreCounted(height: Int) {
        let place = Rect(0, 0, 230, Double(height))
        let drawn = Drawn(shape("Variables", .panel(controls)), in: place)
        let shown = drawn.identified.count
        #expect(shown < 6)
        #expect(drawn.texts.contains { $0.string == "\(6 - shown) more not shown" })
    }
}
