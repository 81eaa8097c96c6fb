import PeriluneCore
import PeriluneDrawing
import Testing

struct AnnotationTests {
    private var scene: Scene {
        let marks = (0..<3).map { index in
            Node.mark(
                Mark(
                    .rect(Rect(Double(index) * 20, 50, 15, 50)), .fill(Color(0x3a7fd0)),
                    identity: .init(
                        category: index, series: 0,
                        label: "\(["East", "Eastern", "West"][index]), Bikes: \(index)")))
        }
        let series = Group(.series, label: "Bikes", offset: Point(3, 4), nodes: marks)
        let chart = Group(
            .chart, label: "Sales by region", data: [DataAttribute("chart", "sales")],
            offset: Point(100, 10), nodes: [.group(series)])
        return Scene(size: Size(400, 200), title: "", nodes: [.group(chart)])
    }

    private func added(_ annotations: Value...) throws -> [Node] {
        guard case .group(let group)? = try scene.annotated(annotations).nodes.last else {
            return []
        }
        #expect(group.role == .annotation)
        return group.nodes
    }

    @Test func aTextThatWouldBeCutOffIsMovedInwards() throws {
        let nodes = try added(["type": "text", "text": "Look at the right", "x": 380, "y": 20])
        guard case .text(let text)? = nodes.first else {
            Issue.record("there is no text")
            return
        }
        let width = try PangoMeasure().width(text.string, text.font)
        #expect(text.position.x + width <= 400)
        #expect(text.position.x > 200)
    }

    @Test func aTextThatIsWiderThanThePictureHasSeveralLines() throws {
        let words = String(repeating: "many words ", count: 12)
        let nodes = try added(["type": "text", "text": .string(words), "x": 10, "y": 20])
        let texts = nodes.compactMap { if case .text(let text) = $0 { text } else { nil } }
        #expect(texts.count > 1)
        #expect(texts.map(\.string).joined(separator: " ").hasPrefix("many words many words"))
        #expect(zip(texts, texts.dropFirst()).allSatisfy { $0.position.y < $1.position.y })
    }

    private func shapes(_ annotations: Value...) throws -> [String] {
        guard case .group(let group)? = try scene.annotated(annotations).nodes.last else {
            return []
        }
        return group.nodes.map { node in
            switch node {
            case .mark(let mark): "\(mark.shape)"
            case .text(let text): "\(text.string) \(text.position)"
            default: "other"
            }
        }
    }

    private func error(_ annotations: [Value]) -> PeriluneError? {
        do throws(PeriluneError) {
            _ = try scene.annotated(annotations)
            return nil
        } catch {
            return error
        }
    }

    @Test func withoutAnnotationsNothingChanges() throws {
        #expect(try scene.annotated([]).svg() == scene.svg())
    }

