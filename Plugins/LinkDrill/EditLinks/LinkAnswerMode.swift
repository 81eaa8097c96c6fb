/// How the prompts of a link's target are answered: `aopam` of a link, `am` of a prompt.
public struct LinkAnswerMode: EditLinkCode {
    /// The number.
    public let rawValue: Int

    /// Makes a code from any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Same prompt.
    public static let samePrompt = LinkAnswerMode(rawValue: 1)
    /// Do not answer.
    public static let doNotAnswer = LinkAnswerMode(rawValue: 2)
    /// Close.
    public static let close = LinkAnswerMode(rawValue: 3)
    /// Dynamic.
    public static let dynamic = LinkAnswerMode(rawValue: 4)
    /// Static.
    public static let `static` = LinkAnswerMode(rawValue: 5)
    /// Current unit.
    public static let currentUnit = LinkAnswerMode(rawValue: 6)
    /// All valid units.
    public static let allValidUnits = LinkAnswerMode(rawValue: 7)
    /// Default answer.
    public static let useDefaultAnswer = LinkAnswerMode(rawValue: 8)

    /// The named numbers.
    public static let named: [(value: Int, name: String)] = [
        (1, "same prompt"),
        (2, "do not answer"),
        (3, "close"),
        (4, "dynamic"),
        (5, "static"),
        (6, "current unit"),
        (7, "all valid units"),
        (8, "default answer"),
    ]
}
