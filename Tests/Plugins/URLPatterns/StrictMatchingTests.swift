import PeriluneCore
import Testing

@testable import URLPatternsPlugin

struct StrictMatchingTests {
    private func match(_ pattern: String, _ url: String) throws -> Value? {
        let set = try PatternSet([URLPattern(pattern, notification: "N")])
        return try set.match(url).map { .object($0.values) }
    }

    @Test func matchesTheSeedsExamples() throws {
        #expect(
            try match(
                "/l:(animal)MyAnimalDomainKey/s:MyAnimalNameKey/f:MyAverageWeightKey",
                "ccfurlresponder://animal/platypus/8.0")
                == [
                    "MyAnimalDomainKey": "animal", "MyAnimalNameKey": "platypus",
                    "MyAverageWeightKey": 8.0,
                ])
        #expect(
            try match(
                "/s:MyColorNameKey/f:MyRedKey/f:MyGreenKey/f:MyBlueKey",
                "ccfurlresponder://Pure%20red/1.0/0.0/0.0")
                == [
                    "MyColorNameKey": "Pure red", "MyRedKey": 1.0, "MyGreenKey": 0.0,
                    "MyBlueKey": 0.0,
                ])
        #expect(
            try match(
                "l:(animal)D/s:Animal/f:Weight/i:Years",
                "ccfurlresponder://animal/spiny%20anteater/8/50")
                == ["D": "animal", "Animal": "spiny anteater", "Weight": 8.0, "Years": 50])
    }

    @Test func aLiteralMustMatchExactly() throws {
        #expect(try match("l:(animal)A/s:B", "x://animal/dog") != nil)
        #expect(try match("l:(animal)A/s:B", "x://Animal/dog") == nil)
        #expect(try match("l:(animal)A/s:B", "x://color/red") == nil)
        #expect(try match("l:(animal)A/s:B", "x://%61nimal/red") != nil)
    }

    @Test(arguments: ["abc123", "12abc", "3.9", "1e5", "+7", "", "-", "٣", "1 ", "0x1"])
    func anIntegerIsAnchored(text: String) throws {
        #expect(try match("l:(a)A/i:N/s:Z", "x://a/\(text)/z") == nil)
    }

    @Test(arguments: [("0", 0), ("-12", -12), ("007", 7), ("%31", 1)] as [(String, Int64)])
    func anIntegerIsExact(text: String, value: Int64) throws {
        #expect(try match("i:N", "x://\(text)") == ["N": .integer(value)])
    }

    @Test(arguments: ["1.", ".5", "1e", "1e+", "abc", "1.2.3", "inf", "nan", "+1", "--1", "1e5x"])
    func aNumberIsAnchored(text: String) throws {
        #expect(try match("f:N", "x://h/\(text)") == nil)
        #expect(try match("s:H/f:N", "x://h/\(text)") == nil)
    }

    @Test(arguments: [("8", 8), ("-0.25", -0.25), ("1e5", 100_000), ("2.5E-1", 0.25)])
    func aNumberHas64Bits(text: String, value: Double) throws {
        #expect(try match("s:H/f:N", "x://h/\(text)") == ["H": "h", "N": .number(value)])
    }

    @Test func theWholeRangeOfIntegersFits() throws {
        #expect(try match("i:N", "x://9223372036854775807") == ["N": .integer(.max)])
        #expect(try match("i:N", "x://-9223372036854775808") == ["N": .integer(.min)])
    }

    @Test(arguments: [
        ("i:N", "9223372036854775808"), ("i:N", "-9223372036854775809"), ("f:N", "1e400"),
        ("f:N", "-1e400"),
    ])
    func aNumberThatDoesNotFitIsAnError(pattern: String, text: String) throws {
        let url = "x://\(text)"
        // A pattern behind it must not take the URL in silence.
        let set = try PatternSet(
            [pattern, "s:Text"].map { try URLPattern($0, notification: "N") })
        let error = try #require(throws: PeriluneError.self) { try set.match(url) }
        #expect(error.code == "pattern.range")
        #expect(error.place.column == 5)
        #expect(error.place.sourceLine == url)
    }

    @Test func emptyComponentsQueryFragmentUserAndPortDoNotCount() throws {
        let expected: Value = ["A": "a", "B": "b"]
        for url in [
            "x://a/b", "x://a//b/", "x:///a/b", "x://a/b?q=/c", "x://a/b#/c", "x://u:p@a:80/b",
            "/a/b", "a/b", "x:a/b", "//a/b",
        ] {
            #expect(try match("s:A/s:B", url) == expected, "\(url)")
        }
    }

    @Test func schemeOnlyLinksHaveNoComponents() throws {
        for url in ["mstr://?evt=10000001", "mstr:///?evt=1", "mstr:", "", "#x", "?a/b"] {
            #expect(try match("s:A", url) == nil, "\(url)")
        }
        #expect(try match("s:Number", "tel:5551234") == ["Number": "5551234"])
    }

    @Test func anEncodedSlashStaysInItsComponent() throws {
        #expect(try match("s:A/s:B", "x://h/a%2Fb") == ["A": "h", "B": "a/b"])
    }

    @Test func componentsThatAreNotUTF8StayEncoded() throws {
        #expect(try match("s:A", "x://%FFa") == ["A": "%FFa"])
        #expect(try match("s:A", "x://%zz%4") == ["A": "%zz%4"])
    }

    @Test func aSchemeIsComparedOnlyIfThePatternHasOne() throws {
        #expect(try match("app://s:A", "APP://a") != nil)
        #expect(try match("app://s:A", "other://a") == nil)
        #expect(try match("app://s:A", "a") == nil)
        #expect(try match("s:A", "other://a") != nil)
    }

    @Test func longPatternsMatch() throws {
        let pattern = (0..<40).map { "i:K\($0)" }.joined(separator: "/")
        let url = "x://" + (0..<40).map(String.init).joined(separator: "/")
        #expect(try match(pattern, url)?["K39"] == 39)
        #expect(try match(pattern, url + "/40") == nil)
    }

    @Test func modesDoNotMix() throws {
        let error = #expect(throws: PeriluneError.self) {
            try PatternSet([
                URLPattern("s:A", notification: "N"),
                URLPattern("s:A", notification: "N", matching: .compatible),
            ])
        }
        #expect(error?.code == "pattern.mixed")
    }
}
