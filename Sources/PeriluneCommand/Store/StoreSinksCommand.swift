import Arguments
import PeriluneCore
import PeriluneFiles
import PeriluneStore

let storeSinksAction: Action = Action(
    command: Command(
        name: "store sinks", summary: "List the sinks for which a store keeps records",
        discussion: [
            "For each sink of a plugin, shows how many records wait in the store. The records of a sink that no plugin provides any more stay in the outbox; --drop discards them. No other process may use the store while it runs."
        ],
        operands: [storeOperand],
        options: [
            .value("drop", "NAME", "Remove a sink, and the records that wait only for it."),
            .toggle("json", "Write one JSON object per sink."),
        ],
        examples: [
            Example("perilune store sinks perilune.db", "List sinks and waiting records."),
            Example(
                "perilune store sinks perilune.db --drop queue",
                "Discard the records that wait for the sink queue."),
        ]),
    run: { values, terminal in
        let path = try storePath(values)
        let sinks =
            try values.string("drop").map { name throws(PeriluneError) in
                try drop(name, from: path)
            } ?? StoredSink.all(in: path)
        for sink in sinks {
            let records = Counted(Int(sink.waiting), "record")
            if values.flag("json") {
                let value: Value = ["sink": .string(sink.name), "waiting": .integer(sink.waiting)]
                try terminal.write(value.json + "\n")
            } else if values.string("drop") != nil {
                try terminal.write("\(sink.name): dropped, with \(records)\n".withoutControls)
            } else {
                try terminal.write("\(sink.name): \(records) waiting\n".withoutControls)
            }
        }
        return .success
    })

/// Removes a sink, and the records that wait only for it.
private func drop(_ name: String, from path: String) throws(PeriluneError) -> [StoredSink] {
    try withExtendedLifetime(try StoreLock(store: path)) { () throws(PeriluneError) in
        let store = try EventStore(path: path)
        defer { store.close() }
        let sinks = try store.sinks()
        guard sinks.contains(where: { $0.name == name }) else {
            throw PeriluneError(
                "sink.unknown", "the store has no sink '\(name)'", at: .init(file: path),
                hint: NearestName.hint(for: name, in: sinks.map(\.name)))
        }
        try store.commit { (transaction) throws(PeriluneError) in
            try transaction.forget(sink: name)
        }
        return sinks.filter { $0.name == name }
    }
}
