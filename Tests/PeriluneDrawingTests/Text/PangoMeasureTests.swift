import Testing

@testable import PeriluneDrawing

struct PangoMeasureTests {
    private let measure: PangoMeasure
    private let font = Theme.welterWeight.fonts.axis

    init() throws { measure = try PangoMeasure() }

    @Test func aTextIsAsWideAsItsLettersWithKerning() {
        let letters = "HHHH".map { measure.width(String($0), font) }.reduce(0, +)
        #expect(abs(measure.width("HHHH", font) - letters) < 0.01)
        let apart = 2 * measure.width("A", font) + 2 * measure.width("V", font)
        #expect(measure.width("AVAV", font) < apart)
    }

    /// Plain text takes a shorter way through Pango than text with other letters.
    @Test(arguments: ["AVATAR fi 12,345.67", "To Wave, \"x\" <y>", " two  spaces ", "Größe – 5 €…"])
    func theFastPathMeasuresLikeTheSlowPath(text: String) {
        let long = measure.width(text + "λ", font) - measure.width("λ", font)
        #expect(abs(measure.width(text, font) - long) < 0.01)
    }

    @Test func widthsGrowWithTheSize() {
        var large = font
        large.size = font.size * 2
        let (small, wide) = (measure.width("Eastern", font), measure.width("Eastern", large))
        #expect(abs(wide - 2 * small) < 0.05)
    }

    @Test func anEmptyTextIsAsHighAsAnyOther() {
        let extent = measure.extent("", font)
        #expect(extent.width == 0)
        #expect(extent.height == measure.extent("Ag", font).height)
        #expect(extent.height > font.size)
    }

    @Test func boldIsWider() {
        #expect(
            measure.width("Sales", Theme.welterWeight.fonts.tableHeader)
                > measure.width("Sales", font))
    }

    @Test func textInOtherScriptsHasAWidth() {
        for text in ["Καλημέρα", "Привет", "売上", "مبيعات", "😀"] {
            #expect(measure.width(text, font) > font.size)
        }
    }

    @Test func controlCharactersHaveTheWidthOfTheirReplacement() {
        #expect(measure.width("a\nb", font) == measure.width("a b", font))
        #expect(measure.width("a\u{1}b", font) == measure.width("a\u{fffd}b", font))
    }

    @Test func manyThreadsMeasureTheSame() async {
        let expected = measure.width("Number 7", font)
        await withTaskGroup(of: Double.self) { group in
            for index in 0..<64 {
                group.addTask { [measure, font] in
                    _ = measure.width("Number \(index)", font)
                    return measure.width("Number 7", font)
                }
            }
            for await width in group { #expect(width == expected) }
        }
    }

    @Test func textsWithoutAFontAreReportedOnce() throws {
        let measure = try PangoMeasure()
        let font = Font(size: 11)
        // A character for private use: no font has it.
        for text in ["Sales", "Añejo €", "\u{F8FE}\u{10FFFD}", "\u{F8FE}\u{10FFFD}"] {
            _ = measure.extent(text, font)
        }
        #expect(measure.unreadableTexts.map(\.text) == ["\u{F8FE}\u{10FFFD}"])
    }

    /// By the character, since which fonts are there differs between machines.
    @Test(arguments: [
        ("أ", "Arabic", "fonts-noto-core"), ("売", "Chinese characters", "fonts-noto-cjk"),
        ("한", "Korean", "fonts-noto-cjk"), ("ก", "Thai", "fonts-noto-core"),
        ("😀", nil, "fonts-noto-color-emoji"), ("\u{F8FE}", nil, "fonts-noto-core"),
    ])
    func aTextWithoutAFontIsReportedWithItsScript(
        character: String, script: String?, package: String
    ) throws {
        let scalar = try #require(character.unicodeScalars.first)
        let missing = UnreadableText("Sales \(character)", missing: scalar.value)
        #expect(missing.script == script)
        #expect(missing.package == package)
    }

    /// With proportional figures, "1" is narrower in Inter, which the built-in themes use.
    @Test func figuresOfAxesAndTablesAreEquallyWide() {
        for font in [font, Theme.welterWeight.fonts.table] {
            let widths = Set("0123456789".map { measure.width(String($0), font) })
            #expect(widths.count == 1)
            // The long way, for the sake of the letter at the end.
            let long = Set("0123456789".map { measure.width("\($0)λ", font) })
            #expect(long.count == 1)
        }
        #expect(
            measure.width("1111", Theme.welterWeight.fonts.title)
                < measure.width("0000", Theme.welterWeight.fonts.title))
    }
}
