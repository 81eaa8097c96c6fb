import PeriluneDrawing
import Testing

struct PaletteTests {
    @Test(arguments: Theme.builtIn.map(\.name))
    func sixteenSeriesAreDistinctForEveryColorVision(name: String) throws {
        let theme = try Theme.named(name)
        let colors = theme.series.map(\.color)
        #expect(colors.count == 16)
        for vision in ColorVision.allCases {
            for (index, color) in colors.enumerated() {
                for other in colors[..<index] {
                    #expect(
                        vision.distance(color, other) >= 7, "\(vision): \(color) and \(other)")
                }
            }
        }
    }

    @Test(arguments: Theme.builtIn.map(\.name))
    func allSeriesContrastWithTheBackground(name: String) throws {
        let theme = try Theme.named(name)
        for style in theme.series {
            #expect(style.color.contrast(with: theme.colors.plotBackground) >= 3)
        }
    }

    @Test(arguments: Theme.builtIn.map(\.name))
    func textIsReadable(name: String) throws {
        let theme = try Theme.named(name)
        let colors = theme.colors
        for ground in [
            colors.background, colors.panel, colors.plotBackground, colors.band,
            colors.tableHeader, colors.node, colors.pinned,
        ] {
            #expect(colors.text.contrast(with: ground) >= 4.5)
            #expect(colors.mutedText.contrast(with: ground) >= 4.5)
        }
        for sign in [colors.good, colors.bad, colors.neutral, colors.warning] {
            #expect(sign.contrast(with: colors.plotBackground) >= 4.5)
        }
    }

    @Test func laterSeriesHaveAHatchAndADash() {
        let styles = Theme.welterWeight.series
        #expect(styles[..<8].allSatisfy { $0.hatch == nil && $0.dash.isEmpty })
        #expect(styles[8...].allSatisfy { $0.hatch != nil && !$0.dash.isEmpty })
        #expect(Set(styles[8...].map(\.dash)).count == 8)
    }

    @Test func aSequentialScaleGetsSteadilyDarkerOrBrighter() {
        for theme in Theme.builtIn {
            let steps = (0...20).map { theme.sequential.color(at: Double($0) / 20).luminance }
            let sorted = steps.sorted()
            #expect(steps == sorted || steps == sorted.reversed())
        }
    }

    @Test func theMiddleOfADivergingScaleIsNeutral() {
        for theme in Theme.builtIn {
            let middle = theme.diverging.color(at: 0.5)
            let parts = [middle.red, middle.green, middle.blue].map(Int.init)
            #expect((parts.max() ?? 0) - (parts.min() ?? 0) <= 16)
        }
    }

    @Test func aScaleClampsValuesOutsideItsRange() {
        let scale = ColorScale([.black, .white])
        #expect(scale.color(at: -1) == .black)
        #expect(scale.color(at: .nan) == .black)
        #expect(scale.color(at: 7) == .white)
        #expect(scale.color(at: 0.5) == Color(128, 128, 128))
    }

    @Test func aTextOnAColourIsBlackOrWhite() {
        #expect(Color(0xfde725).readable == Color(0x111111))
        #expect(Color(0x440154).readable == .white)
    }
}
