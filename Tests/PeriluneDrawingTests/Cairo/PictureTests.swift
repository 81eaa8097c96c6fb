import PeriluneCore
import PeriluneDrawing
import Testing

struct PictureTests {
    private let red = Color(0xff0000)

    private func pixels(_ scene: Scene, scale: Double = 1) throws -> PixelImage {
        try PixelImage(png: scene.picture(format: .png, scale: scale).bytes)
    }

    private func scene(_ shape: Mark.Shape, _ paint: Paint? = nil) -> Scene {
        Scene(size: Size(20, 20), title: "", nodes: [.mark(Mark(shape, paint ?? .fill(red)))])
    }

    @Test(arguments: Picture.Format.allCases)
    func aPictureHasItsSizeAndADescription(format: Picture.Format) throws {
        let scene = Scene(size: Size(120, 80.4), title: "Sales", description: "By region.")
        let picture = try scene.picture(format: format, scale: 2)
        #expect(picture.format == format)
        #expect(picture.alternative == "Sales. By region.")
        let isPNG = format == .png
        #expect(picture.width == (isPNG ? 240 : 120) && picture.height == (isPNG ? 161 : 80))
    }

    @Test(arguments: Picture.Format.allCases)
    func theSameSceneGivesTheSameBytes(format: Picture.Format) throws {
        let first = try SampleScene.everything.picture(format: format)
        #expect(try SampleScene.everything.picture(format: format) == first)
    }

    @Test func aPNGHasItsColourSpaceAndResolution() throws {
        let bytes = try scene(.rect(Rect(0, 0, 1, 1))).picture(format: .png, scale: 2).bytes
        #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        #expect(bytes.contains(Array("sRGB".utf8) + [0]))
        // 144 dots an inch are 5669 a metre.
        #expect(bytes.contains(Array("pHYs".utf8) + [0, 0, 0x16, 0x25, 0, 0, 0x16, 0x25, 1]))
    }

    @Test func aPDFHasATitleAndNoCreationDate() throws {
        let scene = Scene(size: Size(10, 10), title: "Sales in Köln")
        let bytes = try scene.picture(format: .pdf).bytes
        #expect(bytes.starts(with: Array("%PDF-1.".utf8)))
        #expect(bytes.contains(Array("/Title".utf8)))
        #expect(bytes.contains(Array("/CreationDate (20000101000000Z)".utf8)))
    }

    @Test func rectanglesCoverWholePixels() throws {
        let image = try pixels(scene(.rect(Rect(4.4, 4.6, 5, 5))))
        let colors = Set((0..<20).flatMap { x in (0..<20).map { image[x, $0] } })
        #expect(colors == [red, .white])
        #expect(image[4, 5] == red && image[3, 5] == .white)
        #expect(image[8, 9] == red && image[9, 9] == .white && image[8, 10] == .white)
    }

    @Test func rectanglesThatTouchLeaveNoSeam() throws {
        let rects = (0..<30).map { Rect(1, 1 + Double($0) * 0.6, 18, 0.6) }
        let image = try pixels(scene(.rects(rects)))
        #expect((1..<19).allSatisfy { image[10, $0] == red })
    }

    @Test func theThinnestRectangleIsAPixelWide() throws {
        let image = try pixels(scene(.rect(Rect(7.4, 2, 0.01, 10))))
        #expect((0..<20).filter { image[$0, 5] == red } == [7])
    }

    @Test func aRectangleWithoutAreaIsNotDrawn() throws {
        let image = try pixels(scene(.rect(Rect(7, 2, 0, 10))))
        #expect((0..<20).allSatisfy { image[$0, 5] == .white })
    }

    @Test(arguments: [10.0, 10.5, 10.3])
    func aThinLineCoversOneRowOfPixels(y: Double) throws {
        let image = try pixels(scene(.line(Point(0, y), Point(20, y)), .stroke(red)))
        #expect((0..<20).filter { image[5, $0] == red }.count == 1)
        #expect((0..<20).filter { image[5, $0] != .white }.count == 1)
    }

