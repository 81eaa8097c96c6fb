public import PeriluneCore

extension Intake {
    /// The error for records that are lost because a sink has not taken them and there is no store.
    public var lostRecords: PeriluneError? { store == nil ? host.outbox.undelivered : nil }

    /// The error if the quarantine or the outbox is full.
    var lackOfRoom: PeriluneError? { quarantineFailure ?? host.outbox.fullness }

    /// Passes the records and values of committed events to the sinks; if there is a store, the commit has added them.
    func deliver(_ lines: OutboxLines) {
        if lines.isEmpty { return }
        if store == nil { try? host.outbox.add(lines) } else { host.outbox.deliver() }
    }

    /// Adds the fill of the outbox and the failures of sinks to the metrics, and logs the warnings of sinks about
    /// their options.
    func addOutboxGauges() {
        let outbox = host.outbox
        guard !outbox.isEmpty else { return }
        outbox.onWarning { [log] warning in
            log.log(
                LogLine(level: "warn", message: warning, fields: nil, script: "sinks", event: nil))
        }
        addGauge(
            "perilune_outbox_fill_ratio",
            help: "How full the outbox of records for sinks is; at 1 no events are accepted."
        ) { outbox.fill }
        for (sink, count) in outbox.failures {
            addGauge(
                "perilune_sink_failures", help: "Failed deliveries to a sink since the start.",
                labels: [("sink", sink)]
            ) { Double(count()) }
        }
    }
}
