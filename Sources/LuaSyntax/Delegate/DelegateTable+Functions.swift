extension ScriptModel {
    /// The functions of a delegate that act on an event.
    static let actingFunctions = ["execute", "executeURL"]

    /// The functions that an expression can be: a literal, or a name that holds one.
    func functions(_ id: Expression.ID) -> [FunctionBody.ID] {
        let id = tree.unwrapped(id)
        if let literal = tree.functionLiteral(id) { return [literal] }
        guard let meaning = names.meanings[id] else { return [] }
        return values(of: meaning).compactMap { tree.functionLiteral($0) }
    }

    /// All values that the file assigns to a name.
    func values(of meaning: Resolution.Meaning) -> [Expression.ID] {
        var values: [Expression.ID] = []
        if case .variable(let variable) = meaning, let first = names[variable].initializer {
            values.append(first)
        }
        for assignment in names.assignments where names.meanings[assignment.target] == meaning {
            if let value = assignment.value { values.append(value) }
        }
        return values
    }

    /// A function of the delegate that receives the commander.
    struct ActingFunction {
        /// The name of its field.
        let field: String
        let body: FunctionBody.ID
        /// The index of the commander among the parameters, from 0, without `self`.
        let commander: Int
    }

    /// `execute`, `executeURL` and the functions for single types of events.
    var actions: [ActingFunction] {
        let twoArguments = Self.actingFunctions + ["onTimer"]
        return (twoArguments + api.delegateFunctions).flatMap { name in
            delegate.fields.filter { $0.name == name }.flatMap { field in
                (field.value.map(functions) ?? []).map { body in
                    ActingFunction(
                        field: name, body: body, commander: twoArguments.contains(name) ? 1 : 2)
                }
            }
        }
    }

    /// The parameters that hold the commander.
    var commanderParameters: Set<Variable.ID> {
        var found: Set<Variable.ID> = []
        for action in actions {
            let parameters = tree[action.body].parameters
            // `execute = function(self, event, commander)` is the long form of the colon.
            let index = action.commander + (parameters.first?.name == "self" ? 1 : 0)
            guard parameters.indices.contains(index) else { continue }
            let position = parameters[index].position
            let variable = names.variables.firstIndex { $0.position == position }
            // A parameter that the function assigns may hold anything.
            if let variable, names.variables[variable].writes.isEmpty {
                found.insert(Variable.ID(index: variable))
            }
        }
        return found
    }
}
