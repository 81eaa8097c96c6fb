import PeriluneCore

/// A client that tries again what is safe to try again.
///
/// - What was turned away before it began - throttled, not connected - is repeated, whatever it is.
/// - What may have happened is repeated only if a second time does no harm: reads, updates that set
///   values, and creates that carry an identity. Where CRM says that such a record exists already, the
///   first try was the one that made it.
///
/// Waits are as CRM asks (`Retry-After`), otherwise by ``RetryPolicy``. No more than so many messages are
/// under way at a time, because CRM refuses more than 52 of a user.
public struct RetryingClient<Base: CRMClient>: CRMClient {
    private let base: Base
    private let policy: RetryPolicy
    private let pacing: Pacing
    private let places: Places

    /// Wraps a client.
    public init(_ base: Base, policy: RetryPolicy = RetryPolicy(), concurrency: Int = 52) {
        self.init(base, policy: policy, concurrency: concurrency, pacing: .system)
    }

    package init(_ base: Base, policy: RetryPolicy, concurrency: Int, pacing: Pacing) {
        self.base = base
        self.policy = policy
        self.pacing = pacing
        places = Places(concurrency)
    }

    /// Sends a message, again where that is safe.
    public func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        let repetition = Repetition(of: request)
        let start = pacing.now()
        var tries = 0
        /// Whether an earlier try may have happened.
        var isRepeat = false
        while true {
            tries += 1
            do throws(CRMError) {
                return try await once(request)
            } catch {
                if isRepeat, case .refused(let code, let answer) = repetition,
                    case .fault(let fault) = error, fault.code == code
                {
                    return answer
                }
                let delay: Duration
                switch FailureKind(error) {
                case .final: throw error
                case .notBegun(let seconds):
                    delay =
                        seconds.map { .seconds(max(0, $0)) }
                        ?? policy.delay(afterTries: tries, random: pacing.random())
                case .unknown:
                    if case .harmful = repetition { throw error }
                    isRepeat = true
                    delay = policy.delay(afterTries: tries, random: pacing.random())
                }
                let spent = Duration.microseconds(
                    pacing.now().microseconds - start.microseconds)
                guard tries < policy.attempts, spent + delay <= policy.totalTime else {
                    throw error
                }
                try await wait(delay)
            }
        }
    }

    /// A place is held while a message is under way, not while it waits for its next try.
    private func once(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        guard await places.take() else { throw .failure(.cancelled) }
        do throws(CRMError) {
            let response = try await base.execute(request)
            await places.leave()
            return response
        } catch {
            await places.leave()
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
