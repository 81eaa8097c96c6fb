package import PeriluneCore
internal import PeriluneHTTP
internal import PeriluneJSON
package import PeriluneStore

extension Quarantine {
    /// A parsed event in quarantine.
    package struct Entry {
        /// The number by which it is selected.
        package let id: Int64
        /// When it was quarantined; `nil` for events of a file.
        package let time: Timestamp?
        /// The path on which it was received, or the log and the line.
        package let path: String
        /// The id of the event; `nil` if it cannot be read.
        package let event: String?
        /// The type of the event; `nil` if it cannot be read.
        package let type: String?
        /// The error for which it was quarantined.
        package let error: PeriluneError
        /// Effects that must happen once and whose outcome is unknown.
        package let intents: [LedgerRow.Intent]
        /// Whether it is no event, but an entry of a log or a message that could not be read as one.
        package let isUnreadable: Bool
        private let bytes: [UInt8]

        init(_ kept: QuarantineEntry, _ intents: [LedgerRow.Intent]) {
            self.init(
                id: kept.id, time: Timestamp(microseconds: kept.time * 1_000_000),
                path: kept.event.source, bytes: kept.event.event,
                reason: try? Value(json: kept.event.error), intents,
                isUnreadable: kept.event.isUnreadable)
        }

        init(
            id: Int64, time: Timestamp?, path: String, bytes: [UInt8], reason: Value?,
            _ intents: [LedgerRow.Intent] = [], isUnreadable: Bool
        ) {
            self.intents = intents
            self.id = id
            self.time = time
            self.path = path
            self.bytes = bytes
            self.isUnreadable = isUnreadable
            // Whatever an entry says, it is not an event of that type.
            let event = isUnreadable ? nil : try? Value(spellingNumbers: bytes)
            self.event = event?["id"]?.string
            type = event?["type"]?.string
            error = PeriluneError(reason)
        }

        /// The entry in the form for another process; with the event itself only if `whole`.
        func transferred(whole: Bool) -> Value {
            [
                "id": .integer(id), "time": time.map { .integer($0.microseconds) } ?? .null,
                "path": .string(path), "event": event.map { .string($0) } ?? .null,
                "type": type.map { .string($0) } ?? .null, "error": .string(reason(error)),
                "intents": .array(
                    intents.map { [.string($0.identity), .string($0.kind), .string($0.request)] }),
                "bytes": .string(whole ? Base64.encode(bytes) : ""),
                "unreadable": .bool(isUnreadable),
            ]
        }

        private func reason(_ error: PeriluneError) -> String {
            var writer = JSONWriter()
            error.write(to: &writer)
            return writer.text
        }

        /// Parses an entry from another process.
        package init?(transferred value: Value) {
            guard let id = value["id"]?.integer, let path = value["path"]?.string,
                let reason = value["error"]?.string, let intents = value["intents"]?.array,
                let bytes = value["bytes"]?.string.flatMap({ Base64.decode($0) })
            else { return nil }
            self.id = id
            self.path = path
            self.bytes = bytes
            isUnreadable = value["unreadable"] == .bool(true)
            time = value["time"]?.integer.map { Timestamp(microseconds: $0) }
            event = value["event"]?.string
            type = value["type"]?.string
            error = PeriluneError(try? Value(json: Array(reason.utf8)))
            self.intents = intents.compactMap { intent in
                guard let identity = intent[0]?.string, let kind = intent[1]?.string,
                    let request = intent[2]?.string
                else { return nil }
                return LedgerRow.Intent(identity: identity, kind: kind, request: request)
            }
        }

        /// The path, or the line of the log for an entry that could not be read.
        package var place: String {
            guard isUnreadable, let line = error.place.line else { return path }
            if let file = error.place.file {
                return path.hasPrefix("\(file):") ? path : "\(file):\(line)"
            }
            // Lines of messages are of no use.
            return path.hasPrefix("/") ? "\(path):\(line)" : path
        }

        /// Whether it was too long, so that only its beginning was kept.
        package var isCut: Bool { isUnreadable && Quarantine.cut.contains(error.code) }

        /// The event as a line of a log.
        package var line: [UInt8] {
            bytes.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 0x20 : $0 } + [0x0A]
        }

        /// The event as it was received.
        package var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The entry as one JSON object; with the event itself only if `whole`.
        package func json(whole: Bool, lane: Int? = nil) -> String {
            var writer = JSONWriter()
            writer.beginObject()
            if let lane { writer.write("lane", .integer(Int64(lane))) }
            writer.write("id", .integer(id))
            if let time { writer.write("time", time) }
            writer.write("path", path)
            if let event { writer.write("event", Redaction.redact(event)) }
            if let type { writer.write("type", Redaction.redact(type)) }
            writer.name("error")
            error.write(to: &writer)
            if !intents.isEmpty {
                writer.write("unknown", .array(intents.map(\.json)))
            }
            // As it was received, also the spelling of its numbers.
            if whole, !isUnreadable, let tree = try? JSONTree(bytes) {
                writer.name("data")
                writer.write(tree)
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
    /// Parses an error as it was written to a record or the quarantine.
    fileprivate init(_ value: Value?) { self.init(recorded: value) }

    /// Parses an error in the answer of another process.
    package init(recorded value: Value?) {
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
