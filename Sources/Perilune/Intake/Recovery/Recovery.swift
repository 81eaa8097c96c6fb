internal import PeriluneCore
internal import PeriluneStore

/// The order in which events that were accepted before a start are processed.
///
/// An event that was in progress when the process ended is processed alone. If its worker ends the
/// process again, the event goes to the quarantine. If something else ends the process, such as an
/// operator, more attempts are made.
struct Recovery {
    /// The steps, in order.
    private(set) var steps: [Step] = []
    /// Events that are quarantined instead of processed, with the reason.
    private(set) var quarantined: [(event: InboxEvent, error: PeriluneError)] = []
    /// How often the process ended while processing the events that were in progress.
    private(set) var attempts: [Int64: Attempts]

    /// A group of events that are processed together, or one event alone.
    enum Step {
        /// Events that are processed as usual.
        case together([InboxEvent])
        /// One event that is processed alone.
        case alone(InboxEvent)
    }

    /// How often the worker may end the process: a single crash may have another cause.
    private static let maximumCrashes = 2

    /// - Parameters:
    ///   - events: The inbox, in order.
    ///   - interrupted: The events that were in progress.
    ///   - before: The counts of earlier attempts.
    ///   - maximumKills: How often something else may end the process while an event is processed
    ///     alone.
    init(
        _ events: [InboxEvent], _ interrupted: [InterruptedEvent], before: [Int64: Attempts],
        maximumKills: Int
    ) {
        attempts = before
        for event in interrupted {
            var count = attempts[event.number] ?? Attempts()
            if event.cause != nil { count.crashes += 1 }
            if event.cause == nil, event.wasAlone { count.kills += 1 }
            attempts[event.number] = count
        }
        let causes = Dictionary(interrupted.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        var together: [InboxEvent] = []
        for event in events {
            guard let count = attempts[event.number] else {
                together.append(event)
                continue
            }
            if count.crashes >= Self.maximumCrashes {
                quarantined.append((event, Self.crash(causes[event.number], count.crashes)))
            } else if count.kills >= maximumKills {
                quarantined.append((event, Self.kill(count.kills)))
            } else {
                if !together.isEmpty { steps.append(.together(together)) }
                together = []
                steps.append(.alone(event))
            }
        }
        if !together.isEmpty { steps.append(.together(together)) }
        let left = Set(events.map(\.number)).subtracting(quarantined.map(\.event.number))
        attempts = attempts.filter { left.contains($0.key) }
    }

    private static func crash(_ event: InterruptedEvent?, _ times: Int) -> PeriluneError {
        let place = PeriluneError.Place(file: event?.script, line: event?.line)
        let hint =
            "fix the plugin or the script, then run 'perilune quarantine retry' to process the event again"
        if case .stuck = event?.cause {
            return PeriluneError(
                "event.stuck",
                "a worker did not finish this event within the time limit, \(times) times",
                at: place, hint: hint)
        }
        var name = "a fatal signal"
        if case .signal(let number) = event?.cause { name = signalName(number) }
        return PeriluneError(
            "event.crash",
            "the process crashed with \(name) while it processed this event, \(times) times",
            at: place, hint: hint)
    }

    private static func kill(_ times: Int) -> PeriluneError {
        PeriluneError(
            "event.killed",
            "the process was killed while it processed only this event, \(times) times",
            hint:
                "find out what killed it, such as the kernel when memory ran out; 'perilune quarantine retry' processes the event again"
        )
    }
}
