/// A dot where a colon belongs, and the other way round.
///
/// **What.** `commander.emit(x)`, which hands over `x` as the commander, `hours.add(event)` of a window or another
/// object of a module, and `crm:create(…)`, which hands over the module as the first argument.
///
/// **Why.** The call runs, with every argument moved by one place.
///
/// **Example.**
/// ```lua
/// return commander.handleURLLink(url)
/// ```
package enum CallStyle: Rule {
    package static let code = "call-style"
    package static let severity = Diagnostic.Severity.error

    /// Reports each call at the name of the function; a dot with the object as first argument is the long form and correct.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        dotCalls(script) + dotCallsOfResults(script) + colonCalls(script)
    }

    /// `local hours = window.tumbling(…)` and `hours.add(event)`.
    private static func dotCallsOfResults(_ script: ScriptModel) -> [Diagnostic] {
        guard !script.api.results.isEmpty else { return [] }
        return script.tree.expressionIDs.compactMap { id in
            guard case .call(let function, let arguments) = script.tree[id].kind,
                let field = script.constantField(function),
                let name = script.tree.string(field.key),
                let variable = script.names.variable(script.tree.unwrapped(field.object)),
                let result = script.result(field.object), result.members.methods.contains(name)
            else { return nil }
            if let first = arguments.first, script.names.variable(first) == variable { return nil }
            return script.finding(
                Self.self, at: script.tree[field.key].position,
                "'\(name)' is a method of what '\(result.function)' returns; call it with a colon",
                hint: "write '\(script.names[variable].name):\(name)(…)'")
        }
    }

    private static func dotCalls(_ script: ScriptModel) -> [Diagnostic] {
        let methods = script.api.commanderMethods
        let parameters = script.commanderParameters
        var finder = OriginFinder(script)
        return script.tree.expressionIDs.compactMap { id in
            guard case .call(let function, let arguments) = script.tree[id].kind,
                let field = script.constantField(function),
                let variable = script.names.variable(script.tree.unwrapped(field.object)),
                parameters.contains(variable), let name = script.tree.string(field.key),
                methods.contains(name)
            else { return nil }
            // `commander.emit(commander, x)` is the long form of the colon.
            if let first = arguments.first, script.names.variable(first) == variable { return nil }
            let commander = script.names[variable].name
            return script.finding(
                Self.self, at: script.tree[field.key].position,
                "'\(name)' is a method; call it with a colon",
                hint: "write '\(commander):\(name)(…)'",
                isCertain: arguments.first.map { isOther($0, script, &finder) } ?? true)
        }
    }

    /// Whether a value is certainly not the commander under another name.
    private static func isOther(
        _ id: Expression.ID, _ script: ScriptModel, _ finder: inout OriginFinder
    ) -> Bool {
        switch script.tree[id].kind {
        case .nil, .bool, .integer, .number, .string, .table, .function: true
        default: finder.origins(of: id) != nil
        }
    }

    private static func colonCalls(_ script: ScriptModel) -> [Diagnostic] {
        script.tree.expressionIDs.compactMap { id in
            guard case .methodCall(let object, let name, let place, _) = script.tree[id].kind,
                let library = script.library(object), library.members.contains(name)
            else { return nil }
            return script.finding(
                Self.self, at: place,
                "'\(name)' is a function of the module '\(library.name)'; call it with a dot",
                hint: "a colon would pass the module as the first argument")
        }
    }
}
