/// What the events of a log look like, type by type.
package final class LogShape {
    /// By type, the shape of a whole event.
    package private(set) var types: [String: ShapeNode] = [:]
    /// Whether there were more types than are told apart.
    package private(set) var hasMoreTypes = false
    /// Events that were looked at.
    package private(set) var events = 0
    /// The nodes that may still be created for places of all types.
    package var budget: ShapeBudget

    package init(limits: ShapeLimits = ShapeLimits()) { budget = ShapeBudget(limits) }

    /// The node of the events of a type; `nil` where there are too many types.
    package func event(of type: String) -> ShapeNode? {
        events += 1
        if let known = types[type] { return known }
        guard types.count < budget.limits.types else {
            hasMoreTypes = true
            return nil
        }
        let node = ShapeNode()
        types[type] = node
        return node
    }
}

/// The values at one place, seen in events of several types.
package struct ShapeView {
    /// One for each way to the place.
    let nodes: [ShapeNode]

    /// Where a step leads.
    enum Step {
        case found(ShapeView)
        /// No event has it; the names that there are instead.
        case missing(names: Set<String>)
        /// What is there is no object in any event.
        case notAnObject
        /// Nobody can tell: too much to look at, or nothing to look into.
        case unknown
    }

    /// How many values there are.
    var count: Int { nodes.reduce(0) { $0 + $1.count } }

    /// The kinds of the values, without `null`.
    var kinds: Set<ShapeNode.Kind> {
        Set(nodes.flatMap(\.seenKinds)).subtracting([.null])
    }

    /// All different values; `nil` where they are too many to know.
    var values: [ShapeNode.Scalar]? {
        guard nodes.allSatisfy({ !$0.hasMoreValues && !$0.isOpen }) else { return nil }
        var all: [ShapeNode.Scalar] = []
        for value in nodes.flatMap(\.values) where !all.contains(value) { all.append(value) }
        return all
    }

    /// Follows a step of a path.
    func follow(_ step: EventPath.Step) -> Step {
        var found: [ShapeNode] = []
        var names: Set<String> = []
        var hasObject = false
        for node in nodes {
            if node.isOpen { return .unknown }
            if node.count(of: .object) > 0 || node.count(of: .array) > 0 { hasObject = true }
            switch step {
            case .any:
                if let any = node.any { found.append(any) }
                found += node.members.sorted { $0.key < $1.key }.map(\.value)
            case .name(let name):
                if node.isMap { return .unknown }
                names.formUnion(node.members.keys)
                if let member = node.members[name] { found.append(member) }
            }
        }
        if !found.isEmpty { return .found(ShapeView(nodes: found)) }
        if !hasObject {
            // Where every value is null, it may be an object another day.
            return kinds.isEmpty ? .unknown : .notAnObject
        }
        if case .any = step { return .unknown }
        return .missing(names: names)
    }
}
