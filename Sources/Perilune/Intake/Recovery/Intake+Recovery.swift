internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneStore

extension Recovery {
    /// Reads the events that an earlier process left in a store, and saves the counts of their
    /// attempts.
    static func prepare(
        _ store: EventStore, _ options: IntakeOptions
    ) throws(PeriluneError) -> Recovery {
        let interrupted = options.store.map { Supervision.interrupted(store: $0) } ?? []
        let recovery = Recovery(
            try store.unfinished(), interrupted, before: try store.attempts(),
            maximumKills: options.maximumKills)
        if interrupted.isEmpty, recovery.attempts.isEmpty, recovery.quarantined.isEmpty {
            return recovery
        }
        let now = Timestamp.now.microseconds / 1_000_000
        try store.commit { (transaction) throws(PeriluneError) in
            for (event, error) in recovery.quarantined {
                var writer = JSONWriter()
                error.write(to: &writer)
                try transaction.quarantine(
                    QuarantinedEvent(
                        number: event.number, source: event.source, event: event.event,
                        error: writer.text), time: now)
            }
            try transaction.removeFromInbox(recovery.quarantined.map(\.event.number))
            try transaction.forgetFinishedAttempts()
            for (number, attempts) in recovery.attempts {
                try transaction.set(attempts, of: number)
            }
        }
        return recovery
    }
}

extension Intake {
    /// Processes events that were accepted before the start, before new ones.
    func recover(_ recovery: Recovery) {
        for (event, error) in recovery.quarantined {
            let id = (try? Value(spellingNumbers: event.event))?["id"]?.string
            report(IntakeProblem(error: error, path: event.source, event: id, isQuarantined: true))
        }
        guard let lanes else { return }
        let steps = recovery.steps.map { step in
            switch step {
            case .together(let events):
                (events: events.map(makeLiveEvent(from:)), alone: Int64?.none)
            case .alone(let event): (events: [makeLiveEvent(from: event)], alone: event.number)
            }
        }
        if steps.allSatisfy({ $0.alone == nil }) {
            for step in steps { lanes.add(step.events) }
            return
        }
        lanes.beginRecovery()
        Task {
            for step in steps {
                supervision.setAlone(step.alone)
                await lanes.recover(step.events)
                await finish(step.events)
            }
            supervision.setAlone(nil)
            lanes.endRecovery()
        }
    }

    /// Waits until events have left the inbox, or the store cannot be read.
    private func finish(_ events: [LiveEvent]) async {
        guard let store, let last = events.last?.number else { return }
        while (try? store.isFinished(through: last)) == false {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
