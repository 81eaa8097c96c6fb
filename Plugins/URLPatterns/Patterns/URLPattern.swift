public import PeriluneCore

/// A pattern of typed path components, registered for a notification name.
///
/// The language is CCFURLResponder's: components separated by `/`, each with a type and the key
/// under which its value is delivered.
///
/// | component | matches | value |
/// |---|---|---|
/// | `l:(text)Key` | exactly that text | the text |
/// | `s:Key` | any text | a string, percent-decoded |
/// | `i:Key` | `-`? digits | an integer of 64 bits |
/// | `f:Key` | `-`? digits, optionally a fraction and an exponent | a number |
///
/// A leading `/` is allowed. The scheme of a URL is not looked at unless the pattern begins with
/// one (`myapp://l:(animal)Domain/s:Name`). The host of a URL counts as its first component;
/// empty components, the query and the fragment do not count. Keys are made of letters, digits,
/// `_`, `-` and `.`, each used once. What the original did instead is `Matching.compatible`.
public struct URLPattern: Hashable, Sendable {
    /// The original text of the pattern.
    public let text: String
    /// The notification that a matching URL becomes.
    public let notification: String
    /// The scheme in lower case, where the pattern names one.
    public let scheme: String?
    /// The components in order; never empty.
    public let components: [Component]
    /// How strictly the pattern is parsed and compared.
    public let matching: Matching
    /// Higher wins under `PatternSet.Policy.mostSpecific`.
    public let priority: Int
    /// The place of the registration.
    public let place: PeriluneError.Place

    /// A component of a pattern.
    public struct Component: Hashable, Sendable {
        /// The accepted texts.
        public let kind: Kind
        /// The name of the value in a match.
        public let key: String

        /// The kind of texts that a component accepts.
        public enum Kind: Hashable, Sendable {
            /// Exactly this text.
            case literal(String)
            /// Any text.
            case string
            /// An integer.
            case integer
            /// A number with an optional fraction.
            case float
        }
    }

    /// How strictly patterns are parsed and compared.
    public enum Matching: String, CaseIterable, Hashable, Sendable {
        /// Literals must match, numbers are anchored and range-checked, odd patterns are errors.
        case strict
        /// What CCFURLResponder 0.0.1 really did, its bugs included: another literal still
        /// matches but leaves the key out, a digit anywhere makes a number, integers saturate,
        /// floats have 32 bits, an unknown type is a string, a key ends at its first character
        /// that is not a letter or a digit. Where it raised an exception, an error is thrown.
        case compatible
    }

    /// Reads a pattern.
    ///
    /// `place` says where it was registered; the call's own file and line if left out. The place
    /// of a thrown error holds the pattern as the source line and the column inside it.
    public init(
        _ text: String, notification: String, matching: Matching = .strict, priority: Int = 0,
        place: PeriluneError.Place? = nil, file: String = #fileID, line: Int = #line
    ) throws(PeriluneError) {
        switch matching {
        case .strict:
            (scheme, components) = try StrictPatternParser.parse(text)
        case .compatible:
            (scheme, components) = (nil, try CompatiblePatternParser.parse(text))
        }
        self.text = text
        self.notification = notification
        self.matching = matching
        self.priority = priority
        self.place = place ?? PeriluneError.Place(file: file, line: line)
    }
}
