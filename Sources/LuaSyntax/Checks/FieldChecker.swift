/// Checks the reads and comparisons of a script against the shape of its events.
struct FieldChecker {
    let script: ScriptModel
    let log: LogShape
    /// The types of the events that the script is interested in.
    let types: [String]
    let reads: EventReads
    private(set) var findings: [Diagnostic] = []
    private var reported: Set<EventPath> = []

    init(script: ScriptModel, log: LogShape, types: [String], reads: EventReads) {
        self.script = script
        self.log = log
        self.types = types
        self.reads = reads
    }

    /// Reports a read of a field that no event has, on any of the paths that the value can come from.
    mutating func judge(_ read: EventRead) {
        var names: Set<String> = []
        var field = EventPath()
        var known = 0
        for origin in read.origins.sorted(by: { $0.path.description < $1.path.description }) {
            switch follow(origin) {
            case .missing(let here, let path):
                names.formUnion(here)
                field = path
            case .notAnObject(let path, let kinds):
                field = path
                if read.origins.count == 1 { return report(path, is: kinds, read) }
            case .found, .unknown: known += 1
            }
        }
        guard known == 0, !read.origins.isEmpty, case .name(let name)? = field.steps.last else {
            return
        }
        let isGuarded = read.origins.contains { reads.guarded.contains($0.path) }
        // Report a field whose presence the script tests only once.
        guard !isGuarded || reported.insert(field).inserted else { return }
        let near = Suggestion.nearest(to: name, in: names)
        let isError = !isGuarded && (near != nil || read.needsValue)
        let list = names.isEmpty ? nil : "fields in the log: \(AgainstLog.list(names))"
        report(
            "unknown-event-field", isError ? .error : .warning, read.position,
            "no \(event) has the field '\(field)'",
            hint: near.map { "did you mean '\($0)'?" } ?? list)
    }

    /// Reports `ipairs` over a value that is always an object.
    mutating func judge(list read: EventRead) {
        var kinds: Set<ShapeNode.Kind> = []
        for origin in read.origins {
            guard case .found(let view) = follow(origin) else { return }
            kinds.formUnion(view.kinds)
        }
        guard kinds == [.object], let path = read.origins.map(\.path.description).min() else {
            return
        }
        report(
            "no-event-list", .error, read.position,
            "'\(path)' is an object in every \(event) that has it, so 'ipairs' visits nothing",
            hint: "use pairs for an object")
    }

    /// Reports a comparison with a value of another type, or with one that never occurs.
    mutating func judge(_ comparison: EventComparison) {
        var kinds: Set<ShapeNode.Kind> = []
        var values: [ShapeNode.Scalar]? = []
        var count = 0
        for origin in comparison.origins {
            guard case .found(let view) = follow(origin) else { return }
            kinds.formUnion(view.kinds)
            if let more = view.values { values?.append(contentsOf: more) } else { values = nil }
            count += view.count
        }
        guard let literal = comparison.literal.scalar, !kinds.isEmpty,
            let path = comparison.origins.map(\.path.description).min()
        else { return }
        if kinds.isDisjoint(with: literal.kinds) {
            let hint =
                literal.isText && !kinds.isDisjoint(with: [.integer, .number])
                ? "remove the quotes"
                : literal.isNumber && kinds == [.string]
                    ? "write the number in quotes, or 'tonumber(…)'" : nil
            return report(
                "other-event-type", .error, comparison.position,
                "'\(path)' is \(Self.text(kinds)) in every \(event) that has it, never \(literal.word)",
                hint: hint)
        }
        guard comparison.isEquality, let values, isFew(values, count),
            !values.contains(where: literal.equals)
        else { return }
        let texts = values.map(\.text)
        report(
            "unknown-event-value", .warning, comparison.position,
            "no \(event) has \(literal.text) in '\(path)'",
            hint: Suggestion.hint(for: literal.text, in: texts)
                ?? "values in the log: \(AgainstLog.list(texts))")
    }

    /// Whether the values are few for the number of events, so that any other value is probably a mistake.
    private func isFew(_ values: [ShapeNode.Scalar], _ count: Int) -> Bool {
        !values.isEmpty && values.count <= 16 && count >= 3 * values.count
    }

    private enum Found {
        case found(ShapeView)
        case missing(names: Set<String>, EventPath)
        case notAnObject(EventPath, Set<ShapeNode.Kind>)
        case unknown
    }

    /// Follows a path; only its last step can be missing, since the steps before it are checked as reads of their
    /// own.
    private func follow(_ origin: EventOrigin) -> Found {
        // The log does not contain the captures of link rules.
        if origin.path.steps.first == .name("captures"), script.delegate.field("url") != nil {
            return .unknown
        }
        let types = origin.type.map { [$0] } ?? self.types
        var view = ShapeView(nodes: types.compactMap { log.types[$0] })
        guard view.count > 0 else { return .unknown }
        for (number, step) in origin.path.steps.enumerated() {
            let isLast = number == origin.path.steps.count - 1
            switch view.follow(step) {
            case .found(let next): view = next
            case .missing(let names): return isLast ? .missing(names: names, origin.path) : .unknown
            case .notAnObject:
                return isLast ? .notAnObject(origin.path.parent, view.kinds) : .unknown
            case .unknown: return .unknown
            }
        }
        return .found(view)
    }

    private mutating func report(
        _ path: EventPath, is kinds: Set<ShapeNode.Kind>, _ read: EventRead
    ) {
        report(
            "unknown-event-field", .error, read.position,
            "'\(path)' is \(Self.text(kinds)) in every \(event) that has it, so it has no fields",
            hint: nil)
    }

    private mutating func report(
        _ code: String, _ severity: Diagnostic.Severity, _ position: Position, _ message: String,
        hint: String?
    ) {
        findings.append(
            Diagnostic(
                code: code, severity: severity, position: position,
                sourceLine: script.tree.lines.text(ofLine: position.line) ?? "", message: message,
                hint: hint))
    }

    /// What messages call the events, with their type if the log has several.
    private var event: String {
        types.count == 1 && log.types.count > 1
            ? "\(types[0]) event of the log" : "event of the log"
    }

    private static func text(_ kinds: Set<ShapeNode.Kind>) -> String {
        let words = ShapeNode.Kind.allCases.filter(kinds.contains).map(\.word)
        return Array(Set(words)).sorted().joined(separator: " or ")
    }
}

extension ShapeNode.Kind {
    fileprivate var word: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .object: "an object"
        case .array: "an array"
        }
    }
}

extension Literal {
    fileprivate var scalar: ShapeNode.Scalar? {
        switch kind {
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let text): .string(text)
        case .nil, .table, .computed: nil
        }
    }
}

extension ShapeNode.Scalar {
    fileprivate var kinds: Set<ShapeNode.Kind> {
        switch self {
        case .bool: [.bool]
        case .integer, .number: [.integer, .number]
        case .string: [.string]
        }
    }

    fileprivate var isText: Bool { if case .string = self { true } else { false } }
    fileprivate var isNumber: Bool { kinds.contains(.number) }

    fileprivate var word: String { isText ? "a string" : isNumber ? "a number" : "a boolean" }

    fileprivate var text: String {
        switch self {
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text): "\"\(text)\""
        }
    }

    /// Equality as in Lua: 1 and 1.0 are equal.
    fileprivate func equals(_ other: Self) -> Bool {
        switch (self, other) {
        case (.integer(let one), .number(let other)), (.number(let other), .integer(let one)):
            Double(one) == other
        default: self == other
        }
    }
}
