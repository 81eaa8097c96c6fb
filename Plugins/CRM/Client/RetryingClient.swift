import PeriluneCore

/// A client that repeats requests that are safe to repeat.
///
/// - Any message that was refused before it began (throttled, not connected) is repeated.
/// - A message that may have been carried out is repeated only if that is harmless, or if CRM then reports that the
///   first one happened: reads, updates that set values, creates that carry an identity, and messages that
///   create an activity with an identity.
/// - For anything else, a lost answer is the error `effect.unknown`.
///
/// It waits as long as `Retry-After` says, otherwise by ``RetryPolicy``. At most `concurrency` messages are in flight,
/// because CRM rejects more than 52 per user.
public struct RetryingClient<Base: CRMClient>: CRMClient {
    private let base: Base
    private let policy: RetryPolicy
    private let pacing: Pacing
    private let limit: ConcurrencyLimit

    /// Wraps a client.
    public init(_ base: Base, policy: RetryPolicy = RetryPolicy(), concurrency: Int = 52) {
        self.init(base, policy: policy, concurrency: concurrency, pacing: .system)
    }

    package init(_ base: Base, policy: RetryPolicy, concurrency: Int, pacing: Pacing) {
        self.base = base
        self.policy = policy
        self.pacing = pacing
        limit = ConcurrencyLimit(concurrency)
    }

    /// Sends a message, and retries if that is safe.
    public func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        let repetition = Repetition(of: request)
        let start = pacing.now()
        var tries = 0
        /// Whether an earlier try may have happened.
        var isRepeat = OnceEffect.mayHaveHappened && !repetition.isHarmless
        while true {
            tries += 1
            let attempt = MessageAttempt(isOnce: !repetition.isHarmless)
            let result = await MessageAttempt.$current.withValue(attempt) {
                await self.attempt(request, repetition, isRepeat: isRepeat)
            }
            guard case .failure(let error) = result else { return try result.get() }
            let delay: Duration
            switch AttemptOutcome(error, mayBeSent: attempt.mayBeSent) {
            case .final:
                if case .failure = error, isRepeat { throw Self.unknown(request, error) }
                throw error
            case .notBegun(let seconds):
                delay =
                    seconds.map { .seconds(max(0, $0)) }
                    ?? policy.delay(afterTries: tries, random: pacing.random())
            case .unknown:
                guard repetition.isAllowed else { throw Self.unknown(request, error) }
                isRepeat = !repetition.isHarmless
                delay = policy.delay(afterTries: tries, random: pacing.random())
            case .unreadable:
                throw repetition.isHarmless ? error : Self.unknown(request, error)
            }
            let spent = Duration.microseconds(pacing.now().microseconds - start.microseconds)
            guard tries < policy.attempts, spent + delay <= policy.totalTime else {
                throw isRepeat ? Self.unknown(request, error) : error
            }
            do throws(CRMError) {
                try await wait(delay)
            } catch {
                throw isRepeat ? Self.unknown(request, error) : error
            }
        }
    }

    /// Sends a request once; before the second attempt, it checks whether the first one was carried out.
    private func attempt(
        _ request: OrganizationRequest, _ repetition: Repetition, isRepeat: Bool
    ) async -> Result<OrganizationResponse, CRMError> {
        do throws(CRMError) {
            if isRepeat, case .guarded(let witness?, let answer) = repetition,
                try await exists(witness, of: request)
            {
                return .success(answer)
            }
            do throws(CRMError) {
                return .success(try await once(request))
            } catch {
                guard isRepeat, case .fault(let fault) = error,
                    case .final = AttemptOutcome(error)
                else { throw error }
                switch repetition {
                case .refused(fault.code, let answer): return .success(answer)
                case .guarded(let witness, let answer):
                    if let witness, try await exists(witness, of: request) {
                        return .success(answer)
                    }
                    throw Self.unknown(request, error)
                default: throw error
                }
            }
        } catch {
            return .failure(error)
        }
    }

    /// Whether there is a record.
    ///
    /// - Throws: The error of the check if it can be repeated; otherwise `effect.unknown`, because the message may have
    ///   been carried out.
    private func exists(
        _ record: EntityReference, of request: OrganizationRequest
    ) async throws(CRMError) -> Bool {
        do throws(CRMError) {
            _ = try await once(
                OrganizationRequest(
                    "Retrieve", namespace: .xrm,
                    ["Target": .reference(record), "ColumnSet": .columns(["activityid"])]))
            return true
        } catch {
            if case .fault(let fault) = error, fault.code == .objectDoesNotExist { return false }
            if case .final = AttemptOutcome(error) { throw Self.unknown(request, error) }
            throw error
        }
    }

    private static func unknown(_ request: OrganizationRequest, _ error: CRMError) -> CRMError {
        if error.error.code == .effectUnknown { return error }
        return .failure(
            .effectUnknown("crm.\(request.requestName)", because: error.error.message))
    }

    /// Sends a message once; it counts towards the limit while it is in flight, and not while it waits for a retry.
    private func once(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        guard await limit.acquire() else { throw .failure(.cancelled) }
        do throws(CRMError) {
            let response = try await base.execute(request)
            await limit.release()
            return response
        } catch {
            await limit.release()
            throw error
        }
    }

    private func wait(_ delay: Duration) async throws(CRMError) {
        do {
            try await pacing.sleep(delay)
        } catch {
            throw .failure(.cancelled)
        }
    }
}

extension PeriluneError {
    fileprivate static var cancelled: PeriluneError {
        PeriluneError("http.cancelled", "the request was cancelled")
    }
}
