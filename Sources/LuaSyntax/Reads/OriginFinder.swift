/// Finds the values of a script that are parts of its event.
///
/// A value is a part of the event if all its possible sources are: a parameter of a function that the host calls, a
/// field of such a value, a local that holds one, or a parameter of a helper that is only called with such values. A
/// value that cannot be followed is ignored.
struct OriginFinder {
    /// The parts of the event that a value can be; `nil` if it can also be something else.
    typealias Origins = Set<EventOrigin>?

    private static let deepest = 12
    private static let most = 16

    let script: ScriptModel
    private let sites: ValueSites
    private var parameters: [Variable.ID: Origins] = [:]
    private var known: [Variable.ID: Origins] = [:]
    private var inProgress: Set<Variable.ID> = []
    private var depth = 0
    /// The number of steps so far, which is limited because of files made to be expensive.
    private var work = 0

    init(_ script: ScriptModel) {
        self.script = script
        sites = ValueSites(script)
        for entry in EventEntry.all(of: script) {
            guard let variable = sites.variable(at: entry.parameter) else { continue }
            let before = (parameters[variable] ?? []) ?? []
            parameters[variable] = before.union([entry.origin])
        }
    }

    /// The parts of the event that an expression can be.
    mutating func origins(of id: Expression.ID) -> Origins {
        guard depth < 150, work < 200_000 else { return nil }
        work += 1
        depth += 1
        defer { depth -= 1 }
        let id = script.tree.unwrapped(id)
        switch script.tree[id].kind {
        case .name:
            return script.names.variable(id).flatMap { origins(of: $0) }
        case .index(let object, let key):
            guard let base = origins(of: object) else { return nil }
            let step = script.tree.string(key).map { EventPath.Step.name($0) } ?? .any
            return limited(Set(base.map { $0.then(step) }))
        case .binary(.and, _, let right): return origins(of: right)
        case .binary(.or, let left, let right):
            guard let left = origins(of: left) else { return nil }
            // `event.data.items or {}`: the literal has no part of the event.
            if script.tree.isPlain(right) { return left }
            return origins(of: right).flatMap { limited(left.union($0)) }
        case .call(let function, _): return returned(by: function)
        default: return nil
        }
    }

    private mutating func origins(of variable: Variable.ID) -> Origins {
        if let found = known[variable] { return found }
        // A variable whose value depends on itself cannot be followed.
        guard inProgress.insert(variable).inserted else { return nil }
        let found = compute(variable)
        inProgress.remove(variable)
        known[variable] = .some(found)
        return found
    }

    private mutating func compute(_ variable: Variable.ID) -> Origins {
        var all: Set<EventOrigin> = []
        for source in sites.sources(of: variable) {
            let part: Origins
            switch source {
            case .value(let id): part = script.tree.isPlainNil(id) ? [] : origins(of: id)
            case .element(let id):
                part = origins(of: id).map { Set($0.map { $0.then(.any) }) }
            case .host: part = parameters[variable] ?? nil
            case .unknown: part = nil
            }
            guard let part else { return nil }
            all.formUnion(part)
        }
        // A variable without any part of the event is not one.
        return all.isEmpty ? nil : limited(all)
    }

    /// The parts of the event that a function of the file returns; `nil` if it can return something else.
    private mutating func returned(by function: Expression.ID) -> Origins {
        guard let body = sites.onlyFunction(function) else { return nil }
        var all: Set<EventOrigin> = []
        for block in script.tree.blocks(of: body) {
            for statement in block.statements {
                guard case .return(let values) = statement.kind, let value = values.first,
                    !script.tree.isPlainNil(value)
                else { continue }
                guard let part = origins(of: value) else { return nil }
                all.formUnion(part)
            }
        }
        return all.isEmpty ? nil : limited(all)
    }

    private func limited(_ origins: Set<EventOrigin>) -> Origins {
        let fits =
            origins.count <= Self.most
            && origins.allSatisfy { $0.path.steps.count <= Self.deepest }
        return fits ? origins : nil
    }
}

extension EventOrigin {
    func then(_ step: EventPath.Step) -> EventOrigin {
        EventOrigin(path: path.then(step), type: type)
    }
}

extension SyntaxTree {
    /// Whether an expression is a scalar literal or an empty table.
    func isPlain(_ id: Expression.ID) -> Bool {
        switch self[unwrapped(id)].kind {
        case .nil, .bool, .integer, .number, .string: true
        case .table(let fields): fields.isEmpty
        default: false
        }
    }

    func isPlainNil(_ id: Expression.ID) -> Bool {
        switch self[unwrapped(id)].kind {
        case .nil, .bool(false): true
        default: false
        }
    }
}
