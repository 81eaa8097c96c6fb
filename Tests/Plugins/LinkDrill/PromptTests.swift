import LinkDrillPlugin
import PeriluneCore
import Testing

struct PromptTests {
    private func values(_ text: String) -> [String?] {
        ValuePromptAnswers(encoded: text, plusIsSpace: false).answers
    }

    private func elements(_ text: String) -> ElementPromptAnswers {
        ElementPromptAnswers(encoded: text, plusIsSpace: false)
    }

    @Test func readsAllCaretsAsOneDelimiter() {
        #expect(values("1%5e2%5E3^4") == ["1", "2", "3", "4"])
    }

    @Test func readsAnEmptySlotAsUnanswered() {
        #expect(values("%5e%5e2007") == [nil, nil, "2007"])
        #expect(values("a^") == ["a", nil])
        #expect(values("") == [nil])
    }

    @Test func decodesAfterSplitting() {
        #expect(values("a%2Cb%20c^%255e") == ["a,b c", "%5e"])
        #expect(ValuePromptAnswers(encoded: "a+b", plusIsSpace: true).answers == ["a b"])
    }

    @Test func readsElementAnswers() {
        let answers = elements("A;A:1%5eNorth;A:2^South%20West,B;B:7")
        #expect(answers.problems.isEmpty)
        #expect(answers.prompts.map(\.attribute) == ["A", "B"])
        #expect(answers.prompts[0].elements.map(\.identifier) == ["1", "2"])
        #expect(answers.prompts[0].elements.map(\.displayName) == ["North", "South West"])
        #expect(answers.prompts[1].elements.map(\.displayName) == [nil])
    }

    @Test func keepsEncodedStructureAsText() {
        let answers = elements("A;A:1%2C2%3B3%3A4%5eX%2CY")
        #expect(answers.prompts.count == 1)
        #expect(answers.prompts[0].elements.map(\.identifier) == ["1,2;3:4"])
        #expect(answers.prompts[0].elements.map(\.displayName) == ["X,Y"])
    }

    @Test func keepsFurtherColonsAndCarets() {
        let answers = elements("A;A:1:2^N^M")
        #expect(answers.prompts[0].elements.map(\.identifier) == ["1:2"])
        #expect(answers.prompts[0].elements.map(\.displayName) == ["N^M"])
    }

    @Test(arguments: [
        ("", 2), ("A", 1), ("A;x", 1), ("A;B:1", 1), (",A;A:1", 2), ("A%3BA%3A1", 1),
    ])
    func tellsWhatIsWrong(text: String, problems: Int) {
        #expect(elements(text).problems.count == problems)
    }

    @Test func returnsAnswersAsValuesOfAnEvent() throws {
        let link = try Link(
            "mstrWeb?evt=4001&reportName=R&valuePromptAnswers=1%5e%5ea+b"
                + "&elementsPromptAnswers=A;A:1%5eNorth")
        let event = try #require(LinkEvent.resolve(link).first)
        #expect(event["valuePromptAnswers"]?.value == ["1", nil, "a b"])
        #expect(
            event["elementsPromptAnswers"]?.value == [
                [
                    "attribute": "A",
                    "elements": [["attribute": "A", "id": "1", "displayName": "North"]],
                ]
            ])
        #expect(event.warnings.isEmpty)
    }

    @Test func warnsOfAnswersThatDoNotFollowTheGrammar() throws {
        let link = try Link("mstr://?evt=4001&reportName=R&elementsPromptAnswers=A;x")
        #expect(LinkEvent.resolve(link).first?.warnings.map(\.code) == ["link.prompt"])
    }
}
