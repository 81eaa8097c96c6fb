import PeriluneCore

/// Converts the parameters of an event to their types.
struct ParameterChecker {
    /// The definitions of the event's parameters.
    let definitions: ParameterTable
    /// Whether a parameter without a definition deserves a warning.
    let isClosed: Bool
    let plusIsSpace: Bool
    private(set) var warnings: [LinkWarning] = []

    init(definitions: ParameterTable, isClosed: Bool, plusIsSpace: Bool) {
        self.definitions = definitions
        self.isClosed = isClosed
        self.plusIsSpace = plusIsSpace
    }

    mutating func check(_ parameter: LinkParameter) -> ResolvedParameter {
        let known = warnings.count
        guard let definition = definition(of: parameter) else {
            if isClosed, warnings.count == known {
                warn("link.parameter.unknown", parameter, "is not known for this event")
            }
            let macro = unexpanded(parameter)
            return ResolvedParameter(
                parameter: parameter, definition: nil, value: .string(parameter.value),
                state: macro ? .macro : .free)
        }
        if unexpanded(parameter) {
            return ResolvedParameter(
                parameter: parameter, definition: definition, value: .string(parameter.value),
                state: .macro)
        }
        if let value = typed(parameter, definition.type) {
            return ResolvedParameter(
                parameter: parameter, definition: definition, value: value, state: .typed)
        }
        warn("link.parameter.type", parameter, expectation(definition.type))
        return ResolvedParameter(
            parameter: parameter, definition: definition, value: .string(parameter.value),
            state: .invalid)
    }

    private mutating func definition(of parameter: LinkParameter) -> ParameterDefinition? {
        switch definitions[parameter.name] {
        case .known(let definition): return definition
        case .misprint(let definition):
            warn(
                "link.parameter.spelling", parameter,
                "is a misprint in the manual; the parameter is \(definition.name)")
            return definition
        case .similar(let definition):
            // Rules compare exact names, so a misspelt parameter that they do not see must not become the target
            // here.
            warn(
                "link.parameter.spelling", parameter,
                "is not \(definition.name); names are case-sensitive")
            return nil
        case .unknown: return nil
        }
    }

    private mutating func unexpanded(_ parameter: LinkParameter) -> Bool {
        guard !Redaction.isSecretParameter(parameter.name),
            let macro = Macro.first(in: parameter.value)
        else { return false }
        warn("link.macro", parameter, "contains \(macro), which was not replaced by a value")
        return true
    }

    private mutating func typed(_ parameter: LinkParameter, _ type: ParameterType) -> Value? {
        let text = parameter.value
        switch type {
        case .text: return .string(text)
        case .name: return text.isEmpty ? nil : .string(text)
        case .guid: return Self.isGUID(text) ? .string(text) : nil
        case .integer: return Self.integer(text).map { .integer($0) }
        case .flag: return text == "1" ? true : text == "0" ? false : nil
        case .onUnlessZero: return .bool(text != "0")
        case .choice(let choices):
            guard let number = Self.integer(text) else { return nil }
            return choices.contains { $0.value == number } ? .integer(number) : nil
        case .list:
            return ParameterList(encoded: parameter.rawValue ?? "", plusIsSpace: plusIsSpace).value
        case .valuePrompts:
            let answers = ValuePromptAnswers(
                encoded: parameter.rawValue ?? "", plusIsSpace: plusIsSpace)
            return answers.value
        case .elementPrompts:
            let answers = ElementPromptAnswers(
                encoded: parameter.rawValue ?? "", plusIsSpace: plusIsSpace)
            for problem in answers.problems { warn("link.prompt", parameter, problem) }
            return answers.value
        }
    }

    private mutating func warn(
        _ code: PeriluneError.Code, _ parameter: LinkParameter, _ message: String
    ) {
        let separator = code == "link.prompt" ? ": " : " "
        warnings.append(
            LinkWarning(code, parameter.name + separator + message, parameter: parameter.name))
    }

    private func expectation(_ type: ParameterType) -> String {
        switch type {
        case .guid: "is not an identifier of 32 hexadecimal digits"
        case .integer: "is not an integer"
        case .flag: "must be 0 or 1"
        case .choice(let choices):
            "must be one of "
                + choices.map { "\($0.value) (\($0.meaning))" }.joined(separator: ", ")
        default: "is empty"
        }
    }

    private static func isGUID(_ text: String) -> Bool {
        text.utf8.count == 32
            && text.utf8.allSatisfy { $0.hexadecimalValue != nil }
    }

    private static func integer(_ text: String) -> Int64? {
        text.utf8.first == UInt8(ascii: "+") ? nil : Int64(text)
    }
}
