public import PeriluneCore

/// The value of a parameter that is a list, such as the panels of `pKey`: texts joined by a raw `|`.
public struct ParameterList: Hashable, Sendable {
    /// The texts, decoded, in order.
    public let texts: [String]

    /// Makes a list to write.
    ///
    /// A link cannot express an empty list: it is read as a list of one empty text.
    public init(_ texts: [String]) { self.texts = texts }

    /// Reads the encoded text of the parameter.
    ///
    /// An encoded `|` is text.
    public init(encoded text: String, plusIsSpace: Bool) {
        texts = text.split(separator: "|", omittingEmptySubsequences: false).map {
            PercentEscapes.decode(String($0), plusIsSpace: plusIsSpace)
        }
    }

    /// The text of the parameter as a link writes it.
    public var encoded: String { texts.map(PercentEscapes.encode).joined(separator: "|") }

    /// The list as data.
    public var value: Value { .array(texts.map { .string($0) }) }
}
