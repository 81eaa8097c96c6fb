internal import PeriluneCore

/// The host, for code in the library.
struct HostProxy: Sendable {
    private let side: Peer

    init(_ side: Peer) { self.side = side }

    func ask(
        _ operation: HostOperation, _ subject: UInt64 = 0, _ json: Value, data: [UInt8] = []
    ) throws(PeriluneError) -> Message {
        try side.ask(operation.number, subject, Message(json, data: data))
    }

    func askLater(
        _ operation: HostOperation, _ subject: UInt64 = 0, _ json: Value, data: [UInt8] = []
    ) async throws(PeriluneError) -> Message {
        try await side.askLater(
            operation.number, subject, Message(json, data: data), limit: nil)
    }
}

extension HostProxy: LogSink {
    func log(_ line: LogLine) {
        var members = Value.Members([
            ("level", .string(line.level)), ("message", .string(line.message)),
            ("script", .string(line.script)),
        ])
        members["fields"] = line.fields
        members.set("event", line.event)
        // An error of logging cannot be reported.
        _ = try? ask(.log, 0, .object(members))
    }
}

/// The state of delegates, which is stored by the host.
struct RemoteState: StateStore {
    let host: HostProxy
    let number: UInt64

    func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        let answer = try host.ask(
            .loadState, number, ["script": .string(script), "key": .string(key)])
        return answer.json["found"]?.bool == true ? answer.data : nil
    }

    func save(_ changes: [StateChange], position: InputPosition?) throws(PeriluneError) {
        var data: [UInt8] = []
        var list: [Value] = []
        for change in changes {
            var members = Value.Members([
                ("script", .string(change.script)), ("key", .string(change.key)),
            ])
            members["length"] = change.value.map { .integer(Int64($0.count)) }
            data += change.value ?? []
            list.append(.object(members))
        }
        _ = try host.ask(.saveState, number, .array(list), data: data)
    }

    func position(of log: String) -> InputPosition? { nil }
}

/// The ledger of the event, which is stored by the host.
struct RemoteLedger: EffectLedger {
    let host: HostProxy
    let number: UInt64

    func begin(
        _ identity: String, kind: String, request: Value
    ) async throws(PeriluneError) -> LedgerEntry {
        try await begin([
            "identity": .string(identity), "kind": .string(kind), "request": request,
        ])
    }

    func begin(
        _ identity: String, kind: String, request: Value, ifDone: Value?
    ) async throws(PeriluneError) -> LedgerEntry {
        try await begin([
            "identity": .string(identity), "kind": .string(kind), "request": request,
            "ifDone": LedgerAnswer.value(ifDone).wireValue,
        ])
    }

    private func begin(_ effect: Value) async throws(PeriluneError) -> LedgerEntry {
        let answer = try await host.askLater(.ledgerBegin, number, effect)
        switch answer.json["entry"]?.string {
        case "new": return .new
        case "begun": return .begun
        default: return .answered(LedgerAnswer(wireValue: answer.json["answer"] ?? [:]))
        }
    }

    func finish(_ identity: String, _ answer: LedgerAnswer) async throws(PeriluneError) {
        _ = try await host.askLater(
            .ledgerFinish, number, ["identity": .string(identity), "answer": answer.wireValue])
    }

    func answer(to identity: String) async throws(PeriluneError) -> LedgerAnswer? {
        try await host.askLater(.ledgerAnswer, number, ["identity": .string(identity)])
            .json["answer"].map { LedgerAnswer(wireValue: $0) }
    }
}
