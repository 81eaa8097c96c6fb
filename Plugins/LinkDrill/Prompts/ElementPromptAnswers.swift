import PeriluneCore

/// The value of `elementsPromptAnswers`: for each prompt an attribute and its chosen elements.
///
/// `A;A:1%5eNorth;A:2,B;B:7` answers two prompts, the first one with two elements. Prompts are identified by their
/// attribute, so their order is irrelevant.
public struct ElementPromptAnswers: Hashable, Sendable {
    /// The answered prompts, in the order of the text.
    public let prompts: [Prompt]
    /// Descriptions of syntax errors; empty for a valid text.
    public let problems: [String]

    /// The answer to one prompt.
    public struct Prompt: Hashable, Sendable {
        /// The attribute that the prompt asks for.
        public let attribute: String
        /// The chosen elements.
        public let elements: [Element]

        /// Makes the answer to one prompt.
        public init(attribute: String, elements: [Element]) {
            self.attribute = attribute
            self.elements = elements
        }
    }

    /// A chosen element of an attribute.
    public struct Element: Hashable, Sendable {
        /// The attribute; in a valid text, that of the prompt.
        public let attribute: String
        /// The identifier of the element within its attribute.
        public let identifier: String
        /// The display text; without it the app shows no details.
        public let displayName: String?

        /// Makes a chosen element.
        public init(attribute: String, identifier: String, displayName: String? = nil) {
            self.attribute = attribute
            self.identifier = identifier
            self.displayName = displayName
        }
    }

    /// Reads the encoded text of the parameter.
    public init(encoded text: String, plusIsSpace: Bool) {
        var reader = Reader(plusIsSpace: plusIsSpace)
        for answer in text.split(separator: ",", omittingEmptySubsequences: false) {
            reader.read(answer)
        }
        self.init(reader.prompts, problems: reader.problems)
    }

    /// Whether the bytes alone show that a text is valid: each answer is an attribute without escapes, and elements
    /// that begin with it.
    static func isPlainlyCorrect(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while true {
            let attribute = index
            while index < range.upperBound, text[index].hexadecimalValue != nil { index += 1 }
            let count = index - attribute
            guard count > 0, index < range.upperBound, text[index] == UInt8(ascii: ";") else {
                return false
            }
            while index < range.upperBound, text[index] == UInt8(ascii: ";") {
                index += 1
                // The attribute, a colon, and the rest as the element.
                for offset in 0..<count {
                    guard index < range.upperBound, text[index] == text[attribute + offset] else {
                        return false
                    }
                    index += 1
                }
                guard index < range.upperBound, text[index] == UInt8(ascii: ":") else {
                    return false
                }
                while index < range.upperBound, text[index] != UInt8(ascii: ";"),
                    text[index] != UInt8(ascii: ",")
                { index += 1 }
            }
            if index == range.upperBound { return true }
            guard text[index] == UInt8(ascii: ",") else { return false }
            index += 1
        }
    }

    init(_ prompts: [Prompt], problems: [String]) {
        self.prompts = prompts
        self.problems = problems
    }

    private struct Reader {
        let plusIsSpace: Bool
        var prompts: [Prompt] = []
        var problems: [String] = []

        mutating func read(_ answer: Substring) {
            let number = prompts.count + 1
            let pieces = answer.split(separator: ";", omittingEmptySubsequences: false)
            let attribute = decode(pieces.first ?? "")
            if attribute.isEmpty { problems.append("answer \(number) names no attribute") }
            if pieces.count < 2 { problems.append("answer \(number) has no element") }
            let elements = pieces.dropFirst().compactMap { piece in
                element(piece, of: attribute, number)
            }
            prompts.append(Prompt(attribute: attribute, elements: elements))
        }

        private mutating func element(
            _ piece: Substring, of prompt: String, _ number: Int
        ) -> Element? {
            guard !piece.isEmpty else { return nil }
            let colon = piece.firstIndex(of: ":")
            if colon == nil {
                problems.append("answer \(number) has an element without `:` and value")
            }
            let attribute = colon.map { decode(piece[..<$0]) } ?? prompt
            if attribute != prompt {
                problems.append("answer \(number) has an element of another attribute")
            }
            let value = colon.map { piece[piece.index(after: $0)...] } ?? piece
            let parts = PromptText.splitAtCarets(value, maximum: 2)
            return Element(
                attribute: attribute, identifier: decode(parts[0]),
                displayName: parts.count > 1 ? decode(parts[1]) : nil)
        }

        private func decode(_ text: Substring) -> String {
            PercentEscapes.decode(String(text), plusIsSpace: plusIsSpace)
        }
    }
}
