public import PeriluneCore

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

    /// Creates answers for a link; `nil` leaves a prompt unanswered.
    ///
    /// - Throws: `link.prompts` if there are no answers, or one is empty or contains a caret: a link cannot express
    ///   these.
    public init(_ answers: [String?]) throws(PeriluneError) {
        guard !answers.isEmpty else {
            throw PromptText.failure(
                "there are no answers to value prompts", hint: "leave out the parameter")
        }
        for (number, answer) in answers.enumerated() {
            guard let answer else { continue }
            if answer.isEmpty {
                throw PromptText.failure(
                    "the answer to value prompt \(number + 1) is empty",
                    hint: "write json.null to leave the prompt unanswered")
            }
            if answer.utf8.contains(UInt8(ascii: "^")) {
                throw PromptText.failure(
                    "the answer to value prompt \(number + 1) contains ^, which separates answers",
                    hint: "a link cannot express it; write several answers as a list")
            }
        }
        self.answers = answers
    }

    /// The text of the parameter as a link writes it.
    public var encoded: String {
        answers.map { $0.map(PercentEscapes.encode) ?? "" }.joined(separator: PromptText.caret)
    }
}
