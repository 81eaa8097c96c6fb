internal import Glibc
package import PeriluneCore
internal import PeriluneJSON
package import PeriluneStore

/// The events of a store that could not be processed: to be looked at, decided again, or dropped.
package struct Quarantine: Sendable {
    private let path: String
    private let store: EventStore

    /// Opens a store that is there.
    package init(store path: String) throws(PeriluneError) {
        guard unsafe access(path, R_OK) == 0 else {
            throw PeriluneError(
                "file.read", "there is no store at \(path)", at: .init(file: path),
                hint: "use --store FILE to name the store of 'perilune serve'")
        }
        self.path = path
        store = try EventStore(path: path)
    }

    /// Passes the chosen events to the body, the oldest first.
    ///
    /// Damaged ones are passed to `damaged`.
    package func entries(
        _ choice: QuarantineChoice, damaged: (PeriluneError) -> Void,
        _ body: (Entry) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        for id in try store.quarantine(choice) {
            do throws(PeriluneError) {
                guard let kept = try store.quarantined(id) else { continue }
                let intents = try kept.event.number.map { (number) throws(PeriluneError) in
                    try store.intents(of: number)
                }
                try body(Entry(kept, intents ?? []))
            } catch {
                guard error.code == .storeRow else { throw error }
                damaged(error)
            }
        }
    }

    /// Removes events for good; answers how many.
    package func drop(_ choice: QuarantineChoice) throws(PeriluneError) -> Int {
        let lock = try StoreLock(store: path)
        return try withExtendedLifetime(lock) { () throws(PeriluneError) in
            try store.commit { (store) throws(PeriluneError) in try store.drop(choice) }
        }
    }

    /// Puts events back into the inbox, which the next intake decides first; answers how many.
    ///
    /// No server may run on the store meanwhile: it would not look. `outcome` is what is assumed of effects
    /// whose outcome is unknown.
    package func retry(
        _ choice: QuarantineChoice, assuming outcome: AssumedOutcome? = nil
    ) throws(PeriluneError) -> Int {
        let lock = try StoreLock(store: path)
        return try withExtendedLifetime(lock) { () throws(PeriluneError) in
            try store.commit { (store) throws(PeriluneError) in
                try store.retry(choice, assuming: outcome)
            }
        }
    }

    /// Closes the store.
    package func close() { store.close() }

    /// An event in quarantine, read.
    package struct Entry {
        /// By which it is chosen.
        package let id: Int64
        /// When it got there.
        package let time: Timestamp
        /// The path that it came in by.
        package let path: String
        /// Its id and its type, as far as it can be read.
        package let event: String?
        package let type: String?
        /// Why it is there.
        package let error: PeriluneError
        /// Effects that must happen once and whose outcome is unknown.
        package let intents: [LedgerRow.Intent]
        private let bytes: [UInt8]
        private let reason: String

        init(_ kept: QuarantineEntry, _ intents: [LedgerRow.Intent]) {
            self.intents = intents
            id = kept.id
            time = Timestamp(microseconds: kept.time * 1_000_000)
            path = kept.event.source
            bytes = kept.event.event
            reason = kept.event.error
            let event = try? Value(json: bytes)
            self.event = event?["id"]?.string
            type = event?["type"]?.string
            error = PeriluneError(try? Value(json: reason))
        }

        /// The event as it came.
        package var text: String { String(decoding: bytes, as: UTF8.self) }

        /// One object; with the event itself where it is asked for.
        package func json(whole: Bool) -> String {
            var writer = JSONWriter()
            writer.beginObject()
            writer.write("id", .integer(id))
            writer.write("time", time.description)
            writer.write("path", path)
            if let event { writer.write("event", Redaction.redact(event)) }
            if let type { writer.write("type", Redaction.redact(type)) }
            writer.name("error")
            error.write(to: &writer)
            if !intents.isEmpty {
                writer.write("unknown", .array(intents.map(\.json)))
            }
            if whole, let value = try? Value(json: bytes) {
                writer.write("data", value)
            } else if whole {
                writer.write("bytes", text)
            }
            writer.endObject()
            return writer.text
        }
    }
}

extension LedgerRow.Intent {
    fileprivate var json: Value {
        [
            "id": .string(identity), "kind": .string(kind),
            "request": (try? Value(json: request)) ?? .string(request),
        ]
    }
}

extension PeriluneError {
    /// As it was written into a record or the quarantine.
    fileprivate init(_ value: Value?) {
        self.init(
            Code(rawValue: value?["code"]?.string ?? "quarantine.unknown"),
            value?["message"]?.string ?? "the error of this quarantined event cannot be read",
            at: Place(
                file: value?["file"]?.string, line: value?["line"]?.integer.map { Int($0) },
                column: value?["column"]?.integer.map { Int($0) }),
            hint: value?["hint"]?.string,
            traceback: (value?["traceback"]?.array ?? []).compactMap(\.string))
    }
}
