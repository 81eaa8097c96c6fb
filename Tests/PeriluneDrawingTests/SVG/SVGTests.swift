import PeriluneCore
import PeriluneDrawing
import PeriluneXML
import Testing

struct SVGTests {
    private func svg(_ nodes: [Node], _ change: (inout Scene) -> Void = { _ in }) -> String {
        var scene = Scene(size: Size(200, 100), title: "Sales", nodes: nodes)
        change(&scene)
        return String(decoding: scene.svg(), as: UTF8.self)
    }

    private func bar(_ category: Int, series: Int = 0, selected: Bool = false) -> Node {
        .mark(
            Mark(
                .rect(Rect(Double(category) * 10, 20, 8, 80)), .fill(Color(0x3a7fd0)),
                identity: .init(
                    category: category, series: series, label: "Eastern, Bikes: 120",
                    isSelected: selected)))
    }

    @Test func theDocumentHasATitleADescriptionARoleAndALanguage() {
        let text = svg([]) {
            $0.description = "By region"
            $0.language = "de-DE"
        }
        #expect(
            text == """
                <svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100" \
                lang="de-DE" role="graphics-document" aria-roledescription="chart" \
                aria-labelledby="p-title" aria-describedby="p-desc">
                <title id="p-title">Sales</title>
                <desc id="p-desc">By region</desc>
                <rect width="200" height="100" fill="#ffffff"/>
                </svg>

                """)
    }

    @Test func aMarkThatStandsForDataIsAButton() {
        let text = svg([bar(2, series: 1, selected: true)])
        #expect(
            text.contains(
                """
                <rect x="20" y="20" width="8" height="80" fill="#3a7fd0" shape-rendering="crispEdges" \
                role="button" aria-pressed="true" aria-label="Eastern, Bikes: 120" tabindex="0" \
                data-category="2" data-series="1"/>
                """))
    }

    @Test func eachChartHasOneTabStop() {
        let chart = Node.group(Group(.chart, label: "A", nodes: [bar(0), bar(1), bar(2)]))
        let text = svg([chart, chart])
        #expect(text.occurrences(of: "tabindex=\"0\"") == 2)
        #expect(text.occurrences(of: "tabindex=\"-1\"") == 4)
    }

    @Test func aThousandMarksAreButtonsAndMoreAreOnePath() {
        let few = svg([.group(Group(.chart, nodes: (0..<1000).map { bar($0) }))])
        #expect(few.occurrences(of: "role=\"button\"") == 1000)
        let series = Group(.series, label: "Bikes", nodes: (0..<1001).map { bar($0, series: 3) })
        let many = svg([.group(Group(.chart, nodes: [.group(series)]))])
        #expect(many.occurrences(of: "role=\"button\"") == 0)
        #expect(many.occurrences(of: "<path") == 1)
        #expect(
            many.contains("data-series=\"3\" role=\"img\" aria-label=\"Bikes\" d=\"M0 20h8v80h-8z"))
    }

    @Test func aChartWithManyMarksDoesNotAffectButtonsOfOthers() {
        let many = Node.group(Group(.chart, nodes: (0..<1001).map { bar($0) }))
        let text = svg([
            .group(Group(.dashboard, nodes: [many, .group(Group(.chart, nodes: [bar(0)]))]))
        ])
        #expect(text.occurrences(of: "role=\"button\"") == 1)
    }

    @Test func manyMarksOfDifferentColoursKeepTheirData() {
        let tiles = (0..<1001).map { index in
            Node.mark(
                Mark(
                    .rect(Rect(0, 0, 1, 1)), .fill(Color(UInt32(index))),
                    identity: .init(category: index, label: "Leaf")))
        }
        let text = svg([.group(Group(.chart, nodes: tiles))])
        #expect(text.contains("data-category=\"1000\""))
        #expect(!text.contains("role=\"button\""))
    }

    @Test func thereAreNoStylesAndClasses() {
        let text = svg(SampleScene.everything.nodes)
        #expect(!text.contains("style=") && !text.contains("<style"))
        #expect(!text.contains("class="))
    }

    @Test func attributesThatTextsShareAreWrittenOnce() {
        let font = Font("Verdana", size: 11)
        let texts = ["one", "two", "three"].map {
            Node.text(Text($0, at: Point(1, 2), font: font, color: .black, anchor: .end))
        }
        let text = svg([.group(Group(.axis, nodes: texts))])
        #expect(text.occurrences(of: "font-family") == 1)
        #expect(text.contains("<text x=\"1\" y=\"2\">two</text>"))
    }

    @Test func aShortenedTextHasTheFullTextAsATitle() {
        let text = svg([
            .text(
                Text(
                    "Fede…", at: Point(0, 9), font: Font(size: 9), color: .black,
                    full: "Federal & more"))
        ])
        #expect(text.contains("><title>Federal &amp; more</title>Fede…</text>"))
    }

    @Test func groupsMoveClipAndFade() {
        let group = Group(
            .chart, label: "A \"b\"", data: [DataAttribute("Chart Name", "x<y")],
            clip: Rect(0, 0, 10, 10), offset: Point(5, 6.5), opacity: 0.5)
        let text = svg([.group(group), .group(group)])
        #expect(
            text.contains(
                """
                <g data-role="chart" role="group" aria-label="A &quot;b&quot;" \
                data-chart-name="x&lt;y" transform="translate(5 6.5)" opacity="0.5" \
                clip-path="url(#p-clip0)">
                """))
        #expect(
            text.contains(
                "<clipPath id=\"p-clip0\"><rect x=\"0\" y=\"0\" width=\"10\" height=\"10\"/></clipPath>"
            ))
        #expect(!text.contains("clip1"))
    }

    @Test func decorationIsHiddenFromReaders() {
        #expect(
            svg([.group(Group(.decoration, label: "grid"))]).contains("<g aria-hidden=\"true\">"))
    }

    private static let path: Path = {
        var path = Path()
        path.move(10, 10)
        path.line(30, 12)
        path.curve(Point(35, 12), Point(40, 20), Point(30, 30.5))
        path.close()
        return path
    }()

    @Test(arguments: [
        (
            Mark.Shape.rect(Rect(1, 2, 3, 4), corner: 0.5),
            #"<rect x="1" y="2" width="3" height="4" rx="0.5" "#
        ),
        (.rect(Rect(1, 2, -3, -4)), #"<rect x="1" y="2" width="0" height="0" "#),
        (.circle(center: Point(90, 20), radius: 12.5), #"<circle cx="90" cy="20" r="12.5" "#),
        (.circle(center: Point(90, 20), radius: -1), #"<circle cx="90" cy="20" r="0" "#),
        (.line(Point(1, 2), Point(3, 4)), #"<line x1="1" y1="2" x2="3" y2="4" "#),
        (.path(path), #"<path d="M10 10L30 12C35 12 40 20 30 30.5z" "#),
        (.rects([Rect(1, 2, 3, 4), Rect(5, 6, 7, 8)]), #"<path d="M1 2h3v4h-3zM5 6h7v8h-7z" "#),
    ])
    func eachShapeIsAnElementWithItsPlace(shape: Mark.Shape, element: String) {
        let paint = Paint(fill: .color(.black), stroke: Stroke(.black, width: 1))
        let text = svg([.mark(Mark(shape, paint))])
        #expect(text.contains(element), "\(text)")
    }

    @Test func aTextIsTurnedAroundItsPlace() {
        let text = svg([
            .text(
                Text(
                    "Eastern", at: Point(30, 40.5), font: Font(size: 9), color: .black,
                    rotation: -45))
        ])
        #expect(text.contains(#" transform="rotate(-45 30 40.5)">Eastern</text>"#))
    }

    @Test(arguments: [
        (false, String?.none, #"preserveAspectRatio="none" aria-hidden="true""#),
        (true, "Logo", #"preserveAspectRatio="xMidYMid slice" role="img" aria-label="Logo""#),
    ])
    func anImageIsStretchedOrCutToItsPlace(cropsToFill: Bool, label: String?, attributes: String) {
        let image = Image(
            png: [1, 2, 3], rect: Rect(10, 20, 40, 30), label: label, cropsToFill: cropsToFill)
        #expect(
            svg([.image(image)]).contains(
                """
                <image x="10" y="20" width="40" height="30" \(attributes) \
                href="data:image/png;base64,AQID"/>
                """))
    }

    @Test(arguments: [
        (
            Paint.Hatch.horizontal, Color(0xff0000),
            ##"<path d="M0 3L6 3" stroke="#ff0000" stroke-width="1.4"/></pattern>"##
        ),
        (
            .vertical, Color(0xff0000, opacity: 0.5),
            ##"<path d="M3 0L3 6" stroke="#ff0000" stroke-width="1.4" stroke-opacity="0.5"/>"##
        ),
        (
            .dots, .black,
            """
            <path d="M1.5 1.5L1.5 1.5M4.5 4.5L4.5 4.5" stroke="#000000" stroke-width="2.4" \
            stroke-linecap="round"/>
            """
        ),
    ])
    func aHatchIsDrawnWithLinesOfItsColourOnItsBackground(
        hatch: Paint.Hatch, color: Color, lines: String
    ) {
        let paint = Paint(fill: .hatch(hatch, color, on: Color(0xffff00)))
        let text = svg([.mark(Mark(.circle(center: Point(9, 9), radius: 3), paint))])
        let tile = ##"width="6" height="6"><rect width="6" height="6" fill="#ffff00"/>"##
        #expect(text.contains(tile + lines), "\(text)")
    }

    @Test func aHatchIsAPatternThatIsWrittenOnce() {
        let fill = Paint(fill: .hatch(.diagonal, Color(0xff0000), on: .white))
        let nodes = [1.0, 2, 3].map {
            Node.mark(Mark(.circle(center: Point($0, 0), radius: 3), fill))
        }
        let text = svg(nodes)
        #expect(text.contains("fill=\"url(#p-hatch0)\""))
        #expect(text.occurrences(of: "<pattern") == 1)
    }

    @Test func aPrefixKeepsDocumentsOfOnePageApart() {
        let group = Node.group(Group(clip: Rect(0, 0, 1, 1)))
        let scene = Scene(size: Size(9, 9), title: "T", description: "D", nodes: [group])
        let text = String(decoding: scene.svg(prefix: "sales-"), as: UTF8.self)
        #expect(!text.contains("\"p-") && !text.contains("#p-"))
        #expect(text.contains("url(#sales-clip0)"))
    }

    @Test func theSameSceneGivesTheSameBytes() {
        #expect(SampleScene.everything.svg() == SampleScene.everything.svg())
    }

    @Test func anyTextGivesXMLThatCanBeRead() throws {
        let nasty =
            "\u{0}\u{8}\u{1b}\u{7f}\u{85}\u{2028}\u{fffe}\u{ffff} ]]> <a b='c'> & \" \t\r\n 🌕"
        var scene = SampleScene.everything
        scene.title = nasty
        scene.description = nasty
        scene.language = nasty
        scene.nodes.append(
            .group(
                Group(
                    .series, label: nasty, data: [DataAttribute(nasty, nasty)],
                    nodes: [
                        .text(
                            Text(nasty, at: Point(0, 0), font: Font(nasty, size: 9), color: .black)),
                        .mark(
                            Mark(
                                .rect(Rect(0, 0, 1, 1)), Paint(),
                                identity: .init(category: 0, label: nasty))),
                    ])))
        let root = try XMLElement.parse(scene.svg())
        #expect(root.name == "svg")
    }
}

extension String {
    /// How often a part occurs.
    func occurrences(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let found = rest.firstRange(of: part) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}
