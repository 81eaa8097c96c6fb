package import PeriluneCore

extension Grants {
    /// The scopes by grant; `nil` if everything is granted.
    package var wireValue: Value? {
        granted.map { scopes in
            let sorted = scopes.sorted { $0.key < $1.key }
            return .object(
                .init(sorted.map { ($0.key, .array($0.value.map { .string($0) })) }))
        }
    }

    init(_ form: Form?) throws(PeriluneError) {
        guard let form else {
            self = .all
            return
        }
        guard let members = form.value.object else { throw .broken("grants must be an object") }
        var scopes: [String: [String]] = [:]
        for member in members.pairs {
            scopes[member.name] = (member.value.array ?? []).compactMap(\.string)
        }
        self.init(scopes)
    }
}

extension GrantKind {
    private enum Shape: String, CaseIterable {
        case none, names, domains, folders, files
    }

    /// The kind as JSON; custom scopes are passed as they are written, because the library interprets them.
    var wireValue: Value {
        let shape: Shape =
            switch scopes {
            case .none: .none
            case .names, .custom: .names
            case .domains: .domains
            case .folders: .folders
            case .files: .files
            }
        return [
            "name": .string(name), "summary": .string(summary), "scopes": .string(shape.rawValue),
            "implied": .bool(isImplied), "modules": .array(modules.map { .string($0) }),
        ]
    }

    init(_ form: Form) throws(PeriluneError) {
        let scopes: Scopes =
            switch try form.choice("scopes", Shape.self) {
            case .none: .none
            case .names: .names
            case .domains: .domains
            case .folders: .folders
            case .files: .files
            }
        var modules: [String] = []
        for module in try form.list("modules", most: 100) { modules.append(try module.text()) }
        self.init(
            try form.text("name", most: 100), try form.text("summary"), scopes: scopes,
            isImplied: form["implied"] == nil ? true : try form.flag("implied"), modules: modules)
    }
}
