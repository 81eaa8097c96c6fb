/// A parsed script with its names resolved, which the rules check.
package struct ScriptModel: Sendable {
    /// The tree.
    package let tree: SyntaxTree
    /// The meanings of its names.
    package let names: Resolution
    /// The table that the script returns.
    package let delegate: DelegateTable
    /// What the host offers, and the files that the script requires.
    package var api: HostAPI

    /// Parses a script; throws if Lua would refuse it.
    package init(_ bytes: [UInt8], api: HostAPI = HostAPI()) throws(Diagnostic) {
        tree = try SyntaxTree(parsing: bytes)
        names = try Resolution(tree)
        delegate = DelegateTable(tree, names)
        self.api = api
    }

    /// The module that the call `require "name"` returns.
    func requiredModule(_ id: Expression.ID) -> String? {
        guard case .call(let function, let arguments) = tree[tree.unwrapped(id)].kind,
            names.global(function) == "require", let first = arguments.first
        else { return nil }
        return tree.string(first)
    }

    /// The module or library that an expression holds, directly or through locals.
    func library(_ id: Expression.ID) -> (name: String, members: [String])? {
        let id = names.definition(of: id, in: tree)
        if let module = requiredModule(id) { return api.modules[module].map { (module, $0) } }
        guard let global = names.global(id), !names.replacesEnvironment else { return nil }
        return api.globals[global].map { (global, $0) }
    }

    /// The parts of `object.key` with a constant key; `nil` for other expressions.
    func constantField(_ id: Expression.ID) -> (object: Expression.ID, key: Expression.ID)? {
        guard case .index(let object, let key) = tree[id].kind, tree.string(key) != nil else {
            return nil
        }
        return (object, key)
    }

    /// A finding at a position of this script.
    func finding(
        _ rule: any Rule.Type, at position: Position, _ message: String, hint: String? = nil,
        isCertain: Bool = false
    ) -> Diagnostic {
        var finding = Diagnostic(
            code: rule.code, severity: rule.severity, position: position,
            sourceLine: tree.lines.text(ofLine: position.line) ?? "", message: message, hint: hint)
        finding.isCertain = isCertain
        return finding
    }
}
