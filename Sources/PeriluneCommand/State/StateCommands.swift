import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneStore

private let script = Option.value(
    "script", short: "s", "NAME", default: "all scripts", "The script, as 'state list' names it.")

let stateListAction: Action = Action(
    command: Command(
        name: "state list", summary: "List the scripts that have state, or their keys",
        discussion: [
            "Shows for each script the number of ordering keys that have state, the number of values, and their size in bytes. With --script, shows the values and their size for each key. Each member of a large table is a value. It also works while a server uses the store."
        ],
        operands: [storeOperand],
        options: [script, .toggle("json", "Write one JSON object per line.")],
        examples: [
            Example("perilune state list perilune.db", "List the scripts."),
            Example(
                "perilune state list perilune.db --script orders.lua",
                "List the keys of one script."),
        ]),
    run: { values, terminal in
        let store = try StateContents(snapshotOf: storePath(values))
        var list = StateList(isJSON: values.flag("json"), terminal: terminal)
        guard let script = values.string("script") else {
            for summary in try store.scripts() { try list.add(summary) }
            return .success
        }
        try store.check(script, in: storePath(values))
        try store.forEach(script: script) { (row) throws(PeriluneError) in try list.add(row) }
        try list.end()
        return .success
    })

let stateShowAction: Action = Action(
    command: Command(
        name: "state show", summary: "Show the state of an ordering key",
        discussion: [
            "Shows the state of a script for an ordering key as JSON, including the members of large tables, and when its timers are due. Secrets are masked. For a script with key = \"all\", the key is empty: write ''. Expired state is shown until it is removed."
        ],
        operands: [
            storeOperand,
            Operand("KEY", .one, "The ordering key, as 'state list --script' shows it."),
        ],
        options: [script],
        examples: [
            Example(
                "perilune state show perilune.db contoso --script orders.lua",
                "Show the state of one key.")
        ]),
    run: { values, terminal in
        let store = try StateContents(snapshotOf: storePath(values))
        let key = values.operands.count > 1 ? values.operands[1] : ""
        var isFound = false
        var rows: [StateContents.Row] = []
        var timers: [String: Value.Members] = [:]
        if let script = values.string("script") { try store.check(script, in: storePath(values)) }
        let scripts = try values.string("script").map { [$0] } ?? store.scripts().map(\.script)
        for script in scripts {
            try store.forEach(script: script, key: key) { (row) throws(PeriluneError) in
                if let timer = row.key.timer {
                    timers[script, default: .init()][timer] = .string(row.due?.description ?? "")
                } else if row.key.member == nil {
                    rows.append(row)
                }
            }
        }
        var tree = StateTree(store)
        for row in rows {
            isFound = true
            let state = try Redaction.redact(tree.value(of: row))
            var shown: Value.Members = .init([
                ("script", .string(row.script)), ("key", .string(key)), ("state", state),
            ])
            if let timers = timers[row.script] { shown["timers"] = .object(timers) }
            try terminal.write(Value.object(shown).json + "\n")
        }
        guard isFound else {
            throw PeriluneError(
                "state.unknown", "there is no state for the key '\(key)'",
                at: .init(file: try storePath(values)),
                hint: "'perilune state list FILE --script NAME' lists the keys of a script")
        }
        return .success
    })

let stateDropAction: Action = Action(
    command: Command(
        name: "state drop", summary: "Delete the state of a script, or of one key",
        discussion: [
            "Deletes all state of a script, or its state for one ordering key. If a server is using the store, the command asks it to delete the state between two events, through its control socket. A run of 'perilune process' must have ended."
        ],
        operands: [
            storeOperand, Operand("KEY", .optional, "The ordering key; without it, all keys."),
        ],
        options: [script, ControlFile.option],
        examples: [
            Example(
                "perilune state drop perilune.db contoso --script orders.lua",
                "Delete the state of one key."),
            Example(
                "perilune state drop perilune.db --script orders.lua",
                "Delete all state of a script."),
        ]),
    run: { values, terminal in
        guard let script = values.string("script") else {
            throw UsageError(
                .missingOperand, "name the script with --script NAME",
                program: "perilune state drop")
        }
        let path = try storePath(values)
        let key = values.operands.count > 1 ? values.operands[1] : nil
        try StateContents(snapshotOf: path).check(script, in: path)
        let counts = try await StoredState.change(path, values) { (store) throws(PeriluneError) in
            try store.removeState(ofScript: script, key: key)
        } byServer: { (server) throws(PeriluneError) in
            var request: Value.Members = .init([("script", .string(script))])
            if let key { request["key"] = .string(key) }
            return try await server.changed("/state/drop", Array(Value.object(request).json.utf8))
        }
        terminal.info("deleted \(counts.text)\n")
        return .success
    })

let stateExportAction: Action = Action(
    command: Command(
        name: "state export", summary: "Write state as JSON lines",
        discussion: [
            "Writes each value of state as a JSON object, one per line, unchanged, so that 'state import' can write it to another store. Secrets are not masked. It also works while a server uses the store, and writes the state as it is when the command begins."
        ],
        operands: [storeOperand], options: [script],
        examples: [
            Example("perilune state export perilune.db > state.jsonl", "Export all state.")
        ]),
    run: { values, terminal in
        let store = try StateContents(snapshotOf: storePath(values))
        if let script = values.string("script") { try store.check(script, in: storePath(values)) }
        var writer = JSONWriter()
        try store.forEach(script: values.string("script")) { (row) throws(PeriluneError) in
            writer.removeAll()
            row.write(to: &writer)
            try terminal.write(writer.text + "\n")
        }
        return .success
    })

let stateImportAction: Action = Action(
    command: Command(
        name: "state import", summary: "Read state from JSON lines",
        discussion: [
            "Reads the output of 'state export' and writes it to a store, in one transaction. Existing values with the same keys are replaced. The store is created if it does not exist. If a server is using the store, the command checks all lines and then asks the server to write them between two events, in parts of at most 1 MB, through its control socket. A run of 'perilune process' must have ended."
        ],
        operands: [
            storeOperand,
            Operand("FROM", .one, accepts: .file, "The JSON lines; - is standard input."),
        ],
        options: [ControlFile.option],
        examples: [
            Example("perilune state import other.db state.jsonl", "Import all state.")
        ]),
    run: { values, terminal in
        let path = values.operands[0]
        let from = values.operands.count > 1 ? values.operands[1] : "-"
        let counts = try await StoredState.change(path, values) { (store) throws(PeriluneError) in
            try store.save { (write) throws(PeriluneError) in
                try StateLines.forEach(in: from) { (row, _) throws(PeriluneError) in
                    try write(row)
                }
            }
        } byServer: { (server) throws(PeriluneError) in
            var counts = StateCounts()
            for part in try StateLines.parts(of: from) {
                let changed = try await server.changed("/state/import", part)
                counts.keys += changed.keys
                counts.values += changed.values
            }
            return counts
        }
        terminal.info("imported \(counts.text)\n")
        return .success
    })

extension StateContents {
    /// Throws if a script has no state.
    fileprivate func check(_ script: String, in path: String) throws(PeriluneError) {
        let names = try scripts().map(\.script)
        guard !names.contains(script) else { return }
        throw PeriluneError(
            "state.unknown", "the store has no state for the script '\(script)'",
            at: .init(file: path),
            hint: NearestName.hint(for: script, in: names)
                ?? (names.isEmpty
                    ? "the store has no state" : "it has state of \(names.joined(separator: ", "))")
        )
    }
}
