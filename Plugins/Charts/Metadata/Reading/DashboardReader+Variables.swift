extension DashboardReader {
    mutating func readVariables(_ node: MetadataNode) {
        for child in node.children {
            guard let variable = variable(child) else { continue }
            if dashboard.variable(named: variable.name) != nil {
                reportInvalidValue(
                    child, "Name", reason: "duplicate variable \(variable.name)",
                    hint: "the first one is used")
            } else {
                dashboard.variables.append(variable)
            }
        }
    }

    private mutating func variable(_ node: MetadataNode) -> Variable? {
        guard let name = string(node, "Name"), let kind = kind(node) else { return nil }
        guard name.hasPrefix("$"), name.utf8.count > 1 else {
            reportInvalidValue(node, "Name", hint: "the name of a variable must begin with $")
            return nil
        }
        var variable = Variable(name: name, kind: kind, value: .null)
        variable.place = node.place
        variable.displayName = string(node, "DisplayName") ?? ""
        variable.step = double(node, "Step")
        variable.decimals = integer(node, "Decimals", in: 0...9)
        if kind == .choice {
            guard readChoices(node, into: &variable) else { return nil }
            return variable
        }
        variable.minimum = value(node, "Min", kind)
        variable.maximum = value(node, "Max", kind)
        if node["Value"] == nil {
            issues.add(
                .missingAttribute(node: node.name, attribute: "Value", line: node.place.line),
                at: node.place, hint: "only a variable of type enum may omit it")
        }
        let zero: Cell = kind == .date ? .date(0) : .number(0)
        variable.value = value(node, "Value", kind) ?? variable.minimum ?? zero
        return variable
    }

    private mutating func kind(_ node: MetadataNode) -> Variable.Kind? {
        // The guide's first pages and its table of controls know a datetime.
        guard node["VariableType"]?.lowercased() == "datetime" else {
            return choice(node, "VariableType", Variable.Kind.self)
        }
        reportInvalidValue(
            node, "VariableType", level: .warning, reason: "datetime is read as date",
            hint: "write date")
        return .date
    }

    private mutating func value(
        _ node: MetadataNode, _ name: String, _ kind: Variable.Kind
    ) -> Cell? {
        switch kind {
        case .boolean:
            return name == "Value" ? bool(node, name).map { .number($0 ? 1 : 0) } : nil
        case .date: return dateMicroseconds(node, name).map { .date($0) }
        case .float: return double(node, name).map { .number($0) }
        case .integer:
            guard let number = double(node, name) else { return nil }
            guard number.rounded() == number else {
                reportInvalidValue(node, name, hint: "write an integer")
                return nil
            }
            return .number(number)
        case .choice: return nil
        }
    }

    /// Whether there is something to choose from.
    private mutating func readChoices(_ node: MetadataNode, into variable: inout Variable) -> Bool {
        let list = node.children.first { $0.name == NodeKind.choices.name }
        variable.choices = (list?.children ?? []).compactMap { child in
            // The empty text is a choice as well.
            guard let value = child["Value"] else { return nil }
            var choice = Variable.Choice(value: value, display: string(child, "Display"))
            choice.place = child.place
            return choice
        }
        guard let first = variable.choices.first else {
            issues.add(
                .missingNode(node: NodeKind.choice.name, line: node.place.line), at: node.place,
                reason: "the variable \(variable.name) has no choices")
            return false
        }
        let selection = integer(node, "Selection", in: 0...(variable.choices.count - 1)) ?? 0
        variable.selection = selection
        variable.value = .text(
            variable.choices.indices.contains(selection)
                ? variable.choices[selection].value : first.value)
        return true
    }

    mutating func panel(_ node: MetadataNode) -> DAPanel {
        var panel = DAPanel(name: name(node))
        panel.place = node.place
        panel.title = string(node, "Title") ?? ""
        var found: [Numbered<Chart.Reference>] = []
        for child in node.children {
            guard let name = string(child, "Name") else { continue }
            var reference = Chart.Reference(name)
            reference.place = child.place
            found.append(
                Numbered(
                    item: reference, number: sequenceNumber(child, "Sequence"), place: child.place))
        }
        panel.variables = inSequence(found, of: .variableName)
        return panel
    }

    mutating func filters(_ node: MetadataNode) -> [Filter] {
        var found: [Numbered<Filter>] = []
        for child in node.children {
            guard let name = string(child, "Name"),
                let kind = choice(child, "FilterType", Filter.Kind.self)
            else { continue }
            guard !found.contains(where: { $0.item.name == name }) else {
                reportInvalidValue(
                    child, "Name", reason: "duplicate filter \(name)",
                    hint: "the first one is used")
                continue
            }
            var filter = Filter(name: name, kind: kind)
            filter.place = child.place
            filter.sourceQuery = string(child, "SourceQuery")
            filter.column = string(child, "Column")
            filter.sequence = sequenceNumber(child, "Sequence")
            found.append(Numbered(item: filter, number: filter.sequence, place: child.place))
        }
        return inSequence(found, of: .filter)
    }
}
