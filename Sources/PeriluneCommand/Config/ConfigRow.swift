import Perilune
import PeriluneCore

/// An effective setting, and its origin.
struct ConfigRow {
    enum Origin {
        case byDefault
        case file(PeriluneError.Place)
        case environment(String)
        case option(String)
    }

    let name: String
    /// The value that is set; `nil` if there is none.
    let setting: Value?
    let origin: Origin
    /// The effective value in words if nothing is set.
    var absent = "none"

    /// Whether it has its default.
    var isDefault: Bool { if case .byDefault = origin { true } else { false } }

    /// The setting with secrets in its strings masked, such as those in the query of a URL.
    private var safeSetting: Value? {
        if case .string(let text)? = setting { return .string(Redaction.redact(quoted: text)) }
        return setting.map { Redaction.redact($0) }
    }

    /// The setting as JSON.
    var value: Value {
        var members: [(String, Value)] = [("name", .string(name)), ("value", safeSetting ?? .null)]
        switch origin {
        case .byDefault: members.append(("from", "default"))
        case .file(let place):
            members.append(("from", "file"))
            if let file = place.file { members.append(("file", .string(file))) }
            if let line = place.line { members.append(("line", .integer(Int64(line)))) }
        case .environment(let name):
            members += [("from", "environment"), ("variable", .string(name))]
        case .option(let name): members += [("from", "option"), ("option", .string(name))]
        }
        return .object(.init(members))
    }

    /// The setting as text.
    var shown: String {
        switch safeSetting {
        case nil: absent
        case .string(let text): text
        case let value?: value.json
        }
    }

    var shownOrigin: String {
        switch origin {
        case .byDefault: return "default"
        case .file(var place):
            place.column = nil
            return place.description
        case .environment(let name): return "environment \(name)"
        case .option(let name): return "--\(name)"
        }
    }
}
