package import PeriluneCore
package import PeriluneStore

extension SubjectCounts {
    /// The counts as an object.
    package var value: Value {
        [
            "inbox": .integer(Int64(inbox)), "quarantine": .integer(Int64(quarantine)),
            "ledger": .integer(Int64(ledger)), "state": .integer(Int64(state)),
            "outbox": .integer(Int64(outbox)),
        ]
    }

    /// Parses such an object; `nil` for any other value.
    package init?(_ value: Value) {
        guard let inbox = value["inbox"]?.integer, let quarantine = value["quarantine"]?.integer,
            let ledger = value["ledger"]?.integer, let state = value["state"]?.integer,
            let outbox = value["outbox"]?.integer
        else { return nil }
        self.init()
        (self.inbox, self.quarantine) = (Int(inbox), Int(quarantine))
        (self.ledger, self.state, self.outbox) = (Int(ledger), Int(state), Int(outbox))
    }
}