    @Test func coordinatesArePartsOrPoints() throws {
        let line: Value = ["type": "line", "from": [0, 50], "to": [1, 0.5]]
        #expect(
            try shapes(line) == ["\(Mark.Shape.line(Point(0, 50), Point(400, 100)))"])
        let points: Value = [
            "type": "line", "from": [0, 1], "to": ["x": 0.5, "y": 2], "unit": "points",
        ]
        #expect(try shapes(points) == ["\(Mark.Shape.line(Point(0, 1), Point(0.5, 2)))"])
        let parts: Value = [
            "type": "circle", "x": 1.5, "y": 0.5, "radius": 0.1, "unit": "fraction",
        ]
        #expect(
            try shapes(parts) == ["\(Mark.Shape.circle(center: Point(600, 100), radius: 20))"])
    }

    @Test func aRectangleIsGivenByItsCornersOrItsSize() throws {
        let expected = ["\(Mark.Shape.rect(Rect(20, 30, 200, 40)))"]
        #expect(
            try shapes(["type": "rectangle", "x": 20, "y": 30, "width": 0.5, "height": 40])
                == expected)
        #expect(
            try shapes(["type": "rectangle", "from": [220, 70], "to": [20, 30]]) == expected)
    }

    @Test func anArrowEndsWhereItPoints() throws {
        let nodes = try added(["type": "arrow", "from": [10, 10], "to": [110, 10]])
        guard nodes.count == 2, case .mark(let head) = nodes[1], case .path(let path) = head.shape
        else {
            Issue.record("no head")
            return
        }
        #expect(path.points.first == Point(110, 10))
    }

    @Test func aTextMayHaveABackground() throws {
        let nodes = try added([
            "type": "text", "text": "Record!", "at": [0.5, 0.5], "background": "yellow",
            "color": "#102030", "size": 20, "anchor": "middle",
        ])
        #expect(nodes.count == 2)
        guard case .text(let text)? = nodes.last, case .mark(let mark)? = nodes.first,
            case .rect(let rect, _) = mark.shape
        else {
            Issue.record("no text")
            return
        }
        #expect(text.color == Color(0x102030) && text.font.size == 20 && text.anchor == .middle)
        #expect(abs(rect.midX - 200) < 0.01 && rect.height > 20)
    }

    @Test func aHighlightIsDrawnWhereTheItemStands() throws {
        let expected = "\(Mark.Shape.rect(Rect(123, 64, 15, 50)))"
        for target: Value in [
            ["type": "highlight", "category": 1], ["category": 1, "series": 0, "value": 1],
            ["categoryIndex": 1, "seriesIndex": 0], ["category": "Eastern"],
            ["category": "Eastern", "series": "Bikes"],
            ["type": "highlight", "category": 1, "chart": "sales"],
            ["type": "highlight", "category": 1, "chart": "Sales by region"],
        ] {
            // The outline, and a light line below.
            #expect(try shapes(target) == [expected, expected])
        }
        #expect(try added(["series": 0]).count == 6)
    }

    @Test(
        arguments: [
            (7, "annotation 1 must be a table with string keys"),
            ([:], "annotation 1: 'type' is missing"),
            (["type": "oval"], "annotation 1: 'type' must be one of text, line"),
            (["type": "text", "at": [0, 0]], "annotation 1: 'text' is missing"),
            (["type": "text", "text": "a"], "annotation 1: 'at' is missing"),
            (["type": "line", "from": [0, 0]], "annotation 1: 'to' is missing"),
            (["type": "line", "from": [0], "to": [1, 1]], "annotation 1: 'from' must be a pair"),
            (
                ["type": "line", "from": [0, "a"], "to": [1, 1]],
                "annotation 1: 'from.y' must be a number"
            ),
            (["type": "circle", "at": [0, 0]], "annotation 1: 'radius' is missing"),
            (["type": "circle", "at": [0, 0], "radius": -1], "annotation 1: 'radius' must be"),
            (
                ["type": "circle", "at": [0, 0], "radus": 1],
                "annotation 1: unknown field 'radus'"
            ),
            (
                ["type": "line", "from": [0, 0], "to": [1, 1], "color": "rd"],
                "annotation 1: 'color' is not a colour"
            ),
            (["category": 9], "annotation 1: there is nothing to highlight at category 9"),
            (
                ["category": "North"],
                "annotation 1: there is nothing to highlight at category 'North'"
            ),
            (["category": [1]], "annotation 1: 'category' must be a number"),
            (
                ["type": "highlight", "category": 1, "chart": "x"],
                "annotation 1: there is nothing to highlight at category 1, chart 'x'"
            ),
        ] as [(Value, String)])
    func anErrorSaysWhatIsWrong(value: Value, message: String) {
        let error = error([value])
        #expect(error?.code == "annotation.invalid")
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "none")")
    }

    @Test func anErrorNamesTheAnnotation() {
        let error = error([["category": 1], ["type": "circl"]])
        #expect(error?.message.hasPrefix("annotation 2: ") == true)
        #expect(error?.hint == "did you mean 'circle'?")
    }

    @Test func tooManyAreRefused() {
        #expect(error(Array(repeating: ["category": 1], count: 1001))?.code == "annotation.invalid")
    }
}
