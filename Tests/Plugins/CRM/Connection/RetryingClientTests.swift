import PeriluneCore
import Synchronization
import Testing

@testable import CRMPlugin

struct RetryingClientTests {
    private let time = ManualTime()
    private let id = GUID(high: 1, low: 2)

    private func client(
        _ answers: [Result<AttributeCollection, CRMError>], policy: RetryPolicy = RetryPolicy()
    ) -> (RetryingClient<ScriptedClient>, ScriptedClient) {
        let base = ScriptedClient(answers)
        return (
            RetryingClient(base, policy: policy, concurrency: 52, pacing: time.pacing), base
        )
    }

    private static let timeout = CRMError.failure(PeriluneError("http.timeout", "too slow"))
    private static let refused = CRMError.failure(PeriluneError("http.connect", "refused"))
    private static let gateway = CRMError.failure(PeriluneError(.crmUnavailable, "503"))
    private static let duplicate = CRMError.fault(CRMFault(.duplicateRecord, "duplicate key"))
    private static let missing = CRMError.fault(CRMFault(.objectDoesNotExist, "no such record"))
    private static func throttled(_ seconds: Double?) -> CRMError {
        .fault(CRMFault(.throttledCount, "slow down", retryAfter: seconds))
    }

    private var create: OrganizationRequest {
        OrganizationRequest("Create", ["Target": .entity(Entity("task", id: id))])
    }

    @Test func doesNotWaitIfNothingFails() async throws {
        let (client, base) = client([.success(["id": .guid(id)])])
        let made = try await client.create(Entity("task"))
        #expect(made == id)
        #expect(base.count == 1)
        #expect(time.sleeps.isEmpty)
    }

    @Test(arguments: [timeout, gateway, refused, throttled(1)])
    func repeatsARead(_ error: CRMError) async throws {
        let (client, base) = client([.failure(error), .failure(error), .success([:])])
        _ = try await client.execute(OrganizationRequest("RetrieveMultiple"))
        #expect(base.count == 3)
    }

