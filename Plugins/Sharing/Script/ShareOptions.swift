import PeriluneCore

/// The destination of a picture in a script's call, checked as far as possible without the configuration.
struct ShareOptions {
    /// The details for the record.
    let details: Value.Members
    let target: Target

    enum Target {
        /// Wherever the configuration sends pictures.
        case usual
        case file(String, overwrites: Bool)
        case mail(to: [String], subject: String?, text: String?)
        case upload(String)
    }

    private static let names = ["file", "overwrite", "to", "subject", "text", "upload"]
    private static let mostText = 100_000

    init(_ value: Value?) throws(PeriluneError) {
        let members: Value.Members
        switch value {
        case .object(let given): members = given
        case nil, .null, .array([]):
            (details, target) = (.init(), .usual)
            return
        default: throw .argument("share", "options", "a table with string keys")
        }
        for member in members.pairs where !Self.names.contains(member.name) {
            let meant = NearestName.suggestion(for: member.name, in: Self.names)
            throw Self.optionError(
                "unknown option '\(member.name)'\(meant); the options are \(Self.names.joined(separator: ", "))"
            )
        }
        let targets = ["file", "to", "upload"].filter { members[$0] != nil }
        guard targets.count <= 1 else {
            throw Self.optionError(
                "a picture can be sent to one destination only, got \(targets.joined(separator: " and "))"
            )
        }
        switch targets.first {
        case "file":
            target = .file(
                try Self.text("file", members) ?? "",
                overwrites: members["overwrite"] == .bool(true))
        case "to":
            target = .mail(
                to: try Self.addresses(members), subject: try Self.text("subject", members),
                text: try Self.text("text", members))
        case "upload": target = .upload(try Self.text("upload", members) ?? "")
        default: target = .usual
        }
        details = .init(
            ["file", "to", "subject", "upload"].compactMap { name in
                members[name].map { (name, $0) }
            })
    }

    private static func addresses(_ members: Value.Members) throws(PeriluneError) -> [String] {
        let to = members["to"] ?? .null
        let all = to.array ?? [to]
        let texts = all.compactMap(\.string)
        guard texts.count == all.count, !texts.isEmpty else {
            throw PeriluneError(
                "snapshot.address", "to must be an address or a list of addresses, got \(to.json)")
        }
        return texts
    }

    private static func text(
        _ name: String, _ members: Value.Members
    ) throws(PeriluneError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string, text.utf8.count <= mostText else {
            throw optionError("\(name) must be a string, got \(value.json.prefix(100))")
        }
        return text
    }

    private static func optionError(_ message: String) -> PeriluneError {
        PeriluneError("snapshot.option", message)
    }
}
