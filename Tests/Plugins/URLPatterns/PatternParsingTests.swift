import PeriluneCore
import Testing

@testable import URLPatternsPlugin

struct PatternParsingTests {
    @Test func readsTheSeedsPatterns() throws {
        let text = "/l:(animal)MyAnimalDomainKey/s:MyAnimalNameKey/f:MyAverageWeightKey"
        let pattern = try URLPattern(text, notification: "Animal")
        #expect(
            pattern.components == [
                .init(kind: .literal("animal"), key: "MyAnimalDomainKey"),
                .init(kind: .string, key: "MyAnimalNameKey"),
                .init(kind: .float, key: "MyAverageWeightKey"),
            ])
        #expect(pattern.scheme == nil)
    }

    @Test func readsAPatternWithoutLeadingSlash() throws {
        let pattern = try URLPattern("l:(color)Domain/i:Count", notification: "Color")
        #expect(pattern.components.map(\.key) == ["Domain", "Count"])
    }

    @Test func readsASchemeInLowerCase() throws {
        let pattern = try URLPattern("MyApp+1://s:Name", notification: "N")
        #expect(pattern.scheme == "myapp+1")
        #expect(pattern.components == [.init(kind: .string, key: "Name")])
    }

    @Test func keepsSpacesInLiteralsAndPunctuationInKeys() throws {
        let pattern = try URLPattern("l:(spiny anteater)my_key-1.é", notification: "N")
        #expect(
            pattern.components == [.init(kind: .literal("spiny anteater"), key: "my_key-1.é")])
    }

    @Test func remembersWhereItWasRegistered() throws {
        let here = try URLPattern("s:A", notification: "N")
        #expect(here.place.file?.hasSuffix("PatternParsingTests.swift") == true)
        #expect(here.place.line != nil)
        let there = PeriluneError.Place(file: "rules.lua", line: 3)
        #expect(try URLPattern("s:A", notification: "N", place: there).place == there)
    }

    @Test(arguments: [
        ("", "pattern.empty", 1), ("/", "pattern.empty", 2), ("app://", "pattern.empty", 7),
        ("s:A//s:B", "pattern.empty", 5), ("s:A/", "pattern.empty", 5),
        ("//s:A", "pattern.empty", 2), ("animal", "pattern.syntax", 1),
        ("s:A/dog", "pattern.syntax", 5), ("l:animal", "pattern.syntax", 3),
        ("l:", "pattern.syntax", 3), ("l:(animal", "pattern.syntax", 10),
        ("l:()Key", "pattern.syntax", 4), ("x:Key", "pattern.type", 1),
        ("S:Key", "pattern.type", 1), (":Key", "pattern.type", 1), ("s:", "pattern.key", 3),
        ("l:(animal)", "pattern.key", 11), ("s:my key", "pattern.key", 5),
        ("s:é:", "pattern.key", 5), ("l:(a)b)K", "pattern.key", 7),
        ("s:A/i:A", "pattern.key", 7), ("my_app://s:A", "pattern.scheme", 1),
    ])
    func refusesWithTheColumn(text: String, code: String, column: Int) throws {
        let error = try #require(throws: PeriluneError.self) {
            try URLPattern(text, notification: "N")
        }
        #expect(error.code.rawValue == code)
        #expect(error.place.column == column)
        #expect(error.place.sourceLine == text)
        #expect(error.hint != nil)
    }
}