    @Test func doublesTheWaitUpToItsLimit() async {
        let policy = RetryPolicy(
            attempts: 6, firstDelay: .seconds(1), longestDelay: .seconds(5), totalTime: .seconds(99)
        )
        let (client, _) = client(Array(repeating: .failure(Self.timeout), count: 9), policy: policy)
        await #expect(throws: CRMError.self) {
            _ = try await client.execute(OrganizationRequest("WhoAmI"))
        }
        #expect(time.sleeps.map { ($0 / .seconds(1)).rounded() } == [1, 2, 4, 5, 5])
    }

    @Test func waitsAsLongAsCRMAsks() async throws {
        let (client, _) = client([.failure(Self.throttled(17.5)), .success([:])])
        _ = try await client.execute(OrganizationRequest("WinOpportunity"))
        #expect(time.sleeps == [.seconds(17.5)])
    }

    @Test func doesNotWaitLongerThanAllowed() async {
        let (client, base) = client([.failure(Self.throttled(301)), .success([:])])
        await #expect(throws: Self.throttled(301)) {
            _ = try await client.execute(OrganizationRequest("WhoAmI"))
        }
        #expect(base.count == 1)
    }

    private static let harmful = [
        OrganizationRequest("ReviseQuote"), OrganizationRequest("WinOpportunity"),
        OrganizationRequest("Create", ["Target": .entity(Entity("task"))]),
    ]

    private static let unreadable = CRMError.failure(PeriluneError("crm.answer", "not JSON"))
    private static let cancelled = CRMError.failure(PeriluneError("http.cancelled", "cancelled"))

    @Test(arguments: [timeout, gateway, unreadable, cancelled], harmful)
    func doesNotRepeatARequestThatMayHaveSucceeded(
        _ error: CRMError, _ request: OrganizationRequest
    ) async {
        let (client, base) = client([.failure(error), .success([:])])
        let thrown = await #expect(throws: CRMError.self) {
            _ = try await client.execute(request)
        }
        #expect(thrown?.error.code == .effectUnknown)
        #expect(thrown?.error.message.contains("crm.\(request.requestName)") == true)
        #expect(base.count == 1)
    }

    @Test func aConditionalUpdateIsRepeatedAndItsRefusalIsAmbiguous() async throws {
        let request = OrganizationRequest(
            "Update",
            ["Target": .entity(Entity("task", id: id)), "ConcurrencyBehavior": .option(1)])
        let (client, base) = client([.failure(Self.timeout), .success([:])])
        _ = try await client.execute(request)
        #expect(base.count == 2)
        let stale = CRMError.fault(CRMFault(.concurrencyVersionMismatch, "another version"))
        let (other, _) = self.client([.failure(Self.timeout), .failure(stale)])
        let thrown = await #expect(throws: CRMError.self) { _ = try await other.execute(request) }
        #expect(thrown?.error.code == .effectUnknown)
        // Without an attempt before, the refusal is one.
        let (first, _) = self.client([.failure(stale)])
        await #expect(throws: stale) { _ = try await first.execute(request) }
    }

    private var win: OrganizationRequest {
        OrganizationRequest(
            "WinOpportunity",
            ["OpportunityClose": .entity(Entity("opportunityclose", id: id)), "Status": .option(3)])
    }

    @Test func asksForTheActivityBeforeItClosesARecordAgain() async throws {
        let (done, base) = client([.failure(Self.timeout), .success([:])])
        _ = try await done.execute(win)
        #expect(base.names == ["WinOpportunity", "Retrieve"])
        let (lost, again) = client([
            .failure(Self.timeout), .failure(Self.missing), .success([:]),
        ])
        _ = try await lost.execute(win)
        #expect(again.names == ["WinOpportunity", "Retrieve", "WinOpportunity"])
    }

    @Test func aClosingThatOvertakesItsRepetitionSucceeded() async throws {
        let closed = CRMError.fault(CRMFault(.invalidState, "already closed"))
        let (client, base) = client([
            .failure(Self.timeout), .failure(Self.missing), .failure(closed), .success([:]),
        ])
        _ = try await client.execute(win)
        #expect(base.count == 4)
        let (other, _) = self.client([
            .failure(Self.timeout), .failure(Self.missing), .failure(closed),
            .failure(Self.missing),
        ])
        let thrown = await #expect(throws: CRMError.self) { _ = try await other.execute(win) }
        #expect(thrown?.error.code == .effectUnknown)
    }

    /// The check may not be allowed to read activities.
    @Test func aClosingWhoseActivityCannotBeReadIsUnknown() async {
        let denied = CRMError.fault(CRMFault(.privilegeDenied, "no read access"))
        let (before, base) = client([.failure(Self.timeout), .failure(denied)])
        let thrown = await #expect(throws: CRMError.self) { _ = try await before.execute(win) }
        #expect(thrown?.error.code == .effectUnknown)
        #expect(base.names == ["WinOpportunity", "Retrieve"])
        let closed = CRMError.fault(CRMFault(.invalidState, "already closed"))
        let (after, _) = client([
            .failure(Self.timeout), .failure(Self.missing), .failure(closed), .failure(denied),
        ])
        let other = await #expect(throws: CRMError.self) { _ = try await after.execute(win) }
        #expect(other?.error.code == .effectUnknown)
    }

    @Test func aMessageOfAnInterruptedEventIsARepetitionFromTheStart() async throws {
        let (client, base) = client([.success([:])])
        _ = try await OnceEffect.$mayHaveHappened.withValue(true) {
            try await client.execute(win)
        }
        #expect(base.names == ["Retrieve"])
        let (other, _) = self.client([.failure(Self.duplicate)])
        let made = try await OnceEffect.$mayHaveHappened.withValue(true) {
            try await other.execute(create)
        }
        #expect(made.results["id"] == .guid(id))
    }

    @Test func aWriteWhoseAttemptsAreUsedUpIsUnknown() async {
        let (client, _) = client(Array(repeating: .failure(Self.timeout), count: 9))
        let thrown = await #expect(throws: CRMError.self) { _ = try await client.execute(create) }
        #expect(thrown?.error.code == .effectUnknown)
        let (away, _) = self.client(
            [.failure(Self.timeout)] + Array(repeating: .failure(Self.refused), count: 9))
        let other = await #expect(throws: CRMError.self) { _ = try await away.execute(create) }
        #expect(other?.error.code == .effectUnknown)
        let (reads, _) = self.client(Array(repeating: .failure(Self.timeout), count: 9))
        await #expect(throws: Self.timeout) {
            _ = try await reads.execute(OrganizationRequest("WhoAmI"))
        }
    }

    @Test func repeatsARequestThatFailsBeforeItIsSent() async throws {
        let base = WithoutToken()
        let client = RetryingClient(
            base, policy: RetryPolicy(), concurrency: 1, pacing: time.pacing)
        _ = try await client.execute(OrganizationRequest("ReviseQuote"))
        #expect(base.count.load(ordering: .relaxed) == 2)
    }

    @Test func repeatsAnythingThatNeverArrived() async throws {
        let (client, base) = client([.failure(Self.refused), .success([:])])
        _ = try await client.execute(OrganizationRequest("WinOpportunity"))
        #expect(base.count == 2)
    }

    @Test func findsItsOwnRecordOnARepeatedCreate() async throws {
        let (client, base) = client([.failure(Self.timeout), .failure(Self.duplicate)])
        let response = try await client.execute(create)
        #expect(response.results["id"] == .guid(id))
        #expect(base.count == 2)
    }

    @Test func reportsADuplicateThatIsNotItsOwn() async {
        let (client, _) = client([.failure(Self.duplicate)])
        await #expect(throws: Self.duplicate) { _ = try await client.execute(create) }
        // Throttled is not begun: the record is another's.
        let (other, _) = self.client([.failure(Self.throttled(1)), .failure(Self.duplicate)])
        await #expect(throws: Self.duplicate) { _ = try await other.execute(create) }
    }

    @Test func treatsARepeatedDeleteAsDone() async throws {
        let (client, _) = client([.failure(Self.timeout), .failure(Self.missing)])
        try await client.delete("task", id)
    }

    @Test func doesNotRepeatARefusal() async {
        let (client, base) = client([.failure(Self.missing), .success([:])])
        await #expect(throws: Self.missing) {
            _ = try await client.execute(OrganizationRequest("Retrieve"))
        }
        #expect(base.count == 1)
    }

    @Test func endsWhenItsTaskIsCancelled() async {
        let (client, base) = client(Array(repeating: .failure(Self.timeout), count: 9))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.execute(OrganizationRequest("WhoAmI"))
        }
        let result = await task.result
        #expect(throws: CRMError.self) { try result.get() }
        #expect(base.count == 0)
    }

    @Test func limitsConcurrentRequests() async throws {
        let base = CountingClient()
        let client = RetryingClient(
            base, policy: RetryPolicy(), concurrency: 3, pacing: time.pacing)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { _ = try await client.execute(OrganizationRequest("WhoAmI")) }
            }
            try await group.waitForAll()
        }
        #expect(base.most <= 3)
        #expect(base.all == 100)
    }

    @Test func leavesTheQueueWhenCancelled() async {
        let limit = ConcurrencyLimit(1)
        #expect(await limit.acquire())
        let waiting = Task { await limit.acquire() }
        waiting.cancel()
        #expect(await waiting.value == false)
        await limit.release()
        #expect(await limit.acquire())
    }
}

