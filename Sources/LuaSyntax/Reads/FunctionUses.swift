/// The callers of the functions of a file, as far as they are known.
struct FunctionUses {
    enum Use {
        /// It has only these calls, with these arguments.
        case calls([[Expression.ID]])
        /// It is a function of the delegate and is not called otherwise.
        case fields
        /// It is passed on as a value.
        case unknown
    }

    private var uses: [FunctionBody.ID: Use] = [:]

    init(_ script: ScriptModel) {
        var calls: [Variable.ID: [[Expression.ID]]] = [:]
        var called: Set<Expression.ID> = []
        for id in script.tree.expressionIDs {
            guard case .call(let function, let arguments) = script.tree[id].kind,
                let variable = script.names.variable(function)
            else { continue }
            calls[variable, default: []].append(arguments)
            called.insert(function)
        }
        let fields = Set(script.delegate.fields.compactMap(\.value).map(script.tree.unwrapped))
        // The name in `return delegate` or in a field is a known use.
        for (index, variable) in script.names.variables.enumerated() {
            let id = Variable.ID(index: index)
            guard let initializer = variable.initializer, variable.writes.isEmpty,
                let function = script.tree.functionLiteral(initializer)
            else { continue }
            let others = variable.reads.filter { !called.contains($0) && !fields.contains($0) }
            uses[function] = others.isEmpty ? .calls(calls[id] ?? []) : .unknown
        }
        for field in fields {
            if let function = script.tree.functionLiteral(field) { uses[function] = .fields }
        }
    }

    func of(_ function: FunctionBody.ID) -> Use { uses[function] ?? .unknown }
}
