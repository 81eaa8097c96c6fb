import PeriluneCore

/// Asks again for the tables of an organization that is away: the first call of a script needs them.
struct RetryingSchema: SchemaSource {
    private let base: any SchemaSource
    private let policy: RetryPolicy
    private let pacing: Pacing

    init(_ base: any SchemaSource, policy: RetryPolicy, pacing: Pacing = .system) {
        self.base = base
        self.policy = policy
        self.pacing = pacing
    }

    func schema() async throws(CRMError) -> Schema {
        let start = pacing.now()
        var tries = 0
        while true {
            tries += 1
            do throws(CRMError) {
                return try await base.schema()
            } catch {
                var delay = policy.delay(afterTries: tries, random: pacing.random())
                switch AttemptOutcome(error) {
                case .final, .unreadable: throw error
                case .notBegun(let seconds?): delay = .seconds(max(0, seconds))
                case .notBegun, .unknown: break
                }
                let spent = Duration.microseconds(
                    pacing.now().microseconds - start.microseconds)
                guard tries < policy.attempts, spent + delay <= policy.totalTime else {
                    throw error
                }
                do {
                    try await pacing.sleep(delay)
                } catch _ {
                    throw .failure(PeriluneError("http.cancelled", "the request was cancelled"))
                }
            }
        }
    }
}
