/// A condition that only events with one of these strings at a path can meet.
package struct RequiredText: Sendable {
    /// The path at which the event must have one of the strings.
    package let path: FieldPath
    /// The strings, which are ASCII.
    package let texts: [[UInt8]]

    /// Creates the requirement of a condition; `nil` unless all values are ASCII strings.
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

/// An index that can name texts that its conditions require, so that an entry can be ruled out before its event is
/// written.
protocol TextRequiringIndex: InterestIndex {
    /// The texts without which the condition of a delegate is not met.
    func requiredTexts(of delegate: Int) -> [RequiredText]
}
