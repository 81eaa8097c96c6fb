import LinkDrillPlugin
import Testing

struct EditLinkCodeTests {
    @Test func keepsTwoNamesOfOneNumber() {
        #expect(EditLinkObjectType.filter == EditLinkObjectType.customGroup)
        #expect(EditLinkObjectType.filter.names == ["custom group", "filter"])
        #expect(EditLinkObjectType.prompt.names == ["prompt", "prompt filter"])
        #expect(EditLinkObjectType.filter.description == "custom group / filter (1)")
    }

    @Test func keepsUnknownNumbers() {
        let type = EditLinkObjectType(rawValue: 999)
        #expect(!type.isKnown)
        #expect(type.description == "unknown (999)")
    }

    @Test func numbersAreThoseOfTheFormat() {
        #expect(LinkAnswerMode.named.map(\.value) == Array(1...8))
        #expect(CarryOverMode.named.map(\.value) == Array(0...2))
        #expect(EditLinkType.named.map(\.value) == Array(0...7))
        #expect(EditLinkElementType.named.map(\.value) == Array(0...18))
        #expect(EditLinkPromptType.named.map(\.value) == Array(0...5))
        #expect(
            EditLinkObjectType.named.map(\.value)
                == [-1, 3, 55, 12, 4, 21, 10, 8, 47, 1, 1, 14, 39, 67, 68, 13, 2, 10])
        #expect(
            EditLinkObjectSubtype.named.map(\.value) == [
                -1, 769, 768, 774, 256, 1024, 2048, 3072, 5376, 14081, 776, 259, 17153, 17408, 257,
            ])
    }

    @Test func subtypesBelongToTheirTypes() {
        #expect(EditLinkObjectSubtype.cube.rawValue >> 8 == EditLinkObjectType.report.rawValue)
        #expect(
            EditLinkObjectSubtype.document.rawValue >> 8 == EditLinkObjectType.document.rawValue)
        #expect(
            EditLinkObjectSubtype.customGroup.rawValue >> 8
                == EditLinkObjectType.customGroup.rawValue)
    }
}
