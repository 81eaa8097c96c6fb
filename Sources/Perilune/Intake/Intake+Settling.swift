internal import PeriluneCore
internal import PeriluneStore
internal import Synchronization

extension Intake {
    /// Counts and reports the outcomes of events.
    func report(_ settlement: Settlement) {
        metrics.count(settlement.decisions)
        if !settlement.decisions.isEmpty { host.options.observer?.decided(settlement.decisions) }
        if !settlement.notices.isEmpty {
            let lines = notices.withLock { $0.lines(adding: settlement.notices, at: .now) }
            for line in lines { log.log(line) }
        }
        let failures = settlement.quarantined.count { !$0.isPublished }
        failed.add(failures, ordering: .relaxed)
        for problem in settlement.problems {
            report(
                IntakeProblem(
                    error: problem.error, path: problem.path, event: problem.event,
                    delegate: problem.delegate, isQuarantined: problem.isQuarantined))
        }
    }

    func settled(_ settlement: Settlement) {
        report(settlement)
        var settlement = settlement
        settlement.outbox = host.outbox.sinkLines(
            records: { settlement.records }, emitted: { settlement.output })
        if options.records == nil { settlement.records = [] }
        settlement.divideOutput(options.host.outputs, keepsMain: options.output != nil)
        if settlement.isOnlyCounted || committer == nil {
            settlement.didCommit()
            didCommit(settlement)
        } else {
            committer?.add(settlement)
        }
    }

    func didCommit(_ settlement: Settlement) {
        capacity.withLock { $0.release(settlement.events, settlement.bytes) }
        deliver(settlement.outbox)
        if !settlement.quarantined.isEmpty { warnOfQuarantine() }
    }
}
