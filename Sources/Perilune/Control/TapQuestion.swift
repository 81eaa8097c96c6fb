internal import PeriluneCore
internal import PeriluneHTTP
internal import PeriluneJSON

/// The query of a reader of events: `from=17&type=link.*&outcome=failed&delegate=a.lua&limit=20`.
struct TapQuestion {
    private var from: UInt64?
    private var limit = Self.largest
    private var type: TypePattern?
    private var outcome: Outcome?
    private var delegate: String?

    private static let largest = 256
    /// The number of bytes of events after which an answer ends.
    private static let byteLimit = 4 << 20

    init(_ query: String) throws(PeriluneError) {
        guard let pairs = QueryPairs(query, most: 10) else {
            throw PeriluneError(
                "tap.query",
                "the query contains an invalid percent escape, or more than 10 parameters")
        }
        for (name, value) in pairs.pairs {
            switch name {
            case "from": from = try Self.number(name, value)
            case "limit":
                limit = max(1, min(Self.largest, Int(clamping: try Self.number(name, value))))
            case "type": type = try TypePattern(value)
            case "outcome":
                guard let known = Outcome(rawValue: value) else {
                    throw PeriluneError(
                        "tap.query", "unknown outcome '\(value)'",
                        hint: "the outcomes are "
                            + Outcome.allCases.map(\.rawValue).joined(separator: ", "))
                }
                outcome = known
            case "delegate": delegate = value
            default:
                throw PeriluneError(
                    "tap.query", "unknown query parameter '\(name)'",
                    hint: "the parameters are from, limit, type, outcome and delegate")
            }
        }
    }

    private static func number(_ name: String, _ text: String) throws(PeriluneError) -> UInt64 {
        guard let number = UInt64(text) else {
            throw PeriluneError("tap.query", "'\(name)' must be a number")
        }
        return number
    }

    /// An object with the events, the number for the next request, and how many events were dropped.
    func answer(_ tap: Tap, _ redact: (String) -> String) -> Value {
        let found = tap.events(
            from: from, limit: limit, bytes: Self.byteLimit, where: isWanted)
        return [
            "next": .integer(Int64(found.next)), "missed": .integer(Int64(found.missed)),
            "events": .array(found.events.map { value(of: $0, redact) }),
        ]
    }

    private func isWanted(_ record: Record) -> Bool {
        type?.matches(record.type) != false && (outcome == nil || outcome == record.outcome)
            && (delegate == nil || delegate == record.by
                || record.parts.contains { $0.by == delegate })
    }

    private func value(of entry: Tap.Entry, _ redact: (String) -> String) -> Value {
        let record = (try? Value(json: Array(entry.record.json.utf8))) ?? .null
        let event = entry.event.flatMap { try? Value(spellingNumbers: $0) } ?? .null
        return [
            "time": .string(entry.time.description), "event": event.mapStrings(redact),
            "record": record.mapStrings(redact),
        ]
    }
}
