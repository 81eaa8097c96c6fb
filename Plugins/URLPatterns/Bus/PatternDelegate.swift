import PeriluneCore

/// Publishes the notification of the pattern that a link matches.
final class PatternDelegate: EventDelegate {
    private let patterns: PatternSet

    init(_ patterns: PatternSet) { self.patterns = patterns }

    func shouldHandle(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Bool
    {
        try look(at: event) { url throws(PeriluneError) in try patterns.winner(url) } != nil
    }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Execution
    {
        let match: PatternMatch?
        do throws(PeriluneError) {
            match = try look(at: event) { url throws(PeriluneError) in try patterns.match(url) }
        } catch  where error.code == "pattern.range" {
            // The link matches this pattern, so reject it instead of leaving it to another one.
            return .finished(.reject(reason: error.message))
        }
        guard let match else { return .finished(.pass) }
        try commander.publish(type: match.pattern.notification, data: .object(match.values))
        return .finished(.handled)
    }

    func finish(committed: Bool) {}

    /// The result of `body` for the link of an event; `nil` if it has no link.
    private func look<Found>(
        at event: any EventContent,
        _ body: (Span<UInt8>) throws(PeriluneError) -> Found?
    ) throws(PeriluneError) -> Found? {
        var result: Result<Found?, PeriluneError> = .success(nil)
        event.withString(at: LinkPath.url) { url in
            do throws(PeriluneError) {
                result = .success(try body(url))
            } catch  where error.code == "pattern.host" {
                // The original was handed links of its own scheme only; the bus offers all of them.
                result = .success(nil)
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }
}
