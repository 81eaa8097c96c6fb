import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct LabelTests {
    private func labels(
        _ names: [String], width: Double, room: Double = 120
    ) -> [Text] {
        let style = CategoryLabels.Style(
            font: Font(size: 10), color: .black, fit: TextFit(measure: FakeMeasure()))
        let bands = BandScale(count: names.count, range: 0...1, from: 50, to: 50 + width)
        let labels = CategoryLabels(
            names.map { Label($0) }, scale: bands, bounds: 0...(width + 60), room: room,
            style: style)
        return labels.nodes(below: 0).compactMap { node in
            if case .text(let text) = node { return text }
            return nil
        }
    }

    @Test func labelsThatFitAreOnOneLine() {
        let texts = labels(regions, width: 400)
        #expect(texts.map(\.string) == regions)
        #expect(Set(texts.map(\.position.y)).count == 1)
    }

    @Test func widerLabelsAreOnTwoLines() {
        let texts = labels(["North East", "South West", "Far Away"], width: 160)
        #expect(texts.map(\.string).contains("North") && texts.map(\.string).contains("East"))
        #expect(Set(texts.map(\.position.y)).count == 2)
    }

    @Test func sequentialLabelsAreThinnedOut() {
        let years = labels((1990...2009).map(String.init), width: 400)
        #expect(years.map(\.string).prefix(2) == ["1990", "1992"])
        let many = labels((0..<2000).map(String.init), width: 400)
        #expect(many.first?.string == "0")
        #expect([100, 200].contains(Int(many[1].string)))
    }

    @Test func longLabelsAreSlanted() {
        let names = (0..<12).map { "Department of \(Array("ABCDEFGHIJKL")[$0])" }
        let texts = labels(names, width: 400)
        #expect(texts.count == 12 && texts.allSatisfy { $0.rotation == -45 })
    }

    @Test func longerLabelsAreShortenedAndKeepTheFullText() {
        let names = (0..<6).map {
            "Incomprehensibilities\($0 == 0 ? "" : String(repeating: "x", count: $0))"
        }
        let texts = labels(names, width: 300, room: 14)
        #expect(texts.count == 6)
        for (text, name) in zip(texts, names) {
            #expect(text.string.hasSuffix("…") && text.full == name)
        }
    }

    @Test func labelsAreNeverVertical() {
        var random = Seeded(9)
        for _ in 0..<300 {
            let texts = labels(
                (0..<random.int(1...80)).map {
                    "Label \($0) " + String(repeating: "w", count: random.int(0...40))
                },
                width: Double(random.int(10...900)))
            #expect(texts.allSatisfy { $0.rotation == 0 || $0.rotation == -45 })
        }
    }

    @Test func noLabelTouchesAnother() {
        var random = Seeded(4)
        let words = ["Eastern", "Q1", "2009", "非常に長い", "Straße", "مرحبا", "i", "a-b", "x/y", "  "]
        for _ in 0..<500 {
            let names = (0..<random.int(1...60)).map { _ in
                (0..<random.int(1...5)).map { _ in words[random.int(0...9)] }.joined(separator: " ")
            }
            let width = Double(random.int(1...900))
            let boxes = labels(names, width: width, room: Double(random.int(0...160))).map {
                TextBox($0)
            }
            for (index, box) in boxes.enumerated() {
                #expect(!boxes[..<index].contains { $0.overlaps(box) })
                #expect(box.corners.allSatisfy { $0.x >= -0.01 && $0.x <= width + 60.01 })
            }
        }
    }

    @Test func aTextIsShortenedToTheWidthThereIs() {
        let fit = TextFit(measure: FakeMeasure())
        let font = Font(size: 10)
        for width in stride(from: 0.0, to: 80, by: 3) {
            let line = fit.line("Gewürztraminer", font, within: width)
            #expect((line?.width ?? 0) <= width)
        }
        #expect(fit.line("abc", font, within: 18)?.full == nil)
        #expect(
            fit.line(String(repeating: "x", count: 100_000), font, within: 60)?.string
                == "xxxxxxxxx…")
        #expect(fit.line("a\nb", font, within: 60)?.string == "a b")
    }
}
