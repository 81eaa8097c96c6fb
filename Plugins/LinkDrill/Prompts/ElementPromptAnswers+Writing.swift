public import PeriluneCore

extension ElementPromptAnswers {
    /// Makes answers to write.
    ///
    /// - Throws: `link.prompts` for answers that no link can express, or that a reader would warn of.
    public init(_ prompts: [Prompt]) throws(PeriluneError) {
        guard !prompts.isEmpty else {
            throw PromptText.failure(
                "there are no answers to element prompts", hint: "leave out the parameter")
        }
        for (number, prompt) in prompts.enumerated() { try Self.check(prompt, number + 1) }
        self.init(prompts, problems: [])
    }

    private static func check(_ prompt: Prompt, _ number: Int) throws(PeriluneError) {
        let answer = "answer \(number) to the element prompts"
        guard !prompt.attribute.isEmpty else {
            throw PromptText.failure(
                "\(answer) names no attribute", hint: "write attribute = \"...\"")
        }
        guard !prompt.elements.isEmpty else {
            throw PromptText.failure(
                "\(answer) has no element", hint: "leave out the prompt to not answer it")
        }
        for element in prompt.elements {
            if element.attribute != prompt.attribute {
                throw PromptText.failure(
                    "\(answer) has an element of another attribute",
                    hint: "an element without an attribute has that of the prompt")
            }
            if element.identifier.utf8.contains(UInt8(ascii: "^")) {
                throw PromptText.failure(
                    "\(answer) has an id that contains ^, which separates id and display name",
                    hint: "a link cannot express it; write the name as displayName")
            }
        }
    }

    /// The text of the parameter as a link writes it.
    public var encoded: String {
        prompts.map { prompt in
            let elements = prompt.elements.map { element in
                PercentEscapes.encode(element.attribute) + ":"
                    + PercentEscapes.encode(element.identifier)
                    + (element.displayName.map { PromptText.caret + PercentEscapes.encode($0) }
                        ?? "")
            }
            return ([PercentEscapes.encode(prompt.attribute)] + elements).joined(separator: ";")
        }.joined(separator: ",")
    }
}
