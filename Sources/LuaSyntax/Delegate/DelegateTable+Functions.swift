extension ScriptModel {
    /// The functions a delegate is entered by, first those that act.
    static let actingFunctions = ["execute", "executeURL"]

    /// The functions an expression can be: a literal, or a name that holds one.
    func functions(_ id: Expression.ID) -> [FunctionBody.ID] {
        let id = tree.unwrapped(id)
        if let literal = tree.functionLiteral(id) { return [literal] }
        guard let meaning = names.meanings[id] else { return [] }
        return values(of: meaning).compactMap { tree.functionLiteral($0) }
    }

    /// Everything a name is given in the file.
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

    /// The parameter of `execute`, `executeURL` and their like that holds the commander.
    var commanderParameters: Set<Variable.ID> {
        var found: Set<Variable.ID> = []
        for name in Self.actingFunctions + ["onTimer"] + api.delegateFunctions {
            let place = Self.actingFunctions.contains(name) || name == "onTimer" ? 1 : 2
            for field in delegate.fields where field.name == name {
                for function in field.value.map(functions) ?? [] {
                    let parameters = tree[function].parameters
                    // `execute = function(self, event, commander)` is the long form of the colon.
                    let index = parameters.first?.name == "self" ? place + 1 : place
                    guard parameters.indices.contains(index) else { continue }
                    let position = parameters[index].position
                    let variable = names.variables.firstIndex { $0.position == position }
                    if let variable { found.insert(Variable.ID(index: variable)) }
                }
            }
        }
        return found
    }
}
