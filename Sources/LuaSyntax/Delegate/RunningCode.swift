/// The parts of a script that run while an event is processed, and whose errors reach the host.
struct RunningCode {
    private let tree: SyntaxTree
    private let called: Set<FunctionBody.ID>
    private let catchesErrors: Bool

    init(_ script: ScriptModel) {
        tree = script.tree
        // Only the test runner calls the functions in `tests`.
        called = Reachability(script, excluding: ["tests"]).functions
        catchesErrors = script.catchesErrors
    }

    /// Whether a place is in a function that the host calls, directly or through others, and nothing catches its errors.
    func contains(_ position: Position) -> Bool {
        if catchesErrors { return false }
        let around = tree.functions.indices.dropFirst().filter { index in
            let function = tree.functions[index]
            return function.position <= position && position <= function.end
        }.map(FunctionBody.ID.init(index:))
        return around.max { tree[$0].position < tree[$1].position }.map(called.contains) ?? false
    }
}

extension ScriptModel {
    /// Whether the script may catch errors of its own functions; which ones is not traced through calls.
    ///
    /// `pcall` of a function of a module, such as `pcall(crm.delete, …)`, catches errors of that function alone; libraries
    /// of Lua call functions that they are given.
    fileprivate var catchesErrors: Bool {
        var harmless: Set<Expression.ID> = []
        for id in tree.expressionIDs {
            guard case .call(let function, let arguments) = tree[id].kind,
                let first = arguments.first,
                let field = constantField(tree.unwrapped(first)),
                let library = library(field.object), api.globals[library.name] == nil
            else { continue }
            harmless.insert(tree.unwrapped(function))
        }
        return tree.expressionIDs.contains { id in
            guard let name = names.global(id) ?? requiredModule(id) else { return false }
            return ["pcall", "xpcall", "coroutine"].contains(name) && !harmless.contains(id)
        }
    }

    /// The expressions that are called.
    var called: Set<Expression.ID> {
        var called: Set<Expression.ID> = []
        for id in tree.expressionIDs {
            if case .call(let function, _) = tree[id].kind {
                called.insert(tree.unwrapped(function))
            }
        }
        return called
    }

    /// The expressions that are called or indexed, which fails for `nil`.
    var calledOrIndexed: Set<Expression.ID> {
        var used = called
        for id in tree.expressionIDs {
            switch tree[id].kind {
            case .index(let object, _), .methodCall(let object, _, _, _):
                used.insert(tree.unwrapped(object))
            default: break
            }
        }
        return used
    }
}

extension [Diagnostic] {
    /// The findings, of which those with these messages are not certain.
    func doubting(_ messages: Set<String>) -> [Diagnostic] {
        map { finding in
            var finding = finding
            if messages.contains(finding.message) { finding.isCertain = false }
            return finding
        }
    }
}