    @Test func aGroupMovesClipsAndFades() throws {
        let rect = Node.mark(Mark(.rect(Rect(0, 0, 10, 10)), .fill(red)))
        let group = Group(
            clip: Rect(0, 0, 5, 5), offset: Point(10, 10), opacity: 0.5, nodes: [rect])
        let image = try pixels(Scene(size: Size(20, 20), title: "", nodes: [.group(group)]))
        #expect(image[9, 12] == .white && image[15, 12] == .white)
        #expect(image[12, 12].red == 255 && abs(Int(image[12, 12].green) - 128) <= 1)
    }

    @Test func aTransparentBackgroundStaysTransparent() throws {
        var scene = scene(.rect(Rect(0, 0, 10, 20), corner: 0), .fill(red.withOpacity(0.5)))
        scene.background = Color(0, opacity: 0)
        let image = try pixels(scene)
        #expect(image[15, 5].opacity == 0)
        #expect(abs(image[5, 5].opacity - 0.5) < 0.01)
    }

    @Test func textIsDrawnWhereItWasMeasured() throws {
        let font = Theme.welterWeight.fonts.title
        let width = try PangoMeasure().width("Eastern HHH", font)
        for anchor in [Text.Anchor.start, .middle, .end] {
            let text = Text(
                "Eastern HHH", at: Point(150, 30), font: font, color: .black, anchor: anchor)
            let image = try pixels(Scene(size: Size(300, 50), title: "", nodes: [.text(text)]))
            let inked = (0..<300).filter { x in (0..<50).contains { image[x, $0] != .white } }
            let start =
                switch anchor {
                case .start: 150.0
                case .middle: 150 - width / 2
                case .end: 150 - width
                }
            // Letters have a little room at their sides.
            #expect(abs(Double(inked.first ?? 0) - start) <= 3)
            #expect(abs(Double(inked.last ?? 0) - (start + width)) <= 3)
        }
    }

    @Test func aShapeLeavesTheColourOfTheOneBeforeIt() throws {
        let (blue, radius) = (Color(0x0000ff), 4.0)
        for paint in [Paint.fill, { Paint.stroke($0, width: 3) }] {
            let nodes = [(5.0, red), (15, blue)].map { x, color in
                Node.mark(Mark(.circle(center: Point(x, 10), radius: radius), paint(color)))
            }
            let image = try pixels(Scene(size: Size(20, 20), title: "", nodes: nodes))
            let inked = { (columns: Range<Int>) in
                Set(columns.flatMap { x in (0..<20).map { image[x, $0] } })
            }
            #expect(inked(0..<10).contains(red) && !inked(10..<20).contains(red))
            #expect(inked(10..<20).contains(blue) && !inked(0..<10).contains(blue))
        }
    }

    @Test func aHatchShowsBothColours() throws {
        for hatch in Paint.Hatch.allCases {
            let paint = Paint(fill: .hatch(hatch, .black, on: Color(0xffff00)))
            let image = try pixels(scene(.rect(Rect(0, 0, 20, 20)), paint), scale: 2)
            let reds = (0..<40).flatMap { x in (0..<40).map { image[x, $0].red } }
            #expect((reds.min() ?? 255) < 60 && (reds.max() ?? 0) > 240)
            #expect((0..<40).allSatisfy { image[$0, 3].blue < 10 })
        }
    }

    @Test func anImageIsStretchedOrCut() throws {
        var source = Scene(size: Size(20, 10), title: "", background: Color(0x0000ff))
        source.nodes = [.mark(Mark(.rect(Rect(0, 0, 5, 10)), .fill(red)))]
        let png = try source.picture(format: .png).bytes
        func picture(cropsToFill: Bool) throws -> PixelImage {
            try pixels(
                Scene(
                    size: Size(20, 20), title: "",
                    nodes: [
                        .image(Image(png: png, rect: Rect(0, 0, 20, 20), cropsToFill: cropsToFill))
                    ]))
        }
        #expect(try picture(cropsToFill: false)[2, 10] == red)
        #expect(try picture(cropsToFill: true)[2, 10] == Color(0x0000ff))
    }
}

extension [UInt8] {
    func contains(_ part: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
