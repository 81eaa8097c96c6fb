import PeriluneCore
import PeriluneFiles

extension ConfigurationReader {
    /// Reads `grants = { crm = { "dev" }, mail = true }`.
    mutating func readGrants(_ value: Value, _ part: String) -> Grants {
        var place = source.place(of: part)
        place.column = nil
        place.sourceLine = nil
        var scopes: [String: [String]] = [:]
        guard let members = members(of: value, part, grantNames) else {
            return Grants([:], at: place)
        }
        for member in members.pairs {
            let part = "\(part).\(member.name)"
            switch member.value {
            case .bool(true): scopes[member.name] = []
            case .bool(false): continue
            case .object(let members) where members.pairs.isEmpty:
                reportInvalid(
                    part, .configurationValue, "\(part) is an empty list, which grants nothing",
                    hint: "write true for everything, or false")
            default:
                let texts = texts(member.value, part, needs: "true, false, or a list of scopes")
                let kind = configurable.grants.named(member.name)
                scopes[member.name] = texts.map { scope($0.0, of: kind, $0.part) }
            }
        }
        return Grants(scopes, at: place)
    }

    /// The valid names of grants; `nil` for any name, because plugins that are not loaded yet may declare more.
    private var grantNames: [String]? {
        let plugins = source.value["plugins"]
        let bringsOthers = plugins?["folders"] != nil || plugins?["libraries"] != nil
        return configurable.sections == nil || bringsOthers
            ? nil : configurable.grants.map(\.name).unique
    }

    /// Normalizes a scope, or reports why it is invalid.
    private mutating func scope(_ text: String, of kind: GrantKind?, _ part: String) -> String {
        guard let kind else { return text }
        do throws(PeriluneError) {
            return try kind.read(text, in: folder)
        } catch {
            reportInvalid(part, .configurationValue, error.message, hint: error.hint)
            return text
        }
    }
}

extension GrantKind {
    /// Normalizes a scope; paths in it are relative to a folder.
    fileprivate func read(_ text: String, in folder: String) throws(PeriluneError) -> String {
        try read(text) { text in
            let path = FilePath.absolute(FilePath.join(folder, text))
            return (path, FolderTree.isFolder(path))
        }
    }
}

extension Grants {
    /// The grants with their scopes normalized by kinds that were not known when the configuration was read.
    ///
    /// A scope that is invalid only covers itself.
    func reading(_ kinds: [GrantKind]) -> Grants {
        guard let granted, kinds.contains(where: { granted[$0.name] != nil }) else { return self }
        let folder = FilePath.folder(of: place.file ?? "")
        var scopes = granted
        for kind in kinds {
            scopes[kind.name] = granted[kind.name]?.map { (try? kind.read($0, in: folder)) ?? $0 }
        }
        return Grants(scopes, at: place)
    }
}

extension Configuration {
    /// The mistakes in the grants, once all plugins are known.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of all plugins.
    ///   - others: Names that modules ask for although no plugin declares them.
    /// - Returns: A mistake for each unknown name and each invalid scope.
    package func grantProblems(kinds: [GrantKind], others: [String]) -> [PeriluneError] {
        var tables: [String: Grants] = [:]
        for entry in entries { entry.grantsPart.map { tables[$0] = entry.grants } }
        for (number, plugin) in pluginFolders.enumerated() {
            tables["plugins.folders[\(number + 1)].grants"] = plugin.grants
        }
        let names = (kinds.map(\.name) + others).unique
        var problems: [PeriluneError] = []
        for (part, grants) in tables.sorted(by: { $0.key < $1.key }) {
            for (name, scopes) in (grants.granted ?? [:]).sorted(by: { $0.key < $1.key }) {
                let part = "\(part).\(name)"
                if !names.contains(name) {
                    problems.append(
                        PeriluneError(
                            .configurationName, "unknown setting '\(part)'", at: place(of: part),
                            hint: NearestName.hint(for: name, in: names)
                                ?? "the grants are \(names.joined(separator: ", "))"))
                }
                for scope in scopes {
                    do throws(PeriluneError) {
                        _ = try kinds.named(name)?.read(scope, in: folder)
                    } catch {
                        var error = error
                        error.place = place(of: part)
                        problems.append(error)
                    }
                }
            }
        }
        return problems
    }
}

extension [String] {
    /// The elements in order, without repetitions.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
