internal import Perilune
internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON

/// Selects events of a case from a log: `{ log = "links.jsonl", where = { type = "link.drill" }, limit = 3 }`.
struct LoggedEvents {
    /// The maximum number of events; a case with more is refused.
    private static let most = 10_000

    private let path: String
    private let conditions: Value.Members
    private let limit: Int
    private let codec: (any Codec)?
    /// Whether a line that is not a JSON object is a link: where the case does not name a codec.
    private let readsLinks: Bool
    private let maker: CaseEvents

    init(_ table: Value, _ maker: CaseEvents) throws(PeriluneError) {
        let known = ["log", "as", "codec", "where", "limit"]
        for member in table.object?.pairs ?? [] where !known.contains(member.name) {
            throw PeriluneError(
                "test.events", "unknown field '\(member.name)' for events from a log",
                hint: "the fields are log, as, codec, where and limit")
        }
        guard let log = table["log"]?.string else {
            throw PeriluneError(
                "test.events", "log must be the name of a file beside the test file")
        }
        path = FilePath.join(maker.folder, log)
        if let conditions = table["where"], conditions.object == nil, conditions != .null {
            throw PeriluneError(
                "test.events", "where must be a table of paths and values",
                hint: "write where = { type = \"link.drill\" }")
        }
        if let name = table["as"], name.string == nil, name != .null {
            throw PeriluneError("test.events", "as must be the name of a codec")
        }
        conditions = table["where"]?.object ?? .init()
        for condition in conditions.pairs {
            guard let error = FieldTests.nested(condition.name, condition.value) else { continue }
            throw PeriluneError("test.events", error.message, hint: error.hint)
        }
        switch table["limit"] {
        case nil, .null: limit = Self.most
        case .integer(let count) where (1...Int64(Self.most)).contains(count): limit = Int(count)
        default:
            throw PeriluneError("test.events", "limit must be an integer from 1 to \(Self.most)")
        }
        readsLinks = table["as"] == nil
        codec = try table["as"]?.string.flatMap { (name) throws(PeriluneError) in
            try maker.codec(name, table["codec"] ?? .object(.init()))
        }
        self.maker = maker
    }

    func events() throws(PeriluneError) -> [Event] {
        maker.filesRead.note([path])
        var events: [Event] = []
        let parser = JSONParser()
        try LogReader(path, codec: codec).forEach { item, line throws(PeriluneError) in
            switch item {
            case .event(let text):
                if !text.allSatisfy({ $0 == 0x20 }), let event = try event(text, line, parser) {
                    events.append(event)
                }
            case .nothing: break
            case .refused(let error):
                throw PeriluneError(
                    error.code, error.message, at: .init(file: path, line: line), hint: error.hint)
            case .oversized:
                throw PeriluneError(
                    "event.size", "a line exceeds the maximum length of an event",
                    at: .init(file: path))
            }
            return events.count < limit
        }
        if events.isEmpty {
            throw PeriluneError(
                "test.events", "no event of \(path) matches", hint: "check 'where' of the case")
        }
        if events.count == Self.most, limit == Self.most {
            throw PeriluneError(
                "test.events", "more than \(Self.most) events of \(path) match",
                hint: "narrow 'where', or write limit = N")
        }
        return events
    }

    /// The CloudEvent or plain link of a line; `nil` if the case does not select it.
    private func event(
        _ text: [UInt8], _ line: Int, _ parser: JSONParser
    ) throws(PeriluneError) -> Event? {
        if readsLinks, text.first != UInt8(ascii: "{") {
            let url = String(decoding: text, as: UTF8.self)
            let event = maker.link(.init(url: url, id: String(line), time: maker.time))
            return fits(try parser.value(of: event.json)) ? event : nil
        }
        do throws(PeriluneError) {
            return fits(try parser.value(of: text)) ? Event(json: text) : nil
        } catch {
            var error = error
            error.place = .init(file: path, line: line)
            throw error
        }
    }

    /// Whether an event meets the conditions; each is a dotted path with a value or a list of allowed values.
    private func fits(_ event: Value) -> Bool {
        conditions.pairs.allSatisfy { condition in
            var value: Value? = event
            for name in condition.name.split(separator: ".") { value = value?[String(name)] }
            guard let value else { return false }
            return (condition.value.array ?? [condition.value]).contains {
                Comparison.differences($0, in: value, at: [], .partly).isEmpty
            }
        }
    }
}
