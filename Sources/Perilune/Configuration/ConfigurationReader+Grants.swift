import PeriluneCore
import PeriluneFiles

extension ConfigurationReader {
    /// What the plugins of the command know, and what their scopes are.
    private static let known = ["crm", "mail", "http", "files", "lookup", "charts"]

    /// Reads `grants = { crm = { "dev" }, mail = true }`.
    mutating func readGrants(_ value: Value, _ part: String) -> Grants {
        var place = source.place(of: part)
        place.column = nil
        place.sourceLine = nil
        var scopes: [String: [String]] = [:]
        guard let members = grantMembers(value, part) else { return Grants([:], at: place) }
        for member in members.pairs {
            let part = "\(part).\(member.name)"
            switch member.value {
            case .bool(true): scopes[member.name] = []
            case .bool(false): continue
            case .object(let members) where members.pairs.isEmpty:
                wrong(
                    part, .configurationValue, "\(part) is an empty list, which grants nothing",
                    hint: "write true for everything, or false")
            default:
                let texts = texts(member.value, part, needs: "true, false, or a list of scopes")
                scopes[member.name] = texts.map { scope($0.0, of: member.name, $0.part) }
            }
        }
        return Grants(scopes, at: place)
    }

    /// The grants by name; plugins of one's own bring names of their own.
    private mutating func grantMembers(_ value: Value, _ part: String) -> Value.Members? {
        let bringsOthers = source.value["plugins"].map { plugins in
            plugins["folders"] != nil || plugins["libraries"] != nil
        }
        if bringsOthers == true, let members = value.object { return members }
        return members(of: value, part, Self.known)
    }

    /// A scope as the modules ask for it.
    private mutating func scope(_ text: String, of grant: String, _ part: String) -> String {
        switch grant {
        case "files":
            let path = FilePath.absolute(FilePath.join(folder, text))
            return path == "/" ? path : path + "/"
        case "lookup":
            let path = FilePath.absolute(FilePath.join(folder, text))
            return text.hasSuffix("/") || FolderTree.isFolder(path) ? path + "/" : path
        case "http":
            do throws(PeriluneError) {
                return try HTTPScope(text).description
            } catch {
                wrong(
                    part, .configurationValue, "'\(text)' is not a host name",
                    hint:
                        "write it without a path, with the methods before it: hooks.example.com, \"GET api.example.com\", \"GET,POST http://127.0.0.1:8080\""
                )
                return text
            }
        case "mail": return text.lowercased()
        default: return text
        }
    }
}
