import PeriluneCore
import PeriluneDrawing

/// Scenes that hold one of everything.
enum SampleScene {
    /// A red pixel.
    static let png: [UInt8] = {
        var scene = Scene(size: Size(2, 2), title: "", background: Color(0xff0000))
        scene.nodes = []
        return (try? scene.picture(format: .png).bytes) ?? []
    }()

    static var everything: Scene {
        let theme = Theme.welterWeight
        var path = Path()
        path.move(10, 10)
        path.line(30, 12)
        path.curve(Point(35, 12), Point(40, 20), Point(30, 30))
        path.close()
        let shapes: [Mark.Shape] = [
            .rect(Rect(5, 5, 20, 30)), .rect(Rect(30, 5, 20, 30), corner: 4),
            .rects([Rect(60, 5, 3, 30), Rect(65, 10, 3, 25)]),
            .circle(center: Point(90, 20), radius: 12), .line(Point(110, 5), Point(110, 40)),
            .line(Point(115, 5), Point(140, 40)), .path(path),
            .polyline((0..<200).map { Point(150 + Double($0) * 0.5, Double($0 % 7) * 5) }),
        ]
        var nodes: [Node] = []
        for (index, style) in theme.series.enumerated() {
            let paint = Paint(
                fill: style.fill(on: theme.colors.plotBackground), stroke: style.stroke(width: 1.5))
            nodes.append(
                .group(
                    Group(
                        .series, label: "Series \(index)",
                        clip: index.isMultiple(of: 2) ? Rect(0, 0, 300, 100) : nil,
                        offset: Point(0, Double(index) * 45), opacity: index == 3 ? 0.5 : 1,
                        nodes: shapes.enumerated().map { number, shape in
                            .mark(
                                Mark(
                                    shape, paint,
                                    identity: .init(
                                        category: number, series: index, label: "\(number)")))
                        })))
        }
        for (index, text) in ["Eastern", "売上 مبيعات", "a\nb\u{1}"].enumerated() {
            for anchor in [Text.Anchor.start, .middle, .end] {
                nodes.append(
                    .text(
                        Text(
                            text, at: Point(300, 50 + 20 * Double(index)),
                            font: theme.fonts.label, color: theme.colors.text, anchor: anchor,
                            rotation: anchor == .end ? -45 : 0)))
            }
        }
        nodes.append(.image(Image(png: png, rect: Rect(300, 200, 40, 30), label: "Logo")))
        nodes.append(.image(Image(png: png, rect: Rect(350, 200, 40, 30), cropsToFill: true)))
        return Scene(
            size: Size(400, 720), title: "Everything", description: "One of each",
            nodes: [.group(Group(.chart, label: "All", nodes: nodes))])
    }
}
