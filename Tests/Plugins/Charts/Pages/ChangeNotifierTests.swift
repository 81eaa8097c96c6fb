import PeriluneCore
import Synchronization
import Testing

@testable import ChartsPlugin

@Suite(.timeLimit(.minutes(5))) struct ChangeNotifierTests {
    @Test func allWaitingRequestsAreNotifiedOfAChange() {
        let (notifier, answers) = (ChangeNotifier(), Answers())
        for _ in 0..<3 { notifier.wait(after: 1, answers.add) }
        #expect(answers.all == [])
        notifier.notify()
        #expect(answers.all == Array(repeating: "retry: 50\nid: 2\ndata: 2\n\n", count: 3))
    }

    @Test func aMissedChangeIsReportedAtOnce() {
        let (notifier, answers) = (ChangeNotifier(), Answers())
        notifier.notify()
        notifier.wait(after: 1, answers.add)
        #expect(answers.all == ["retry: 50\nid: 2\ndata: 2\n\n"])
    }

    @Test func oneRequestTooManyIsToldToComeBackLater() {
        let (notifier, answers) = (ChangeNotifier(limit: 2), Answers())
        for _ in 0..<3 { notifier.wait(after: 1, answers.add) }
        #expect(answers.all == ["retry: 5000\n: too many windows\n\n"])
    }

    @Test func aRequestDoesNotWaitForLong() async {
        let notifier = ChangeNotifier(patience: .milliseconds(1))
        for _ in 0..<2 {
            let answer = await withCheckedContinuation { continuation in
                notifier.wait(after: 1) { continuation.resume(returning: $0.text) }
            }
            #expect(answer == "retry: 50\n: nothing has changed\n\n")
        }
    }
}

/// The answers that were given.
private final class Answers: Sendable {
    private let answers = Mutex<[String]>([])

    var all: [String] { answers.withLock(\.self) }

    func add(_ response: HTTPResponse) { answers.withLock { $0.append(response.text) } }
}
