import PeriluneCore
import Testing

@testable import URLPatternsPlugin

/// Row by row what CCFURLResponder 0.0.1 did.
struct CompatibleMatchingTests {
    private func set(_ patterns: String...) throws -> PatternSet {
        try PatternSet(
            patterns.map { try URLPattern($0, notification: $0, matching: .compatible) })
    }

    private func match(_ pattern: String, _ url: String) throws -> Value? {
        try set(pattern).match(url).map { .object($0.values) }
    }

    @Test func theFirstOfDuplicatesWins() throws {
        #expect(try set("s:A/s:B", "s:C/s:D", "s:A/s:B").match("x://a/b")?.index == 0)
    }

    @Test func theSchemeIsIgnored() throws {
        #expect(try match("s:A", "anything://a") == ["A": "a"])
        #expect(throws: PeriluneError.self) { try set("app://s:A") }
    }

    @Test func emptyComponentsAreIgnored() throws {
        #expect(try match("s:A/s:B", "x://a///b//") == ["A": "a", "B": "b"])
        #expect(try match("s:A/s:B", "x://a/%2F/b") == ["A": "a", "B": "b"])
    }

    @Test func theCountMustBeEqual() throws {
        #expect(try match("s:A/s:B", "x://a") == nil)
        #expect(try match("s:A/s:B", "x://a/b/c") == nil)
    }

    @Test func queryFragmentPortAndUserAreIgnored() throws {
        #expect(try match("s:A/s:B", "x://me:pw@a:80/b?c=/d#/e") == ["A": "a", "B": "b"])
    }

    @Test func stringsAreDecoded() throws {
        #expect(try match("s:A", "x://Pure%20red") == ["A": "Pure red"])
    }

    @Test(
        arguments: [
            ("abc123", 0), ("12abc", 12), ("3.9", 3), ("1e5", 1), ("٣", 0),
            ("9223372036854775808", .max), ("-9223372036854775809", .min), ("+7", 7), ("-5", -5),
            ("a-5", 0), ("%20%205", 5),
        ] as [(String, Int64)])
    func aDigitAnywhereIsAnInteger(text: String, value: Int64) throws {
        #expect(try match("s:H/i:N", "x://h/\(text)") == ["H": "h", "N": .integer(value)])
    }

    @Test(arguments: ["abc", "-", "+", "."])
    func withoutADigitThereIsNoNumber(text: String) throws {
        #expect(try match("s:H/i:N", "x://h/\(text)") == nil)
        #expect(try match("s:H/f:N", "x://h/\(text)") == nil)
    }

    @Test(arguments: [
        ("1e5", 100_000), ("abc123", 0), ("12abc", 12), ("3.", 3), (".5", 0.5), ("-2.5x", -2.5),
        ("+7", 7), ("٣", 0), ("1e", 1), ("2e+x", 2), ("inf1", 0), ("0x10", 0),
        ("3.14159", Double(Float(3.14159))), ("1e39", .infinity), ("16777217", 16_777_216),
    ])
    func floatsHave32Bits(text: String, value: Double) throws {
        #expect(try match("s:H/f:N", "x://h/\(text)") == ["H": "h", "N": .number(value)])
    }

    @Test func anotherLiteralStillMatchesWithoutItsKey() throws {
        #expect(try match("l:(animal)A/s:B", "x://animal/dog") == ["A": "animal", "B": "dog"])
        #expect(try match("l:(animal)A/s:B", "x://Animal/dog") == ["B": "dog"])
    }

    @Test func anUnknownTypeIsAString() throws {
        #expect(try match("x:A/S:B/long:C", "x://1/2/3") == ["A": "1", "B": "2", "C": "3"])
    }

    @Test func aKeyEndsAtItsFirstOtherCharacter() throws {
        #expect(try match("s:my_key", "x://a") == ["my": "a"])
        #expect(try match("l:(a)my_key", "x://a") == ["my": "a"])
    }

    @Test func theLastValueOfAKeyWins() throws {
        #expect(try match("s:A/s:A", "x://1/2") == ["A": "2"])
    }

    @Test func twoLiteralsUnderOneKeyCompareWithTheLaterText() throws {
        #expect(try match("l:(a)K/l:(b)K", "x://a/a") == [:])
        #expect(try match("l:(a)K/l:(b)K", "x://b/a") == ["K": "b"])
        #expect(try match("l:(a)K/l:(b)K", "x://a/b") == ["K": "b"])
    }

    @Test func textBeforeALiteralIsIgnored() throws {
        #expect(try match("l:((-spiny anteater)K", "x://spiny%20anteater")?["K"] != nil)
        #expect(try match("l:animal)K", "x://animal") == ["K": "animal"])
    }

    @Test func spaceAroundIsSkipped() throws {
        #expect(try match(" s: Key ", "x://a") == ["Key": "a"])
    }

    @Test(arguments: [
        ("", "pattern.empty", 1), ("/s:A", "pattern.empty", 1), ("s:A//s:B", "pattern.empty", 5),
        ("s:A/", "pattern.empty", 5), ("s:A/dog", "pattern.key", 5), (":A", "pattern.key", 1),
        ("s:", "pattern.key", 1), ("s:_a", "pattern.key", 1), ("l:(animal)", "pattern.syntax", 1),
        ("s:A/l:animal", "pattern.syntax", 5), ("l:()Key", "pattern.syntax", 1),
        ("l:(-)", "pattern.syntax", 1), ("l", "pattern.syntax", 1),
    ])
    func anExceptionOrErrorOfTheOriginalIsAnError(
        text: String, code: String, column: Int
    ) throws {
        let error = try #require(throws: PeriluneError.self) { try set(text) }
        #expect(error.code.rawValue == code)
        #expect(error.place.column == column)
        #expect(error.place.sourceLine == text)
    }

    @Test(arguments: ["mstr://?evt=1", "tel:555", "/a/b", "mstr:///?evt=1"])
    func aLinkWithoutHostIsAnError(url: String) throws {
        let error = try #require(throws: PeriluneError.self) { try set("s:A").match(url) }
        #expect(error.code == "pattern.host")
        // The original looked at the host only while it tried a pattern.
        #expect(try set().match(url) == nil)
    }

    @Test func theTestsOfTheOriginalPass() throws {
        let two = try set(
            "l:(animal)CCFAnimal/s:CCFAnimalName", "s:CCFWidget/i:CCFOrderQuantity/f:CCFWeight")
        let animal = try #require(try two.match("ccfurlresponder://animal/dog"))
        #expect(Value.object(animal.values) == ["CCFAnimal": "animal", "CCFAnimalName": "dog"])
        let widget = try #require(try two.match("ccfurlresponder://thneed/98/2.56"))
        #expect(widget.index == 1)
        #expect(
            Value.object(widget.values)
                == [
                    "CCFWidget": "thneed", "CCFOrderQuantity": 98,
                    "CCFWeight": .number(Double(Float(2.56))),
                ])
    }
}
