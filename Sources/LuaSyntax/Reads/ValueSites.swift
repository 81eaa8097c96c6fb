/// The sources of the values of all variables.
struct ValueSites {
    /// A source of a value.
    enum Source {
        /// An expression.
        case value(Expression.ID)
        /// An element of a table, in `for _, x in pairs(t)`.
        case element(Expression.ID)
        /// The host, as the caller of the function.
        case host
        /// Unknown: a second result, `...`, or a library that calls the function.
        case unknown
    }

    private let script: ScriptModel
    private var sources: [Variable.ID: [Source]] = [:]
    private var byPosition: [Position: Variable.ID] = [:]

    init(_ script: ScriptModel) {
        self.script = script
        for (index, variable) in script.names.variables.enumerated() {
            let id = Variable.ID(index: index)
            if variable.kind != .implicitSelf { byPosition[variable.position] = id }
            if let first = variable.initializer { sources[id] = [.value(first)] }
        }
        for assignment in script.names.assignments {
            guard let variable = script.names.variable(assignment.target) else { continue }
            add(assignment.value.map { .value($0) } ?? .unknown, to: variable)
        }
        for number in script.tree.functions.indices {
            let function = FunctionBody.ID(index: number)
            for block in script.tree.blocks(of: function) {
                for statement in block.statements { read(statement) }
            }
        }
        readParameters()
    }

    func variable(at position: Position) -> Variable.ID? { byPosition[position] }

    func sources(of variable: Variable.ID) -> [Source] { sources[variable] ?? [] }

    /// The function that is called; `nil` if it can be more than one.
    func onlyFunction(_ id: Expression.ID) -> FunctionBody.ID? {
        if let literal = script.tree.functionLiteral(id) { return literal }
        guard let variable = script.names.variable(script.tree.unwrapped(id)),
            sources(of: variable).count == 1, case .value(let value)? = sources(of: variable).first
        else { return nil }
        return script.tree.functionLiteral(value)
    }

    private mutating func add(_ source: Source, to variable: Variable.ID) {
        sources[variable, default: []].append(source)
    }

    private mutating func read(_ statement: Statement) {
        switch statement.kind {
        case .local(let bindings, let values):
            // `local a, b = f()`: the value of b is not known.
            guard bindings.count > values.count, let last = values.last,
                script.tree.hasSeveralResults(last)
            else { return }
            for binding in bindings[values.count...] {
                if let variable = byPosition[binding.position] { add(.unknown, to: variable) }
            }
        case .genericFor(let bindings, let values, _):
            let table = values.first.flatMap { traversed($0) }
            for (index, binding) in bindings.enumerated() {
                guard let variable = byPosition[binding.position] else { continue }
                add(index == 1 ? table.map { .element($0) } ?? .unknown : .unknown, to: variable)
            }
        case .numericFor(let binding, _, _):
            if let variable = byPosition[binding.position] { add(.unknown, to: variable) }
        default: return
        }
    }

    /// The table that `pairs(t)` or `ipairs(t)` iterates over.
    private func traversed(_ id: Expression.ID) -> Expression.ID? {
        guard case .call(let function, let arguments) = script.tree[script.tree.unwrapped(id)].kind,
            let name = script.names.global(function), ["pairs", "ipairs"].contains(name)
        else { return nil }
        return arguments.first
    }

    /// Reads the values of parameters from the calls of their function, if all calls are known.
    private mutating func readParameters() {
        let entered = Set(EventEntry.all(of: script).map(\.parameter))
        let calls = FunctionUses(script)
        for number in script.tree.functions.indices.dropFirst() {
            let function = FunctionBody.ID(index: number)
            let body = script.tree[function]
            for (index, binding) in body.parameters.enumerated() {
                guard let variable = byPosition[binding.position] else { continue }
                if entered.contains(binding.position) { add(.host, to: variable) }
                switch calls.of(function) {
                case .calls(let calls):
                    for arguments in calls {
                        if index < arguments.count {
                            add(.value(arguments[index]), to: variable)
                        } else if let last = arguments.last, script.tree.hasSeveralResults(last) {
                            add(.unknown, to: variable)
                        }
                    }
                case .fields:
                    // A function of the delegate: the host calls it, or its callers are unknown.
                    if !entered.contains(binding.position) { add(.unknown, to: variable) }
                case .unknown: add(.unknown, to: variable)
                }
            }
        }
    }
}

extension SyntaxTree {
    /// Whether an expression at the end of a list can give several values.
    fileprivate func hasSeveralResults(_ id: Expression.ID) -> Bool {
        switch self[id].kind {
        case .call, .methodCall, .vararg: true
        default: false
        }
    }
}
