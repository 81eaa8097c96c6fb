/// The shape of the events in a log, by type.
package final class LogShape {
    /// The shapes of whole events by type.
    package private(set) var types: [String: ShapeNode] = [:]
    /// Whether there were too many types, so that some are missing.
    package private(set) var hasMoreTypes = false
    /// The number of events read.
    package private(set) var events = 0
    /// The nodes that may still be created, for all types together.
    package var budget: ShapeBudget

    package init(limits: ShapeLimits = ShapeLimits()) { budget = ShapeBudget(limits) }

    /// Counts an event, and returns the node of its type; `nil` if there are too many types.
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

/// The values at one path in events of several types.
package struct ShapeView {
    /// One node for each way to the path.
    let nodes: [ShapeNode]

    /// The result of following a step.
    enum Step {
        case found(ShapeView)
        /// No event has it; `names` are those that exist instead.
        case missing(names: Set<String>)
        /// The value is not an object in any event.
        case notAnObject
        /// Unknown: there was too much to read, or there are no values.
        case unknown
    }

    /// The number of values.
    var count: Int { nodes.reduce(0) { $0 + $1.count } }

    /// The types of the values, except `null`.
    var kinds: Set<ShapeNode.Kind> {
        Set(nodes.flatMap(\.seenKinds)).subtracting([.null])
    }

    /// All distinct values; `nil` if there were too many to keep.
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
            // A value that is always null may be an object in other events.
            return kinds.isEmpty ? .unknown : .notAnObject
        }
        if case .any = step { return .unknown }
        return .missing(names: names)
    }
}
