import Arguments
import Perilune
import PeriluneCore
import PeriluneStore

let storeEraseAction: Action = Action(
    command: Command(
        name: "store erase", summary: "Erase the data of one subject from a store",
        discussion: [
            "Shows how much a store has about a subject, and erases it with --yes: events in the inbox and the quarantine that have it as subject or partitionkey, with the requests and answers of their effects; the state and timers of scripts for this ordering key; and records, emitted values, and requests and answers of processed events that contain it as a JSON string. Erased data is overwritten in the file.",
            "If a server is using the store, the command asks it to erase the data, through its control socket. Events that the server has accepted and not yet processed stay; the command counts them and exits with 1: run it again when they have been processed.",
            "Other files do not change: outputs, records, backups, damaged rows that were set aside, logs. State of other ordering keys may contain the subject too; 'perilune state drop' deletes it.",
        ],
        operands: [storeOperand],
        options: [
            .value("subject", "SUBJECT", "The subject, or the ordering key, such as contoso."),
            ControlFile.option,
            .toggle("yes", "Erase the data; without it, the command only counts."),
            .toggle("json", "Write one JSON object."),
        ],
        examples: [
            Example(
                "perilune store erase perilune.db --subject contoso",
                "Count what a store has about a customer."),
            Example(
                "perilune store erase perilune.db --subject contoso --yes",
                "Erase it."),
        ]),
    run: { values, terminal in
        guard let subject = values.string("subject"), !subject.isEmpty else {
            throw UsageError(
                .missingOperand, "name the subject with --subject SUBJECT",
                program: "perilune store erase")
        }
        let path = try storePath(values)
        guard values.flag("yes") else {
            let counts = try EventStore.count(of: subject, in: path)
            try show(counts, of: subject, isErased: false, values, terminal)
            if !counts.isEmpty {
                terminal.info("nothing was erased; add --yes to erase it\n")
            }
            return .success
        }
        var isServed = false
        let counts: SubjectCounts
        do throws(PeriluneError) {
            let lock = try StoreLock(store: path)
            counts = try withExtendedLifetime(lock) { () throws(PeriluneError) in
                let store = try EventStore(path: path)
                defer { store.close() }
                return try store.erase(subject: subject, keepingInbox: false)
            }
        } catch {
            guard error.code == .storeBusy else { throw error }
            isServed = true
            let client = try ControlClient(ControlFile.of(store: path, values), orElse: error)
            let answer = try await client.post("/erase", ["subject": .string(subject)])
            guard let erased = SubjectCounts(answer) else { throw client.notAServerError }
            counts = erased
        }
        try show(counts, of: subject, isErased: true, values, terminal)
        guard isServed, counts.inbox > 0 else { return .success }
        terminal.show(
            "\(Counted(counts.inbox, "event")) in the inbox not erased: the server is processing them; run the command again\n"
        )
        return .found
    })

private func show(
    _ counts: SubjectCounts, of subject: String, isErased: Bool, _ values: Values,
    _ terminal: Terminal
) throws(PeriluneError) {
    if values.flag("json") {
        var members = counts.value.object ?? .init()
        members["subject"] = .string(subject)
        members["erased"] = .bool(isErased)
        return try terminal.write(Value.object(members).json + "\n")
    }
    try terminal.write(
        """
        inbox: \(Counted(counts.inbox, "event"))
        quarantine: \(Counted(counts.quarantine, "event"))
        ledger: \(Counted(counts.ledger, "effect"))
        state: \(Counted(counts.state, "value"))
        outbox: \(Counted(counts.outbox, "record"))

        """)
}
