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

    /// Parses such a body.
    init(_ value: Value) throws(PeriluneError) {
        if value["all"] == .bool(true) {
            self = .all
        } else if let ids = value["ids"]?.array {
            self = .ids(ids.compactMap(\.integer))
        } else if let code = value["code"]?.string {
            self = .code(code)
        } else if let time = value["before"]?.integer {
            self = .before(time)
        } else {
            throw PeriluneError(
                "quarantine.choice", "no events selected",
                hint: #"send {"ids":[7]}, {"code":"CODE"}, {"before":SECONDS} or {"all":true}"#)
        }
    }
}
