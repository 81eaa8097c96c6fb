/// The shape of the values at one path of events in a log: their number, types and values, and the shapes of their
/// members and elements.
package final class ShapeNode {
    /// A type of JSON; a number without a fraction is `integer`.
    package enum Kind: Int, CaseIterable, Sendable {
        case null, bool, integer, number, string, object, array
    }

    /// A value that is kept as an example or for comparisons.
    package enum Scalar: Hashable, Sendable {
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
    }

    /// The number of values.
    package private(set) var count = 0
    /// The first distinct values, in order.
    package private(set) var values: [Scalar] = []
    /// Whether there were more distinct values than are kept, or one that is too long.
    package private(set) var hasMoreValues = false
    /// The shapes of members by name.
    package private(set) var members: [String: ShapeNode] = [:]
    /// The shape of all elements, or of all members if there are too many names.
    package private(set) var any: ShapeNode?
    /// Whether there were too many names, so that they are data and not fields.
    package private(set) var isMap = false
    /// Whether something inside was not read, so that missing members are not certain to be missing.
    package private(set) var isOpen = false
    private var kinds = [Int](repeating: 0, count: Kind.allCases.count)

    package init() {}

    /// The number of values of a type.
    package func count(of kind: Kind) -> Int { kinds[kind.rawValue] }

    /// The types that occurred.
    package var seenKinds: [Kind] { Kind.allCases.filter { kinds[$0.rawValue] > 0 } }

    /// Adds a scalar value.
    package func add(_ kind: Kind, _ value: Scalar?, _ limits: ShapeLimits) {
        count += 1
        kinds[kind.rawValue] += 1
        guard let value, !hasMoreValues, !values.contains(value) else { return }
        if values.count < limits.values { values.append(value) } else { hasMoreValues = true }
    }

    /// Adds a text that is too long to keep.
    package func noteLongText() {
        count += 1
        kinds[Kind.string.rawValue] += 1
        hasMoreValues = true
    }

    /// Adds an object or an array; its contents are added to the nodes of `member` and `element`.
    package func noteContainer(_ kind: Kind) {
        count += 1
        kinds[kind.rawValue] += 1
    }

    /// Notes that something inside was not read.
    package func leaveOpen() { isOpen = true }

    /// The node of a member; `nil` if there is no room for another one.
    package func member(_ name: String, _ budget: inout ShapeBudget) -> ShapeNode? {
        if isMap { return element(&budget) }
        if let known = members[name] { return known }
        if members.count == budget.limits.members {
            foldMembers(&budget)
            return element(&budget)
        }
        guard budget.reserveNode() else {
            isOpen = true
            return nil
        }
        let node = ShapeNode()
        members[name] = node
        return node
    }

    /// The node of all elements; `nil` if there is no room for it.
    package func element(_ budget: inout ShapeBudget) -> ShapeNode? {
        if let any { return any }
        guard budget.reserveNode() else {
            isOpen = true
            return nil
        }
        any = ShapeNode()
        return any
    }

    /// Treats an object with too many names as a map, and merges its members into one node.
    private func foldMembers(_ budget: inout ShapeBudget) {
        isMap = true
        let all = members.sorted { $0.key < $1.key }.map(\.value)
        members = [:]
        guard let any = element(&budget) else { return }
        for node in all { any.add(node, &budget) }
    }

    /// Adds everything that another node has.
    package func add(_ other: ShapeNode, _ budget: inout ShapeBudget) {
        count += other.count
        for kind in kinds.indices { kinds[kind] += other.kinds[kind] }
        hasMoreValues = hasMoreValues || other.hasMoreValues
        for value in other.values where !values.contains(value) {
            if values.count < budget.limits.values {
                values.append(value)
            } else {
                hasMoreValues = true
            }
        }
        isOpen = isOpen || other.isOpen
        if let any = other.any { element(&budget)?.add(any, &budget) }
        if other.isMap, !isMap { foldMembers(&budget) }
        for (name, node) in other.members.sorted(by: { $0.key < $1.key }) {
            member(name, &budget)?.add(node, &budget)
        }
    }
}

/// Limits on what is kept of a log.
package struct ShapeLimits: Sendable {
    /// The maximum number of distinct values at a path.
    package var values = 24
    /// The maximum length in bytes of a text that is kept as a value.
    package var text = 80
    /// The maximum number of names of an object; one with more is a map.
    package var members = 400
    /// The maximum number of elements that are read of an array.
    package var elements = 100
    /// The maximum number of levels below the event.
    package var depth = 16
    /// The maximum number of types of events; others are skipped.
    package var types = 1000
    /// The maximum number of nodes of all types together.
    package var nodes = 200_000

    package init() {}
}

/// The number of nodes that may still be created.
package struct ShapeBudget: Sendable {
    /// All limits; only the number of nodes is counted here.
    package let limits: ShapeLimits
    private var used = 0

    package init(_ limits: ShapeLimits = ShapeLimits()) { self.limits = limits }

    mutating func reserveNode() -> Bool {
        guard used < limits.nodes else { return false }
        used += 1
        return true
    }
}
