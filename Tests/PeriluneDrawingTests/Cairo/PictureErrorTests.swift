import CPeriluneDrawing
import PeriluneCore
import PeriluneDrawing
import Testing

struct PictureErrorTests {
    private func code(_ scene: Scene, _ format: Picture.Format, scale: Double = 1) -> String? {
        do throws(PeriluneError) {
            _ = try scene.picture(format: format, scale: scale)
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    @Test(arguments: [0.0, -1, 1e9, .nan, .infinity])
    func anImpossibleSizeIsRefused(side: Double) {
        for format in Picture.Format.allCases {
            #expect(code(Scene(size: Size(side, 10), title: ""), format) == "picture.size")
        }
    }

    @Test func tooManyPixelsAreRefused() {
        let scene = Scene(size: Size(1600, 1200), title: "")
        #expect(code(scene, .png, scale: 10) == "picture.size")
        #expect(code(scene, .png, scale: .nan) == "picture.size")
    }

    @Test(arguments: Picture.Format.allCases)
    func aBrokenImageIsRefused(format: Picture.Format) {
        let whole = SampleScene.png
        var wrong = whole
        // Within the compressed pixels, before their checksum and the last chunk.
        wrong[wrong.count - 12 - 4 - 3] ^= 0x55
        for png in [[], Array("no image".utf8), Array(whole.prefix(40)), wrong] {
            let image = Image(png: png, rect: Rect(0, 0, 5, 5))
            let scene = Scene(size: Size(9, 9), title: "", nodes: [.image(image)])
            #expect(code(scene, format) == "picture.image")
        }
    }

    @Test(arguments: Picture.Format.allCases)
    func anImageThatClaimsToBeHugeIsNotDecoded(format: Picture.Format) {
        // A header of 30,000 by 30,000 pixels.
        let header: [UInt8] =
            [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
            + Array("IHDR".utf8) + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 6, 0, 0, 0]
        let image = Image(png: header + crc(header[12...]), rect: Rect(0, 0, 5, 5))
        let scene = Scene(size: Size(9, 9), title: "", nodes: [.image(image)])
        #expect(["picture.size", "picture.image"].contains(code(scene, format)))
    }

    private func crc(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var value: UInt32 = 0xffff_ffff
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
        }
        value = ~value
        return (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// Each allocation and each check fails once; the error is typed, and the next picture is whole.
    @Test(arguments: [Picture.Format.png, .pdf])
    func anyFailureWhileDrawingIsAnError(format: Picture.Format) throws {
        let whole = try SampleScene.everything.picture(format: format)
        var failures = 0
        for step in 1...1000 {
            perilune_drawing_fail_at(Int32(step))
            let failed = code(SampleScene.everything, format)
            perilune_drawing_fail_at(0)
            guard let failed else { break }
            #expect(["picture.failed", "picture.image"].contains(failed))
            failures += 1
        }
        #expect(failures > 10 && failures < 1000)
        #expect(try SampleScene.everything.picture(format: format) == whole)
    }

    @Test(arguments: Picture.Format.allCases)
    func nonFiniteNumbersAreHarmless(format: Picture.Format) {
        let wild = [Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude]
        var nodes: [Node] = []
        for a in wild {
            for b in wild {
                var path = Path()
                path.move(a, b)
                path.curve(Point(b, a), Point(a, a), Point(b, b))
                path.close()
                let shapes: [Mark.Shape] = [
                    .rect(Rect(a, b, b, a)), .rect(Rect(1, 1, a, b), corner: b),
                    .rects([Rect(a, 1, b, 2)]), .circle(center: Point(a, b), radius: b),
                    .line(Point(a, b), Point(b, a)), .polyline([Point(a, b), Point(3, 3)]),
                    .path(path),
                ]
                let paint = Paint(fill: .color(.black), stroke: Stroke(.black, width: 2))
                nodes += shapes.map { .mark(Mark($0, paint)) }
            }
        }
        let scene = Scene(size: Size(50, 50), title: "", nodes: nodes)
        #expect(code(scene, format) == nil)
    }
}
