/// The fields of its event that a script reads, and the values it compares them with.
///
/// Values that cannot be followed are ignored.
package struct EventReads: Sendable {
    /// The reads in the order of the file.
    package private(set) var reads: [EventRead] = []
    /// The comparisons in the order of the file.
    package private(set) var comparisons: [EventComparison] = []
    /// The arguments of `ipairs`, which only iterates over lists.
    package private(set) var lists: [EventRead] = []
    /// The paths whose presence the script tests.
    package private(set) var guarded: Set<EventPath> = []

    /// Finds the reads of a script.
    package init(_ script: ScriptModel) {
        var finder = OriginFinder(script)
        let uses = ExpressionUses(script)
        for id in script.tree.expressionIDs {
            switch script.tree[id].kind {
            case .index(let object, let key) where !script.names.targets.contains(id):
                guard let name = script.tree.string(key),
                    let base = finder.origins(of: object)
                else { continue }
                let origins = Set(base.map { $0.then(.name(name)) })
                if uses.isGuard(id) { guarded.formUnion(origins.map(\.path)) }
                reads.append(
                    EventRead(
                        origins: origins, position: script.tree[key].position,
                        needsValue: uses.needsValue(id)))
            case .name where uses.isGuard(id):
                if let origins = finder.origins(of: id) {
                    guarded.formUnion(origins.map(\.path))
                }
            case .call(let function, let arguments)
            where script.names.global(function) == "ipairs":
                guard let list = arguments.first, let origins = finder.origins(of: list) else {
                    continue
                }
                lists.append(
                    EventRead(
                        origins: origins, position: script.tree[list].position, needsValue: true))
            case .binary(.symbol(let sign), let left, let right):
                guard let isEquality = Self.comparisons[sign] else { continue }
                readComparison(left, right, isEquality, &finder)
                readComparison(right, left, isEquality, &finder)
            default: continue
            }
        }
        readConditions(script)
        readAggregates(script)
        reads.sort { $0.position < $1.position }
        comparisons.sort { $0.position < $1.position }
    }

    private static let comparisons: [Symbol: Bool] = [
        .equal: true, .notEqual: true, .less: false, .lessOrEqual: false, .greater: false,
        .greaterOrEqual: false,
    ]

    private mutating func readComparison(
        _ field: Expression.ID, _ other: Expression.ID, _ isEquality: Bool,
        _ finder: inout OriginFinder
    ) {
        let literal = finder.script.constant(other)
        switch literal.kind {
        case .nil:
            if let origins = finder.origins(of: field) { guarded.formUnion(origins.map(\.path)) }
        case .bool, .integer, .number, .string:
            guard let origins = finder.origins(of: field), !origins.isEmpty else { return }
            comparisons.append(
                EventComparison(
                    origins: origins, literal: literal, isEquality: isEquality,
                    position: finder.script.tree[other].position))
        case .table, .computed: return
        }
    }

    /// Reads `where = { ["data.stage"] = { "won", "lost" } }` and `key = "subject"`.
    private mutating func readConditions(_ script: ScriptModel) {
        if let value = script.delegate.field("where")?.value,
            let fields = script.tree.tableFields(value)
        {
            for field in fields {
                guard let name = script.tree.name(of: field) else { continue }
                let origin = read(dotted: name, at: field.position, needsValue: true)
                let elements = script.tree.tableFields(field.value)?.map(\.value) ?? [field.value]
                for element in elements {
                    let literal = script.constant(element)
                    if case .computed = literal.kind { continue }
                    comparisons.append(
                        EventComparison(
                            origins: [origin], literal: literal, isEquality: true,
                            position: script.tree[element].position))
                }
            }
        }
        if let value = script.delegate.field("key")?.value,
            let path = script.tree.string(script.tree.unwrapped(value)), path != "all"
        {
            _ = read(dotted: path, at: script.tree[value].position, needsValue: false)
        }
    }

    /// Reads `aggregate.sum("data.bytes")`; paths that do not start with `data` may belong to other values.
    private mutating func readAggregates(_ script: ScriptModel) {
        for id in script.tree.expressionIDs {
            guard case .call(let function, let arguments) = script.tree[id].kind,
                let first = arguments.first, let path = script.tree.string(first),
                path.hasPrefix("data."),
                let field = script.constantField(script.tree.unwrapped(function)),
                script.library(field.object)?.name == "aggregate"
            else { continue }
            _ = read(dotted: path, at: script.tree[first].position, needsValue: false)
        }
    }

    /// Adds a read of each value on a path, so that the first missing one is reported.
    private mutating func read(
        dotted text: String, at position: Position, needsValue: Bool
    ) -> EventOrigin {
        let path = EventPath(dotted: text)
        for count in 1...path.steps.count {
            let part = EventOrigin(path: EventPath(Array(path.steps.prefix(count))), type: nil)
            reads.append(
                EventRead(origins: [part], position: position, needsValue: needsValue))
        }
        return EventOrigin(path: path, type: nil)
    }
}

extension ScriptModel {
    /// A literal, in place or in the declaration of the local that holds it.
    func constant(_ id: Expression.ID) -> Literal {
        let id = tree.unwrapped(id)
        if let variable = names.variable(id), names[variable].writes.isEmpty,
            names[variable].kind == .local, let value = names[variable].initializer
        {
            return tree.literal(value)
        }
        return tree.literal(id)
    }
}

extension ScriptModel {
    /// The types that a script publishes as literals: `commander:publish { type = "…" }`.
    package var publishedTypes: Set<String> {
        var types: Set<String> = []
        for id in tree.expressionIDs {
            guard case .methodCall(_, "publish", _, let arguments) = tree[id].kind,
                let fields = arguments.first.flatMap({ tree.tableFields($0) })
            else { continue }
            for field in fields where tree.name(of: field) == "type" {
                if case .string(let type) = constant(field.value).kind { types.insert(type) }
            }
        }
        return types
    }
}
