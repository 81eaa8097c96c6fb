import PeriluneCore
import Testing

@testable import PeriluneNATS

/// The answers of streams to messages.
@Suite struct NATSPublisherTests {
    private func code(_ answer: String) -> String? {
        guard case .failure(let error) = NATSPublisher.outcome(Array(answer.utf8), "s") else {
            return nil
        }
        return error.code.rawValue
    }

    @Test func aStoredMessageHasTheNumberInItsStream() throws {
        let outcome = NATSPublisher.outcome(Array(#"{"stream":"EVENTS","seq":7}"#.utf8), "s")
        #expect(try outcome.get() == 7)
    }

    /// The second one is of servers with replicas, while they store another message of the subject.
    @Test(arguments: [
        #"{"code":400,"err_code":10071,"description":"wrong last sequence: 7"}"#,
        #"{"code":400,"err_code":10164,"description":"wrong last sequence"}"#,
    ])
    func aWrongLastSequenceIsAnErrorOfItsOwn(_ error: String) {
        #expect(code("{\"stream\":\"EVENTS\",\"seq\":0,\"error\":\(error)}") == "nats.sequence")
    }

    @Test func aMessageBeyondTheLimitsOfTheStreamIsRefused() {
        #expect(
            code(#"{"error":{"code":400,"err_code":10054,"description":"too large"}}"#)
                == "nats.refused")
    }

    @Test func anAnswerThatIsNotOneOfAStreamIsAnError() {
        #expect(code("{}") == "nats.publish")
        #expect(code("stored") == "nats.publish")
    }
}
