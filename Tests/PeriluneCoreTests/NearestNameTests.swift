import Testing

@testable import PeriluneCore

struct NearestNameTests {
    private let names = ["format", "width", "height", "png"]

    @Test(arguments: [
        ("data.usr", "data.user"), ("user", "data.user"), ("user.name", nil),
        ("data.type", "type"), ("sbuject", "subject"), ("data.order.totl", "data.order.total"),
        ("data.oder.total", "data.order.total"), ("data.order.totl.x", nil), ("data.x", nil),
        ("data.nul", nil),
    ])
    func findsThePathThatIsMeant(_ written: String, _ meant: String?) {
        let event: Value = [
            "type": "t", "subject": "s",
            "data": ["user": "u", "order": ["total": 1], "null": nil],
        ]
        #expect(NearestName.path(FieldPath(written), in: event) == meant)
    }

    @Test(arguments: [
        ("fromat", "format"), ("Width", "width"), ("heigth", "height"), ("pngs", "png"),
    ])
    func findsWhatIsMeant(_ written: String, _ meant: String) {
        #expect(NearestName.of(written, in: names) == meant)
    }

    @Test(arguments: ["", "colour", String(repeating: "width", count: 100)])
    func findsNothingIfNoNameIsNear(_ written: String) {
        #expect(NearestName.of(written, in: names) == nil)
    }

    @Test func oneLetterIsNotNearAnother() {
        #expect(NearestName.of("x", in: ["y", "v"]) == nil)
    }

    @Test func theOrderOfEquallyNearNamesDoesNotMatter() {
        #expect(NearestName.of("cat", in: ["cut", "cats", "car"]) == "cats")
        #expect(NearestName.of("cat", in: ["car", "cats", "cut"]) == "cats")
    }

    @Test func searchesALimitedNumberOfNames() {
        let many = (0..<1000).map { "name\($0)" } + ["width"]
        #expect(NearestName.of("widht", in: many) == nil)
        #expect(NearestName.of("widht", in: many, most: .max) == "width")
    }

    @Test func phrasesASuggestionAsAHintOrPartOfAMessage() {
        #expect(NearestName.hint(for: "fromat", in: names) == "did you mean 'format'?")
        #expect(NearestName.suggestion(for: "fromat", in: names) == " (did you mean 'format'?)")
        #expect(NearestName.suggestion(for: "colour", in: names) == "")
    }
}
