internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneStore

/// The ledger for the event on a line of a log, so that a resumed run does not repeat answered effects.
struct LineLedger: EffectLedger {
    let store: EventStore
    /// The number in the ledger, which is negative; numbers of the inbox are positive.
    let event: Int64

    init(_ store: EventStore, log: Int, line: Int) {
        self.store = store
        event = Self.number(log: log, line: line)
    }

    /// The number of a line in the ledger; later lines have lower numbers.
    static func number(log: Int, line: Int) -> Int64 { -(Int64(log) << 40 | Int64(line)) }

    func begin(
        _ identity: String, kind: String, request: Value
    ) async throws(PeriluneError) -> LedgerEntry {
        try begin(identity, kind, request, nil)
    }

    func begin(
        _ identity: String, kind: String, request: Value, ifDone: Value?
    ) async throws(PeriluneError) -> LedgerEntry {
        try begin(identity, kind, request, LedgerAnswer.value(ifDone))
    }

    private func begin(
        _ identity: String, _ kind: String, _ request: Value, _ ifDone: LedgerAnswer?
    ) throws(PeriluneError) -> LedgerEntry {
        let text = request.json
        let known = try store.commit { (transaction) throws(PeriluneError) in
            try transaction.begin(
                event: event, identity: identity, kind: kind, request: text,
                ifDone: ifDone?.json)
        }
        return try LedgerEntry(known, of: identity, kind: kind, request: text)
    }

    func finish(_ identity: String, _ answer: LedgerAnswer) async throws(PeriluneError) {
        try store.commit { (transaction) throws(PeriluneError) in
            try transaction.finish(event: event, identity: identity, answer: answer.json)
        }
    }

    func answer(to identity: String) async throws(PeriluneError) -> LedgerAnswer? {
        try store.ledgerAnswer(event: event, identity: identity).map {
            (json) throws(PeriluneError) in try LedgerAnswer(json: json)
        }
    }
}

extension LedgerEntry {
    /// The state of an effect that begins, from its row in the ledger.
    init(
        _ known: LedgerRow?, of identity: String, kind: String, request: String
    ) throws(PeriluneError) {
        guard let known else {
            self = .new
            return
        }
        guard known.kind == kind, known.request == request else { throw .effectChanged(identity) }
        self =
            try known.answer.map { (json) throws(PeriluneError) in
                .answered(try LedgerAnswer(json: json))
            } ?? .begun
    }
}
