extension Variable {
    var node: MetadataNode {
        // Without a text, a choice is not selected by its value but by its number.
        let list = choices.map { choice in
            var node = MetadataNode(
                .choice, ["Display": choice.display == choice.value ? nil : choice.display])
            node.attributes.insert(.init("Value", choice.value), at: 0)
            return node
        }
        return MetadataNode(
            .variable,
            [
                "Name": name, "DisplayName": displayName, "VariableType": kind.rawValue,
                "Value": kind == .choice ? nil : value.metadataText,
                "Selection": selection == 0 ? nil : .number(selection),
                "Min": minimum?.metadataText, "Max": maximum?.metadataText,
                "Step": .number(step), "Decimals": .number(decimals),
            ], list.isEmpty ? [] : [MetadataNode(.choices, [:], list)])
    }
}

extension Cell {
    fileprivate var metadataText: String? {
        switch self {
        case .null: nil
        case .text(let text): text
        case .number(let number): .number(number)
        case .date(let date):
            "date(\(DateFunctions.parts(date).map(String.init).joined(separator: ",")))"
        }
    }
}
