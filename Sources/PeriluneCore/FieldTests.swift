/// The condition `where`: values that fields of the event must have.
///
/// ```lua
/// where = { ["data.entity"] = "account", ["data.stage"] = { "won", "lost" } }
/// ```
/// A list means any of its values. All paths must match.
package struct FieldTests: InterestDimension {
    package let field = "where"

    package init() {}

    package func index(
        _ declarations: [InterestDeclaration]
    ) throws(PeriluneError)
        -> any InterestIndex
    {
        var index = FieldTestIndex()
        for declaration in declarations {
            guard case .object(let tests) = declaration.value, !tests.pairs.isEmpty else {
                throw PeriluneError(
                    "interest.where", "where must be a table of paths and values",
                    at: .init(file: declaration.name),
                    hint: "write where = { [\"data.entity\"] = \"account\" }")
            }
            for test in tests.pairs {
                index.add(declaration.delegate, path: FieldPath(test.name), value: test.value)
            }
        }
        return index
    }
}

private struct FieldTestIndex: InterestIndex {
    /// For each path, the delegates by the value they want: a path is read once for all of them.
    private var paths: [(path: FieldPath, delegates: [Value: [Int]])] = []
    private var wanted: [Int: [(path: FieldPath, values: [Value])]] = [:]

    mutating func add(_ delegate: Int, path: FieldPath, value: Value) {
        let values = value.array ?? [value]
        wanted[delegate, default: []].append((path, values))
        let position = paths.firstIndex { $0.path == path } ?? paths.count
        if position == paths.count { paths.append((path, [:])) }
        for value in Set(values) { paths[position].delegates[value, default: []].append(delegate) }
    }

    func match(_ event: any EventContent, into delegates: inout [Int]) {
        if paths.count == 1, let only = paths.first {
            if let value = event[only.path] { delegates += only.delegates[value] ?? [] }
            return
        }
        var hits: [Int: Int] = [:]
        for (path, byValue) in paths {
            guard let value = event[path] else { continue }
            for delegate in byValue[value] ?? [] { hits[delegate, default: 0] += 1 }
        }
        for (delegate, count) in hits where count == wanted[delegate]?.count {
            delegates.append(delegate)
        }
    }

    func rejection(of delegate: Int, for event: any EventContent) -> String? {
        for (path, values) in wanted[delegate] ?? [] {
            guard let value = event[path] else { return "\(path) is missing" }
            if !values.contains(value) {
                let list = values.map(\.json).joined(separator: " or ")
                return "\(path) is \(value.json), not \(list)"
            }
        }
        return nil
    }
}