/// Answers what it was told to, in order.
final class ScriptedClient: CRMClient {
    private let state: Mutex<(answers: [Result<AttributeCollection, CRMError>], names: [String])>

    init(_ answers: [Result<AttributeCollection, CRMError>]) { state = Mutex((answers, [])) }

    var count: Int { names.count }
    /// The messages that came, in order.
    var names: [String] { state.withLock { $0.names } }

    func execute(_ request: OrganizationRequest) async throws(CRMError) -> OrganizationResponse {
        let answer = state.withLock { state in
            state.names.append(request.requestName)
            return state.answers.isEmpty ? .success([:]) : state.answers.removeFirst()
        }
        return OrganizationResponse(request.requestName, try answer.get())
    }
}

/// Counts how many messages are under way.
private final class CountingClient: CRMClient {
    private let state = Mutex((now: 0, most: 0, all: 0))

    var most: Int { state.withLock { $0.most } }
    var all: Int { state.withLock { $0.all } }

    func execute(_ request: OrganizationRequest) async throws(CRMError) -> OrganizationResponse {
        state.withLock { state in
            state.now += 1
            state.all += 1
            state.most = max(state.most, state.now)
        }
        for _ in 0..<5 { await Task.yield() }
        state.withLock { $0.now -= 1 }
        return OrganizationResponse(request.requestName)
    }
}

/// Gets its token with the second attempt, and reports what it sends.
private final class WithoutToken: CRMClient {
    let count = Atomic(0)

    func execute(_ request: OrganizationRequest) async throws(CRMError) -> OrganizationResponse {
        MessageAttempt.markPreparing()
        guard count.add(1, ordering: .relaxed).newValue > 1 else {
            throw .failure(PeriluneError("http.timeout", "no token"))
        }
        _ = MessageAttempt.markSent()
        return OrganizationResponse(request.requestName)
    }
}
