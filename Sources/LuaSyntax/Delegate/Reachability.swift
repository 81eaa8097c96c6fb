/// The functions of a file that can run while an event is processed.
///
/// A call graph by name: reading a name may call every function that is assigned to the name anywhere in the file.
/// The result has every function that runs, and possibly more, unless a function is stored in a table passed in from
/// outside.
struct Reachability {
    private let script: ScriptModel
    private(set) var functions: Set<FunctionBody.ID> = []
    private var pending: [FunctionBody.ID] = []
    private var pendingNames: [Resolution.Meaning] = []
    private var seenNames: Set<Resolution.Meaning> = []
    /// The values of each name, including those of the fields of its table.
    private let values: [Resolution.Meaning: [Expression.ID]]
    private let expressions: [FunctionBody.ID: [Expression.ID]]
    private let inner: [FunctionBody.ID: [FunctionBody.ID]]

    /// Starts at every function of the delegate's table that the host calls, except those in the fields `excluded`.
    init(_ script: ScriptModel, excluding excluded: Set<String> = []) {
        self.script = script
        let tree = script.tree
        expressions = Dictionary(grouping: tree.expressionIDs) { tree[$0].function }
        let all = tree.functions.indices.dropFirst().map(FunctionBody.ID.init(index:))
        inner = Dictionary(grouping: all) { tree[$0].parent ?? .file }
        values = Self.values(script)
        let called = Set(UnknownField.known + script.api.delegateFunctions).subtracting(excluded)
        for field in script.delegate.fields where called.contains(field.name) { enter(field) }
        repeat {
            while let name = pendingNames.popLast() { follow(values[name] ?? []) }
            if let function = pending.popLast() { visit(function) }
        } while !(pending.isEmpty && pendingNames.isEmpty)
    }

    /// Whether a name is the `self` of one of the delegate's own functions.
    func isDelegate(_ id: Expression.ID) -> Bool {
        if let meaning = script.delegate.meaning, script.names.meanings[id] == meaning {
            return true
        }
        guard let variable = script.names.variable(id) else { return false }
        let owner = script.names[variable].function
        guard script.names[variable].name == "self", functions.contains(owner) else {
            return false
        }
        return script.delegate.fields.contains { field in
            field.value.map { script.functions($0).contains(owner) } ?? false
        }
    }

    private mutating func enter(_ field: DelegateTable.Field) {
        for function in field.value.map({ script.functions($0) }) ?? [] { add(function) }
    }

    private mutating func add(_ function: FunctionBody.ID) {
        if functions.insert(function).inserted { pending.append(function) }
    }

    private mutating func visit(_ function: FunctionBody.ID) {
        for function in inner[function] ?? [] { add(function) }
        for id in expressions[function] ?? [] {
            switch script.tree[id].kind {
            case .name where !isDelegate(id): follow(id)
            case .methodCall(let object, let name, _, _): followField(of: object, name)
            case .index(let object, let key):
                if let name = script.tree.string(key) { followField(of: object, name) }
            default: break
            }
        }
    }

    /// Follows `self:name()` and `delegate.name`: only that field, not the whole table.
    private mutating func followField(of object: Expression.ID, _ name: String) {
        guard isDelegate(script.tree.unwrapped(object)) else { return }
        for field in script.delegate.fields where field.name == name { enter(field) }
    }

    private mutating func follow(_ id: Expression.ID) {
        guard let meaning = script.names.meanings[id] else { return }
        if seenNames.insert(meaning).inserted { pendingNames.append(meaning) }
    }

    /// Follows every function in a value, including those in tables and arguments.
    private mutating func follow(_ values: [Expression.ID]) {
        for value in values {
            for part in script.tree.subtree(of: value) {
                if let function = script.tree.functionLiteral(part) { add(function) }
                if case .name = script.tree[part].kind, !isDelegate(part) { follow(part) }
            }
        }
    }

    private static func values(_ script: ScriptModel) -> [Resolution.Meaning: [Expression.ID]] {
        var values: [Resolution.Meaning: [Expression.ID]] = [:]
        for (index, variable) in script.names.variables.enumerated() {
            guard let first = variable.initializer else { continue }
            values[.variable(Variable.ID(index: index)), default: []].append(first)
        }
        for assignment in script.names.assignments {
            guard let root = script.tree.root(of: assignment.target),
                let meaning = script.names.meanings[root], let value = assignment.value
            else { continue }
            values[meaning, default: []].append(value)
        }
        return values
    }
}
