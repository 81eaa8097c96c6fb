import PeriluneCore
import Testing

@testable import PeriluneTesting

struct ComparisonTests {
    private func differences(
        _ expected: Value, in found: Value, _ strictness: Comparison.Strictness = .whole
    ) -> [String] {
        Comparison.differences(expected, in: found, at: [.name("r")], strictness)
            .map(\.description)
    }

    @Test func differencesSayWhere() {
        let found = differences(
            ["a": [1, ["b": "x"]], "c": nil], in: ["a": [1, ["b": "y", "d": 1]]], .partly)
        #expect(found == [#"r.a[2].b is "y", expected "x""#, "r.c is missing, expected null"])
    }

    @Test func secretsAreMasked() {
        let found = differences(
            ["password": "a", "auth": ["b"], "x": ["token": ["c"]], "y": 1],
            in: ["password": "d", "auth": ["e"], "x": 2, "y": ["text": "password: |\n  f"]])
        #expect(
            found == [
                #"r.password is "***", expected "***""#, #"r.auth[1] is "***", expected "***""#,
                #"r.x is 2, expected {"token":"***"}"#,
                #"r.y is {"text":"password: |\n  ***"}, expected 1"#,
            ])
    }

    @Test func anUnexpectedMemberIsADifferenceUnlessPartial() {
        #expect(differences(["a": 1], in: ["a": 1, "b": 2]) == ["r.b is 2, not expected"])
        #expect(differences(["a": 1], in: ["a": 1, "b": 2], .partly).isEmpty)
    }

    @Test func numbersAreTheSameHoweverTheyAreWritten() {
        #expect(differences(2, in: 2.0).isEmpty)
        #expect(differences(2, in: 2.5) == ["r is 2.5, expected 2"])
    }

    @Test func anEmptyTableIsAnEmptyList() {
        #expect(differences([:], in: []).isEmpty)
        #expect(differences(.array([]), in: [:]).isEmpty)
    }

    @Test func listsOfAnotherLengthAreShownWhole() {
        #expect(differences([1, 2], in: [1]) == ["r: expected 2 values, found 1"])
    }

    @Test func matchersStandForManyValues() {
        let any: Value = ["test.matcher": "any"]
        let absent: Value = ["test.matcher": "absent"]
        let digits: Value = ["test.matcher": "matches", "pattern": "^%d+$"]
        #expect(differences(["a": any, "b": absent], in: ["a": 1]).isEmpty)
        #expect(differences(["a": any], in: ["a": nil]) == ["r.a is null, expected test.any"])
        #expect(differences(["b": absent], in: ["b": 1]) == ["r.b is 1, expected test.absent"])
        #expect(differences(digits, in: "123").isEmpty)
        #expect(differences(digits, in: 123).isEmpty)
        #expect(differences(digits, in: "12 3").count == 1)
    }

    @Test func aBrokenPatternMatchesNothing() {
        let broken: Value = ["test.matcher": "matches", "pattern": "%"]
        #expect(differences(broken, in: "%") == [##"r is "%", expected test.matches("%")"##])
    }

    @Test func approxAllowsATolerance() {
        let near: Value = ["test.matcher": "approx", "number": 0.3, "tolerance": 0.001]
        #expect(differences(near, in: 0.3001).isEmpty)
        #expect(differences(near, in: 0.31).count == 1)
        #expect(differences(near, in: "0.3").count == 1)
    }

    @Test func containsMatchesPartsOfTextsAndLists() {
        let word: Value = ["test.matcher": "contains", "value": "moon"]
        let element: Value = ["test.matcher": "contains", "value": ["a": 1]]
        #expect(differences(word, in: "the moon").isEmpty)
        #expect(differences(word, in: "the sun").count == 1)
        #expect(differences(element, in: [["a": 2], ["a": 1, "b": 3]]).isEmpty)
        #expect(differences(element, in: [["a": 2]]).count == 1)
    }

    @Test func pathsAreWrittenAsInLua() {
        let path: [Difference.Step] = [
            .name("a"), .element(2), .name("first name"), .name("b"), .name("1st"),
        ]
        #expect(path.text == #"a[2]["first name"].b["1st"]"#)
    }
}
