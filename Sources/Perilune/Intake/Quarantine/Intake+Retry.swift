package import PeriluneCore
internal import PeriluneJSON
package import PeriluneStore

extension Intake {
    /// Events of the quarantine that are processed again, and entries that stay because they still cannot be read.
    package struct Retried: Sendable {
        package let events: Int
        package let unreadable: Int
    }

    /// Processes quarantined events again.
    ///
    /// An entry that could not be read is read by its source, perhaps with another configuration. It is never taken for an
    /// event as it is: whoever can write into a log could make events of any type and source.
    package func retry(
        _ choice: QuarantineChoice, assuming outcome: AssumedOutcome? = nil
    ) throws(PeriluneError) -> Retried {
        let (events, failures) = try changeQuarantine { (store) throws(PeriluneError) in
            var failures: [IntakeProblem] = []
            let events = try store.retry(choice, assuming: outcome) { kept in
                guard kept.isUnreadable else { return kept.event }
                do throws(PeriluneError) {
                    return try event(ofUnreadable: kept)
                } catch {
                    failures.append(
                        IntakeProblem(
                            error: error, path: kept.source, event: nil, isQuarantined: true))
                    return nil
                }
            }
            return (events, failures)
        }
        for failure in failures { report(failure) }
        lanes?.add(events.map(makeLiveEvent(from:)))
        return Retried(events: events.count, unreadable: failures.count)
    }

    /// The event of an entry that its source could not read when it came.
    private func event(ofUnreadable kept: QuarantinedEvent) throws(PeriluneError) -> [UInt8] {
        let reason = PeriluneError(recorded: try? Value(json: kept.error))
        guard !Quarantine.cut.contains(reason.code) else {
            throw Self.unreadable("only its beginning was kept", "send it again")
        }
        let source = host.registry.eventSources.first { $0.name == kept.source }
        guard let read = source?.event ?? sources[kept.source]?.event else {
            throw Self.unreadable(
                "it could not be read (\(reason.code.rawValue)), and no source of the configuration can read it again",
                "process its log again, or delete it: 'perilune quarantine drop'")
        }
        guard let event = try read(kept.event) else {
            throw Self.unreadable(
                "it contains no event", "delete it: 'perilune quarantine drop'")
        }
        return try checked(event, .now)
    }

    private static func unreadable(_ why: String, _ hint: String) -> PeriluneError {
        PeriluneError(
            "quarantine.unreadable", "the entry stays in the quarantine: \(why)", hint: hint)
    }
}
