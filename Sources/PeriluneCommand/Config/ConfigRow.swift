import Perilune
import PeriluneCore

/// A setting that holds, and where it comes from.
struct ConfigRow {
    enum Origin {
        case byDefault
        case file(PeriluneError.Place)
        case environment(String)
        case option(String)
    }

    let name: String
    /// `nil` where nothing is set.
    let setting: Value?
    let origin: Origin
    /// What holds in words, where nothing is set.
    var absent = "none"

    /// Whether it has its default.
    var isDefault: Bool { if case .byDefault = origin { true } else { false } }

    /// The setting without the secrets in its texts, such as those in the query of a URL.
    private var safeSetting: Value? {
        if case .string(let text)? = setting { return .string(Redaction.redact(quoted: text)) }
        return setting.map { Redaction.redact($0) }
    }

    /// For a machine.
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

    /// For a person.
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
