/// Resolves the names of a script by the scope rules of Lua.
///
/// It also refuses what Lua's compiler refuses because of names: an assignment to a constant, a jump without a label,
/// and more variables than a function may have.
struct Resolver {
    /// Lua's limit on the variables of a function that are visible at one point.
    private static let mostLocals = 200

    let tree: SyntaxTree
    var result = Resolution()
    var labels = LabelScopes()
    /// The variables in scope by name; the last one of each name hides the others.
    private var visible: [String: [Variable.ID]] = [:]
    /// The variables in scope in the order of declaration.
    private var active: [Variable.ID] = []
    private var function = FunctionBody.ID.file
    /// The index of the current function's first variable, and the number of hidden variables of its loops.
    private var base = 0
    private var hidden = 0

    init(_ tree: SyntaxTree) { self.tree = tree }

    mutating func resolveFile() throws(SyntaxFailure) {
        try resolveFunction(.file)
    }

    mutating func resolveFunction(_ id: FunctionBody.ID) throws(SyntaxFailure) {
        let outer = (function, base, hidden, labels)
        (function, base, hidden, labels) = (id, active.count, 0, LabelScopes())
        let body = tree[id]
        labels.open(activeVariables: active.count)
        if body.hasImplicitSelf {
            try declare(
                Binding(name: "self", position: body.position, attribute: nil), .implicitSelf)
        }
        for parameter in body.parameters { try declare(parameter, .parameter) }
        try resolve(body.block.statements)
        try closeScope(to: base)
        (function, base, hidden, labels) = outer
    }

    /// Resolves a block in a new scope; `prepare` first declares variables in it.
    mutating func resolve(
        _ block: Block, declaring bindings: [Binding] = [], hiding count: Int = 0,
        until condition: Expression.ID? = nil
    ) throws(SyntaxFailure) {
        let start = active.count
        labels.open(activeVariables: start)
        hidden += count
        for binding in bindings { try declare(binding, .loop) }
        try resolve(block.statements, isRepeat: condition != nil)
        // The condition of 'until' sees the variables of its block.
        if let condition { try resolve(condition) }
        hidden -= count
        try closeScope(to: start)
    }

    mutating func declare(
        _ binding: Binding, _ kind: Variable.Kind, initializer: Expression.ID? = nil
    ) throws(SyntaxFailure) {
        guard active.count - base + hidden < Self.mostLocals else {
            throw failure(
                "too many local variables in one function: the limit is \(Self.mostLocals)",
                at: binding.position, hint: "put some of them into a table or a function")
        }
        let id = Variable.ID(index: result.variables.count)
        let name = binding.name
        result.variables.append(
            Variable(
                name: name, position: binding.position, kind: kind, attribute: binding.attribute,
                function: function, initializer: initializer, shadowed: visible[name]?.last))
        visible[name, default: []].append(id)
        active.append(id)
        if name == "_ENV" { result.replacesEnvironment = true }
    }

    /// Resolves an expression and the functions in it.
    mutating func resolve(_ id: Expression.ID) throws(SyntaxFailure) {
        for part in tree.subtree(of: id) {
            switch tree[part].kind {
            case .name(let name): read(name, part)
            case .function(let body): try resolveFunction(body)
            default: break
            }
        }
    }

    mutating func assign(
        _ target: Expression.ID, _ value: Expression.ID?, isFunctionStatement: Bool = false
    ) throws(SyntaxFailure) {
        result.assignments.append(
            Resolution.Assignment(
                target: target, value: value, isFunctionStatement: isFunctionStatement))
        result.targets.insert(target)
        guard case .name(let name) = tree[target].kind else { return try resolve(target) }
        guard let variable = visible[name]?.last else {
            result.meanings[target] = .global(name)
            if name == "_ENV" { result.replacesEnvironment = true }
            return
        }
        if let attribute = result[variable].attribute {
            throw failure(
                "cannot assign to '\(name)', which is <\(attribute.rawValue)>",
                at: tree[target].position,
                hint: "it is declared at line \(result[variable].position.line)")
        }
        result.meanings[target] = .variable(variable)
        result.variables[variable.index].writes.append(target)
    }

    func failure(_ message: String, at position: Position, hint: String? = nil) -> SyntaxFailure {
        .syntax(message, at: position, in: tree.lines, hint: hint)
    }

    var activeCount: Int { active.count }

    private mutating func read(_ name: String, _ id: Expression.ID) {
        guard let variable = visible[name]?.last else {
            result.meanings[id] = .global(name)
            return
        }
        result.meanings[id] = .variable(variable)
        result.variables[variable.index].reads.append(id)
    }

    private mutating func closeScope(to count: Int) throws(SyntaxFailure) {
        let isFunction = labels.depth == 1
        if let jump = labels.close(), isFunction {
            throw failure(
                "no label '\(jump.name)' is visible to this 'goto'", at: jump.position,
                hint: Suggestion.hint(for: jump.name, in: labels.seen))
        }
        while active.count > count {
            visible[result[active.removeLast()].name]?.removeLast()
        }
    }
}
