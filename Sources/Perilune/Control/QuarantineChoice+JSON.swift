package import PeriluneCore
internal import PeriluneJSON
package import PeriluneStore

extension QuarantineChoice {
    /// The body of a request to a running server: `{"all":true}`, `{"ids":[7]}`,
    /// `{"code":"http.connect"}` or `{"before":1764000000}`.
    package var json: Value {
        switch self {
        case .all: ["all": .bool(true)]
        case .ids(let ids): ["ids": .array(ids.map { .integer($0) })]
        case .code(let code): ["code": .string(code)]
        case .before(let time): ["before": .integer(time)]
        }
    }

    init(json: [UInt8]) throws(PeriluneError) { try self.init(try Value(json: json)) }

    /// Reads a choice from JSON.
    ///
    /// - Throws: `quarantine.choice` unless exactly one choice is made, since dropped events are gone.
    init(_ value: Value, besides others: Set<String> = []) throws(PeriluneError) {
        let members = (value.object?.pairs ?? []).filter { !others.contains($0.name) }
        switch (members.first?.name, members.first?.value) {
        case _ where members.count != 1: throw Self.error("exactly one choice of events is needed")
        case ("all", .bool(true)): self = .all
        case ("code", .string(let code)): self = .code(code)
        case ("before", .integer(let time)): self = .before(time)
        case ("ids", .array(let list)) where !list.isEmpty:
            self = .ids(
                try list.map { (id) throws(PeriluneError) in
                    guard let id = id.integer else { throw Self.error("an id is not an integer") }
                    return id
                })
        default: throw Self.error("no events selected")
        }
    }

    private static func error(_ message: String) -> PeriluneError {
        PeriluneError(
            "quarantine.choice", message,
            hint: #"send {"ids":[7]}, {"code":"CODE"}, {"before":SECONDS} or {"all":true}"#)
    }
}
