import PeriluneCore
import PeriluneFiles
import Testing

/// Text with fields in braces.
struct TemplateTests {
    private func pieces(_ text: String) throws -> [String] {
        try Template(text, code: "test").pieces.map { piece in
            switch piece {
            case .text(let text): "'\(text)'"
            case .field(let path): path.description
            }
        }
    }

    @Test(arguments: [
        ("plain", ["'plain'"]), ("{a}", ["a"]), ("{a}{b.c}", ["a", "b.c"]),
        ("x/{a}-{b}.", ["'x/'", "a", "'-'", "b", "'.'"]), ("{{{a}}", ["'{'", "a", "'}'"]),
    ])
    func fieldsStandBetweenTexts(_ text: String, _ expected: [String]) throws {
        #expect(try pieces(text) == expected)
        #expect(Template(constant: text).text == text)
    }

    @Test(arguments: ["{", "a{b", "{}"])
    func aBraceWithoutAFieldIsAnError(_ text: String) {
        let error = #expect(throws: PeriluneError.self) { try pieces(text) }
        #expect(error?.code == "test")
        #expect(error?.message == "is not a valid template: '\(text)'")
    }
}
