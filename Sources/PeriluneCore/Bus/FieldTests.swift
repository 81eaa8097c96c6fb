/// The condition `where`: values that fields of the event must have.
///
/// ```lua
/// where = { ["data.entity"] = "account", ["data.stage"] = { "won", "lost" } }
/// ```
/// A list means any of its values. All paths must match. Values are compared as Lua does: strings by their bytes, numbers by
/// their value.
package struct FieldTests: InterestDimension {
    /// The name of the condition in a delegate.
    package let field = "where"

    package init() {}

    /// Builds one index of all paths and values.
    ///
    /// - Throws: `interest.where` if a condition is not a table, is empty, or has an object as a value.
    package func index(
        _ declarations: [InterestDeclaration]
    ) throws(PeriluneError)
        -> any InterestIndex
    {
        var tests: [FieldTestIndex.Test] = []
        for declaration in declarations {
            guard case .object(let own) = declaration.value, !own.pairs.isEmpty else {
                throw PeriluneError(
                    "interest.where", "where must be a table of paths and values",
                    at: .init(file: declaration.name),
                    hint: "write where = { [\"data.entity\"] = \"account\" }")
            }
            for test in own.pairs {
                if let error = Self.nested(test.name, test.value) {
                    throw PeriluneError(
                        error.code, error.message, at: .init(file: declaration.name),
                        hint: error.hint)
                }
                tests.append((declaration.delegate, FieldPath(test.name), test.value))
            }
        }
        return FieldTestIndex(tests)
    }
}

extension FieldTests {
    /// The error for an object where a value belongs: `where = { data = { stage = "won" } }`; otherwise `nil`.
    ///
    /// It would be compared with the whole object of the event, and match only if no other member is in it.
    package static func nested(_ path: String, _ value: Value) -> PeriluneError? {
        let values = value.array ?? [value]
        guard let members = values.lazy.compactMap(\.object).first else { return nil }
        let example = members.pairs.first.map { member in
            let inner = member.value.object == nil ? member.value.json : "…"
            return "[\"\(path).\(member.name)\"] = \(inner)"
        }
        return PeriluneError(
            "interest.where", "where compares '\(path)' with a table, not with a value",
            hint: example.map { "write the path to each field: \($0)" })
    }
}

/// A class, because a structure with these members would be copied for each event.
private final class FieldTestIndex: TextRequiringIndex {
    typealias Test = (delegate: Int, path: FieldPath, value: Value)

    /// The paths, each with the delegates by the value that they require.
    ///
    /// A path is read once for all delegates.
    private let paths: [(path: FieldPath, delegates: [Value: [Int]])]
    /// The same conditions if each path has few values, which are compared directly instead of hashed.
    ///
    /// Empty otherwise. Several paths occur only if they all belong to one delegate.
    private let few: [FewValues]
    private let wanted: [Int: [(path: FieldPath, values: [Value])]]

    init(_ tests: [Test]) {
        var paths: [(path: FieldPath, delegates: [Value: [Int]])] = []
        var wanted: [Int: [(path: FieldPath, values: [Value])]] = [:]
        for test in tests {
            let values = (test.value.array ?? [test.value]).map(\.normalized)
            wanted[test.delegate, default: []].append((test.path, values))
            let position = paths.firstIndex { $0.path == test.path } ?? paths.count
            if position == paths.count { paths.append((test.path, [:])) }
            for value in Set(values) {
                paths[position].delegates[value, default: []].append(test.delegate)
            }
        }
        let few =
            paths.count == 1 || wanted.count == 1
            ? paths.compactMap { FewValues($0.path, $0.delegates) } : []
        self.few = few.count == paths.count ? few : []
        self.paths = paths
        self.wanted = wanted
    }

    func match(_ event: any EventContent, into delegates: inout [Int]) {
        if !few.isEmpty {
            let last = few.count - 1
            let count = delegates.count
            for number in 0..<last {
                few[number].match(event, into: &delegates)
                guard delegates.count > count else { return }
                delegates.removeSubrange(count...)
            }
            return few[last].match(event, into: &delegates)
        }
        if paths.count == 1, let only = paths.first {
            if let value = event[only.path]?.normalized { delegates += only.delegates[value] ?? [] }
            return
        }
        var hits: [Int: Int] = [:]
        for (path, byValue) in paths {
            guard let value = event[path]?.normalized else { continue }
            for delegate in byValue[value] ?? [] { hits[delegate, default: 0] += 1 }
        }
        for (delegate, count) in hits where count == wanted[delegate]?.count {
            delegates.append(delegate)
        }
    }

    func requiredTexts(of delegate: Int) -> [RequiredText] {
        (wanted[delegate] ?? []).compactMap { RequiredText($0.path, $0.values) }
    }

    func rejection(of delegate: Int, for event: any EventContent) -> String? {
        for (path, values) in wanted[delegate] ?? [] {
            guard let value = event[path] else { return "\(path) is missing" }
            if !values.contains(value.normalized) {
                let list = values.map(\.json).joined(separator: " or ")
                return "\(path) is \(value.json), not \(list)"
            }
        }
        return nil
    }
}

/// The delegates that require one of a few values at a path.
private final class FewValues: Sendable {
    private let path: FieldPath
    private let delegates: [[Int]]
    private let values: [Value]
    /// The values if all are strings, which are then compared with the bytes of the event.
    private let texts: [[UInt8]]

    private static let most = 8

    init?(_ path: FieldPath, _ delegates: [Value: [Int]]) {
        guard delegates.count <= Self.most else { return nil }
        self.path = path
        values = Array(delegates.keys)
        self.delegates = values.map { delegates[$0] ?? [] }
        let texts = values.compactMap { value in value.string.map { Array($0.utf8) } }
        self.texts = texts.count == values.count ? texts : []
    }

    func match(_ event: any EventContent, into found: inout [Int]) {
        if !texts.isEmpty { return matchTexts(event, into: &found) }
        guard let value = event[path]?.normalized else { return }
        for number in values.indices where values[number] == value {
            found += delegates[number]
        }
    }

    private func matchTexts(_ event: any EventContent, into found: inout [Int]) {
        event.withString(at: path) { text in
            for number in texts.indices {
                let wanted = texts[number]
                if wanted.span.hasSameBytes(as: text) { found += delegates[number] }
            }
        }
    }
}
