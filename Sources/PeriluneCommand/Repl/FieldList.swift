import PeriluneCore

/// Lists the fields of an event in the notation of scripts, with their values.
struct FieldList {
    private(set) var lines: [String] = []

    private static let most = 500

    init(_ event: Value) { add(event, "") }

    private mutating func add(_ value: Value, _ path: String) {
        guard lines.count < Self.most else { return }
        switch value {
        case .object(let members) where !members.pairs.isEmpty:
            for member in members.pairs { add(member.value, path.luaMember(member.name)) }
        case .array(let elements) where !elements.isEmpty:
            for (number, element) in elements.enumerated() {
                add(element, "\(path)[\(number + 1)]")
            }
        default: lines.append("\(path) = \(FactText.cut(value.json.withoutControls, to: 60))")
        }
    }
}
