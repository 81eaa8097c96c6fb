public import PeriluneCore

extension ValuePromptAnswers {
    /// The answers as data: a text for each value prompt, `null` for an unanswered one.
    public var value: Value {
        .array(answers.map { answer in answer.map { .string($0) } ?? .null })
    }
}

extension ElementPromptAnswers {
    /// The answers as data.
    public var value: Value { .array(prompts.map(\.value)) }
}

extension ElementPromptAnswers.Prompt {
    /// The answer as data.
    public var value: Value {
        ["attribute": .string(attribute), "elements": .array(elements.map(\.value))]
    }
}

extension ElementPromptAnswers.Element {
    /// The element as data; the display name only where there is one.
    public var value: Value {
        var members = Value.Members([
            ("attribute", .string(attribute)), ("id", .string(identifier)),
        ])
        if let displayName { members["displayName"] = .string(displayName) }
        return .object(members)
    }
}
