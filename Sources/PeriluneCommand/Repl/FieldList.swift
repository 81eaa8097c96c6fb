import PeriluneCore

/// The fields of an event as a script writes them, with their values.
struct FieldList {
    private(set) var lines: [String] = []

    private static let most = 500

    init(_ event: Value) { add(event, "") }

    private mutating func add(_ value: Value, _ path: String) {
        guard lines.count < Self.most else { return }
        switch value {
        case .object(let members) where !members.pairs.isEmpty:
            for member in members.pairs { add(member.value, join(path, member.name)) }
        case .array(let elements) where !elements.isEmpty:
            for (number, element) in elements.enumerated() {
                add(element, "\(path)[\(number + 1)]")
            }
        default: lines.append("\(path) = \(FactText.cut(value.json.withoutControls, to: 60))")
        }
    }

    private func join(_ path: String, _ name: String) -> String {
        let isName =
            name.first?.isNumber == false
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        if isName { return path.isEmpty ? name : "\(path).\(name)" }
        return "\(path)[\(Value.string(name).json)]"
    }
}
