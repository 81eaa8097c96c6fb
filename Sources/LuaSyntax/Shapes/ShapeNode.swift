/// What a log shows of the values at one place of its events: how often, of which types, which values, and
/// the same for what is inside of them.
package final class ShapeNode {
    /// A type as JSON has it; a number without a fraction is `integer`.
    package enum Kind: Int, CaseIterable, Sendable {
        case null, bool, integer, number, string, object, array
    }

    /// A value that is kept as an example, or to compare with.
    package enum Scalar: Hashable, Sendable {
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
    }

    /// How many values there were.
    package private(set) var count = 0
    /// The first different values, in the order in which they came.
    package private(set) var values: [Scalar] = []
    /// Whether there were more different values than are kept, or one too long to keep.
    package private(set) var hasMoreValues = false
    /// Members by name.
    package private(set) var members: [String: ShapeNode] = [:]
    /// What holds for every element, and for every member where names are too many to be told apart.
    package private(set) var any: ShapeNode?
    /// Whether names were too many, so that they are data and not fields.
    package private(set) var isMap = false
    /// Whether something below was not looked at, so that nothing can be said of it.
    package private(set) var isOpen = false
    private var kinds = [Int](repeating: 0, count: Kind.allCases.count)

    package init() {}

    /// How many values were of a kind.
    package func count(of kind: Kind) -> Int { kinds[kind.rawValue] }

    /// The kinds that there were.
    package var seenKinds: [Kind] { Kind.allCases.filter { kinds[$0.rawValue] > 0 } }

    /// Notes a value that has nothing inside.
    package func add(_ kind: Kind, _ value: Scalar?, _ limits: ShapeLimits) {
        count += 1
        kinds[kind.rawValue] += 1
        guard let value, !hasMoreValues, !values.contains(value) else { return }
        if values.count < limits.values { values.append(value) } else { hasMoreValues = true }
    }

    /// Notes a text that is too long to be one of few.
    package func noteLongText() {
        count += 1
        kinds[Kind.string.rawValue] += 1
        hasMoreValues = true
    }

    /// Notes an object or an array; what is inside is noted in the nodes that `member` and `element` answer.
    package func noteContainer(_ kind: Kind) {
        count += 1
        kinds[kind.rawValue] += 1
    }

    /// Something inside is not looked at.
    package func leaveOpen() { isOpen = true }

    /// The node of a member; `nil` where there is no room for another one.
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

    /// The node of all elements; `nil` where there is no room for it.
    package func element(_ budget: inout ShapeBudget) -> ShapeNode? {
        if let any { return any }
        guard budget.reserveNode() else {
            isOpen = true
            return nil
        }
        any = ShapeNode()
        return any
    }

    /// Names that never end are keys of a map: what is known of all goes into one.
    private func foldMembers(_ budget: inout ShapeBudget) {
        isMap = true
        let all = members.sorted { $0.key < $1.key }.map(\.value)
        members = [:]
        guard let any = element(&budget) else { return }
        for node in all { any.add(node, &budget) }
    }

    /// Takes over what another node knows.
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

/// How much of a log is kept.
package struct ShapeLimits: Sendable {
    /// Different values of one place.
    package var values = 24
    /// Bytes of a text that is kept as a value.
    package var text = 80
    /// Names of one object; with more they are keys of a map.
    package var members = 400
    /// Elements of one array that are looked at.
    package var elements = 100
    /// Levels below the event.
    package var depth = 16
    /// Different types of events; others are left out.
    package var types = 1000
    /// Places of all types together.
    package var nodes = 200_000

    package init() {}
}

/// The room that is left for nodes.
package struct ShapeBudget: Sendable {
    /// All limits of the shape; only the number of nodes is counted here.
    package let limits: ShapeLimits
    private var used = 0

    package init(_ limits: ShapeLimits = ShapeLimits()) { self.limits = limits }

    mutating func reserveNode() -> Bool {
        guard used < limits.nodes else { return false }
        used += 1
        return true
    }
}
