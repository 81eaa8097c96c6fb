import PeriluneCore
import Testing

@testable import PeriluneTesting

/// Effects that a case answers.
struct AnswerTests {
    private func book(_ answers: [(String, Value)]) -> PreparedAnswers {
        let book = PreparedAnswers()
        book.declare(.init(answers))
        return book
    }

    private func ask(_ book: PreparedAnswers, _ kind: String, _ request: Value) throws -> Value? {
        guard case .answered(let answer) = try book.begin("id", kind: kind, request: request)
        else { return "carried out" }
        return try answer.get()
    }

    @Test func theMostSpecificAnswerIsUsed() throws {
        let book = book([
            ("crm.retrieve", 1), ("crm.retrieve lead", 2), ("crm.retrieve lead 7", 3),
        ])
        #expect(try ask(book, "crm.retrieve", ["entity": "task", "record": "7"]) == 1)
        #expect(try ask(book, "crm.retrieve", ["entity": "lead", "record": "8"]) == 2)
        #expect(try ask(book, "crm.retrieve", ["entity": "lead", "record": "7"]) == 3)
        #expect(book.calls.count == 3)
        #expect(book.calls[1]["call"] == "crm.retrieve lead")
        #expect(book.unexpected.isEmpty)
    }

    @Test func anEffectWithoutAnAnswerIsRefused() throws {
        let book = book([("crm.retrieve lead", 1)])
        let error = #expect(throws: PeriluneError.self) {
            try ask(book, "crm.retrieve", ["entity": "leed"])
        }
        #expect(error?.message == "the case declares no answer for 'crm.retrieve leed'")
        #expect(error?.hint == "did you mean 'crm.retrieve lead'?")
        #expect(book.unexpected.count == 1)
    }

    @Test func effectsWithoutAnswersArePerformed() throws {
        let book = book([("crm.retrieve lead", 1)])
        #expect(try ask(book, "snapshot", ["view": "sales"]) == "carried out")
        #expect(book.calls.isEmpty)
    }

    @Test func answersOfASequenceAreUsedInOrder() throws {
        let book = book([
            (
                "mail",
                [
                    "test.matcher": "sequence",
                    "values": [1, ["test.matcher": "error", "code": "x"]],
                ]
            )
        ])
        #expect(try ask(book, "mail", [:]) == 1)
        #expect(throws: PeriluneError.self) { try ask(book, "mail", [:]) }
        #expect(throws: PeriluneError.self) { try ask(book, "mail", [:]) }
    }
}
