/// A condition on text: an event without one of some strings at a path does not meet it.
package struct RequiredText: Sendable {
    /// The path at which the event must have one of the strings.
    package let path: FieldPath
    /// The strings, which are ASCII.
    package let texts: [[UInt8]]

    /// What a condition requires; `nil` if the values are not all strings of ASCII.
    package init?(_ path: FieldPath, _ values: [Value]) {
        var texts: [[UInt8]] = []
        for value in values {
            guard let text = value.string, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
            texts.append(Array(text.utf8))
        }
        self.path = path
        self.texts = texts
    }
}

/// An index whose conditions may require texts, which can be compared before an event is written.
protocol TextRequiringIndex: InterestIndex {
    /// What the condition of a delegate requires among others.
    func requiredTexts(of delegate: Int) -> [RequiredText]
}
