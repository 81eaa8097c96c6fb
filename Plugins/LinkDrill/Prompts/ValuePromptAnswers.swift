/// The value of `valuePromptAnswers`: one answer for each value prompt, by position.
public struct ValuePromptAnswers: Hashable, Sendable {
    /// The answers in the order of the value prompts; `nil` is a prompt left unanswered.
    ///
    /// Prompts of other kinds do not count for the position.
    public let answers: [String?]

    /// Reads the encoded text of the parameter.
    public init(encoded text: String, plusIsSpace: Bool) {
        answers = PromptText.splitAtCarets(text[...]).map { piece in
            piece.isEmpty
                ? nil : PercentEscapes.decode(String(piece), plusIsSpace: plusIsSpace)
        }
    }
}
