import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

@testable import CRMPlugin
@testable import CRMSandboxPlugin

/// What happens to each message of the sandbox if its answer is lost.
struct RepetitionTests {
    private static let updates: Set = ["Update", "Upsert", "SetState", "Assign", "Disassociate"]

    @Test func onlyReadsAndUpdatesAreRepeatedUnconditionally() {
        for handler in MessageTable().all {
            let repetition = Repetition(of: OrganizationRequest(handler.name))
            #expect(
                repetition.isHarmless == (handler.isRead || Self.updates.contains(handler.name)),
                "\(handler.name)")
        }
    }

    /// Counts the requests that are sent, and loses every answer.
    private final class Loss: Sendable {
        private let sent = Mutex<[Bool]>([])

        /// Whether each request was to be sent at most once.
        var requests: [Bool] { sent.withLock(\.self) }

        func send(_ request: HTTPClientRequest) throws(PeriluneError) -> HTTPResponse {
            sent.withLock { $0.append(request.isAtMostOnce) }
            throw PeriluneError("http.truncated", "the answer was lost")
        }
    }

    private static let pacing = Pacing(
        now: { Timestamp(microseconds: 0) }, sleep: { _ in }, random: { 0 })

    /// The error that a message ends with, if its answers are lost.
    private func lose(
        _ request: OrganizationRequest, _ client: some CRMClient
    ) async -> PeriluneError? {
        let retrying = RetryingClient(
            client, policy: RetryPolicy(attempts: 3), concurrency: 1, pacing: Self.pacing)
        do throws(CRMError) {
            _ = try await retrying.execute(request)
            return nil
        } catch {
            return error.error
        }
    }

    @Test(arguments: AllMessagesTests.names)
    func aMessageWithALostAnswerIsRepeatedOnlyIfHarmless(_ name: String) async throws {
        let repetition = Repetition(of: OrganizationRequest(name))
        for isSOAP in [true, false] {
            let loss = Loss()
            let error: PeriluneError?
            if isSOAP {
                let client = try SOAPClient("http://sandbox") { request throws(PeriluneError) in
                    try loss.send(request)
                }
                error = await lose(OrganizationRequest(name), client)
            } else {
                let client = try WebAPIClient(
                    url: "http://sandbox", token: FixedToken(nil), schema: .standard
                ) { request throws(PeriluneError) in try loss.send(request) }
                error = await lose(OrganizationRequest(name), client)
                // Without its parameters, not every message is a request.
                if loss.requests.isEmpty { continue }
            }
            if repetition.isHarmless {
                #expect(loss.requests.count == 3)
                #expect(error?.code == "http.truncated")
            } else {
                #expect(
                    loss.requests == Array(repeating: true, count: repetition.isAllowed ? 3 : 1))
                #expect(error?.code == .effectUnknown)
            }
        }
    }
}
