package import PeriluneCore

extension Grants {
    /// The scopes by grant; nothing where everything is granted.
    package var told: Value? {
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
