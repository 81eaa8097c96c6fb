/// The labels and jumps of one function.
///
/// Lua's rules: a label is visible in its block and the blocks inside it, not in other functions;
/// a jump forward may not enter the scope of a variable; a label at the very end of a block
/// counts as outside of the scopes of the block's variables.
struct LabelScopes {
    struct Jump {
        let name: String
        let position: Position
        /// The variables in scope at the jump, reduced as enclosing blocks end.
        var activeVariables: Int
    }

    struct Label {
        let name: String
        let position: Position
    }

    /// What is wrong with a label or a jump.
    enum Problem {
        case duplicate(Label)
        case entersScope(Jump)
    }

    private struct Scope {
        let activeVariables: Int
        var labels: [Label] = []
        var pending: [Jump] = []
    }

    private var scopes: [Scope] = []
    /// All labels of the function, for suggestions.
    private(set) var seen: [String] = []

    var depth: Int { scopes.count }

    mutating func open(activeVariables: Int) {
        scopes.append(Scope(activeVariables: activeVariables))
    }

    /// Ends a block.
    ///
    /// Its open jumps are moved to the enclosing block; returns one if there is any.
    mutating func close() -> Jump? {
        guard let scope = scopes.popLast() else { return nil }
        guard !scopes.isEmpty else { return scope.pending.first }
        for var jump in scope.pending {
            jump.activeVariables = min(jump.activeVariables, scope.activeVariables)
            scopes[scopes.count - 1].pending.append(jump)
        }
        return scope.pending.first
    }

    mutating func jump(_ name: String, at position: Position, activeVariables: Int) {
        let isBackward = scopes.contains { $0.labels.contains { $0.name == name } }
        if isBackward { return }
        scopes[scopes.count - 1].pending.append(
            Jump(name: name, position: position, activeVariables: activeVariables))
    }

    mutating func label(_ label: Label, isLast: Bool, activeVariables: Int) -> Problem? {
        for scope in scopes {
            if let earlier = scope.labels.first(where: { $0.name == label.name }) {
                return .duplicate(earlier)
            }
        }
        let current = scopes.count - 1
        seen.append(label.name)
        scopes[current].labels.append(label)
        let level = isLast ? scopes[current].activeVariables : activeVariables
        let arriving = scopes[current].pending.filter { $0.name == label.name }
        scopes[current].pending.removeAll { $0.name == label.name }
        return arriving.first { $0.activeVariables < level }.map(Problem.entersScope)
    }
}
