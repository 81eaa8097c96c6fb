internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneStore

/// The ledger of one event in the store; each entry is stored before its call begins.
struct StoreLedger: EffectLedger {
    /// The event's number in the inbox.
    let event: InboxNumber
    let store: EventStore
    let committer: Committer

    func begin(
        _ identity: String, kind: String, request: Value
    ) async throws(PeriluneError) -> LedgerEntry {
        // An event whose sender waits is not processed again after a crash. Only effects that must not be repeated
        // when it is retried from the quarantine are worth a commit.
        if !event.isKept { return .new }
        return try await begin(identity, kind, request, nil)
    }

    func begin(
        _ identity: String, kind: String, request: Value, ifDone: Value?
    ) async throws(PeriluneError) -> LedgerEntry {
        try await begin(identity, kind, request, LedgerAnswer.value(ifDone))
    }

    private func begin(
        _ identity: String, _ kind: String, _ request: Value, _ ifDone: LedgerAnswer?
    ) async throws(PeriluneError) -> LedgerEntry {
        let text = request.json
        event.markRecorded(identity)
        let known = try await keep(
            .begin(kind: kind, request: text, ifDone: ifDone?.json), identity
        ).get()
        return try LedgerEntry(known, of: identity, kind: kind, request: text)
    }

    func finish(_ identity: String, _ answer: LedgerAnswer) async {
        guard event.isRecorded(identity) else { return }
        _ = await keep(.finish(answer: answer.json), identity)
    }

    func answer(to identity: String) throws(PeriluneError) -> LedgerAnswer? {
        guard let number = event.number else { return nil }
        return try store.ledgerAnswer(event: number, identity: identity).map {
            (json) throws(PeriluneError) in try LedgerAnswer(json: json)
        }
    }

    private func keep(
        _ change: EffectWrite.Change, _ identity: String
    ) async -> EffectWrite.Known {
        await withCheckedContinuation { continuation in
            committer.add(
                EffectWrite(event: event, identity: identity, change: change) {
                    continuation.resume(returning: $0)
                })
        }
    }
}

/// A change of the ledger that is to be stored.
struct EffectWrite: Sendable {
    let event: InboxNumber
    let identity: String
    let change: Change
    /// Called with the previous entry once the change is stored.
    let whenKept: @Sendable (Known) -> Void

    /// The previous entry; a damaged row is an error of this event only.
    typealias Known = Result<LedgerRow?, PeriluneError>

    enum Change: Sendable {
        /// An effect that begins; with `ifDone`, it is an intent.
        case begin(kind: String, request: String, ifDone: String?)
        case finish(answer: String)
    }

    func write(in transaction: StoreTransaction) throws(PeriluneError) -> Known {
        do throws(PeriluneError) {
            return .success(try change(in: transaction))
        } catch {
            guard error.code == .storeRow else { throw error }
            return .failure(error)
        }
    }

    private func change(in transaction: StoreTransaction) throws(PeriluneError) -> LedgerRow? {
        let event = try event.number(in: transaction)
        switch change {
        case .begin(let kind, let request, let ifDone):
            return try transaction.begin(
                event: event, identity: identity, kind: kind, request: request, ifDone: ifDone)
        case .finish(let answer):
            try transaction.finish(event: event, identity: identity, answer: answer)
            return nil
        }
    }
}

extension LedgerAnswer {
    /// The stored form: `{"value":…}`, `{}` for no value, or `{"error":{…}}`.
    var json: String {
        switch self {
        case .value(nil): Value.object(.init()).json
        case .value(let value?): Value.object(.init([("value", value)])).json
        case .error(let code, let message, let hint):
            Value.object(
                .init([
                    (
                        "error",
                        [
                            "code": .string(code), "message": .string(message),
                            "hint": hint.map { .string($0) } ?? .null,
                        ]
                    )
                ])
            ).json
        }
    }

    init(json: String) throws(PeriluneError) {
        let kept = try Value(json: json)
        if let error = kept["error"] {
            self = .error(
                code: error["code"]?.string ?? "", message: error["message"]?.string ?? "",
                hint: error["hint"]?.string)
        } else {
            self = .value(kept["value"])
        }
    }
}
